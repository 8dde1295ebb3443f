import type { Client, PipelineBasic, PipelineStatus, TestReportSummary } from '../../sdk'
import { InvalidResponse, parsed } from '../core/schema/invalid-response'

/** The statuses of a pipeline that continues without a user. `manual` waits for a user. */
const moving: readonly PipelineStatus[] = [
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'canceling',
  'scheduled',
]

/** Whether a pipeline continues without a user. */
export const isMoving = (status: PipelineStatus): boolean => moving.includes(status)

/** The maximum number of failing tests in an error. */
const NAMED = 10

export interface TestSummary {
  total: number
  success: number
  failed: number
  error: number
  skipped: number
  /** Seconds. */
  time: number
}

export type Live = PipelineBasic & { test_summary?: TestSummary }

export async function look(api: Client, project: number, pipeline: number): Promise<Live> {
  const live = standing(await api.pipelines.get(project, pipeline))
  if (isMoving(live.status)) return live
  return { ...live, test_summary: summaryOf(await api.pipelines.testReportSummary(project, pipeline)) }
}

/** Validates the status of a pipeline in a response. */
export function standing(live: PipelineBasic | undefined): PipelineBasic {
  if (typeof live?.status !== 'string' || typeof live.web_url !== 'string') throw new InvalidResponse()
  return live
}

const summaryOf = ({ total }: TestReportSummary): TestSummary =>
  parsed(() => ({
    total: total.count,
    success: total.success,
    failed: total.failed,
    error: total.error,
    skipped: total.skipped,
    time: total.time,
  }))

/** The names of the failing tests. Empty if there is no report. */
export async function failingTests(api: Client, { project_id, id, test_summary }: Live): Promise<string> {
  if (!test_summary || test_summary.failed + test_summary.error === 0) return ''
  const { test_suites } = await api.pipelines.testReport(project_id, id)
  const failing = parsed(() =>
    test_suites.flatMap((suite) =>
      suite.test_cases
        .filter(({ status }) => status === 'failed' || status === 'error')
        .map(({ classname, name }) => [suite.name, classname, name].filter(Boolean).join(' › ')),
    ),
  )
  const more = failing.length > NAMED ? ` and ${failing.length - NAMED} more` : ''
  return ` Failing tests: ${failing.slice(0, NAMED).join(', ')}${more}.`
}
