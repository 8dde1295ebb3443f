import { collection } from '../store/store'

export interface PipelineVariable {
  key: string
  value: string
  variable_type: 'env_var' | 'file'
}

export interface PipelineRecord {
  id: number
  iid: number
  project_id: number
  name: string | null
  status: string
  source: string
  ref: string
  tag: boolean
  sha: string
  before_sha: string
  yaml_errors: string | null
  user_id: number
  variables: PipelineVariable[]
  /** The trigger token that started it. */
  trigger_id: number | null
  /** The pipeline whose job started it. */
  upstream_pipeline_id: number | null
  /** The start of automatic changes of the status. Null or absent if only requests and new states change it. */
  queued_at?: string | null
  created_at: string
  updated_at: string
  started_at: string | null
  finished_at: string | null
  committed_at: string | null
  /** Seconds. */
  duration: number | null
  /** Seconds. */
  queued_duration: number | null
  coverage: string | null
}

/** Whether the status changes with time. */
const isMoving = ({ queued_at, status }: PipelineRecord): boolean =>
  Boolean(queued_at) && ['created', 'pending', 'running'].includes(status)

export const pipelines = collection<PipelineRecord>('pipelines', {
  project: { by: (pipeline) => pipeline.project_id },
  trigger: { by: (pipeline) => pipeline.trigger_id ?? 'none' },
  upstream: { by: (pipeline) => pipeline.upstream_pipeline_id ?? 'none' },
  moving: { by: (pipeline) => (isMoving(pipeline) ? pipeline.project_id : 'none') },
})
