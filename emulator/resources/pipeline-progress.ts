import type { PipelineRecord } from '../records/pipeline'

/** Time that a pipeline waits for a runner. */
const waitMs = 1_000
/** Time that its jobs take. */
const runMs = 4_000

type Progress = Partial<Omit<PipelineRecord, 'id'>>

export const isCancelable = ({ status }: PipelineRecord): boolean =>
  ['created', 'waiting_for_resource', 'preparing', 'waiting_for_callback', 'pending', 'running', 'scheduled'].includes(
    status,
  )

/** The changes of a pipeline until now: a runner started it, and then its jobs ended. */
export function progressOf(pipeline: PipelineRecord, outcome: 'success' | 'failed', now: string): Progress {
  const start = Date.parse(pipeline.queued_at ?? now) + waitMs
  if (Date.parse(now) < start) return {}
  const started = startOf(pipeline, new Date(start).toISOString())
  if (Date.parse(now) < start + runMs) return started
  return { ...started, ...endOf({ ...pipeline, ...started }, outcome, new Date(start + runMs).toISOString()) }
}

function startOf({ status }: PipelineRecord, now: string): Progress {
  if (status === 'running') return {}
  return { status: 'running', updated_at: now, started_at: now, queued_duration: waitMs / 1000 }
}

/** The changes of a pipeline that ends with this status. */
export const endOf = (
  { started_at }: PipelineRecord,
  status: 'success' | 'failed' | 'canceled',
  now: string,
): Progress => ({
  status,
  updated_at: now,
  finished_at: now,
  duration: started_at === null ? null : seconds(started_at, now),
})

const seconds = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / 1000)
