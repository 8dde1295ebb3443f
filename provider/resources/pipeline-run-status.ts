import type { Client, PipelineBasic, PipelineStatus, TestReportSummary } from '../../sdk'
import { InvalidResponse, parseResponse } from '../core/schema/invalid-response'

/** The statuses of a pipeline that continues without a user. `manual` waits for a user. */
const runningStatuses: readonly PipelineStatus[] = [
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
export const isRunning = (status: PipelineStatus): boolean => runningStatuses.includes(status)

/** The maximum number of failing tests in an error. */
const MAX_TEST_NAMES = 10

/** The numbers of tests of a pipeline. */
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
  const live = validPipeline(await api.pipelines.get(project, pipeline))
  if (isRunning(live.status)) return live
  return { ...live, test_summary: summaryOf(await api.pipelines.testReportSummary(project, pipeline)) }
}

/** Validates the status of a pipeline in a response. */
export function validPipeline(live: PipelineBasic | undefined): PipelineBasic {
  if (typeof live?.status !== 'string' || typeof live.web_url !== 'string') throw new InvalidResponse()
  return live
}

const summaryOf = ({ total }: TestReportSummary): TestSummary =>
  parseResponse(() => ({
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
  const failing = parseResponse(() =>
    test_suites.flatMap((suite) =>
      suite.test_cases
        .filter(({ status }) => status === 'failed' || status === 'error')
        .map(({ classname, name }) => [suite.name, classname, name].filter(Boolean).join(' › ')),
    ),
  )
  const more = failing.length > MAX_TEST_NAMES ? ` and ${failing.length - MAX_TEST_NAMES} more` : ''
  return ` Failing tests: ${failing.slice(0, MAX_TEST_NAMES).join(', ')}${more}.`
}
