/** A user as the endpoints of pipelines show one. */
export interface PipelineUser {
  id: number
  username: string
  name: string
  state: string
  avatar_url: string | null
  web_url: string
}

/** A pipeline, as single answers show it. */
export interface Pipeline {
  id: number
  /** Number within the project. */
  iid: number
  project_id: number
  /** Absent from the answers to creating, retrying and cancelling. */
  name?: string | null
  /** `created`, `pending`, `running`, `success`, `failed`, `canceled` … */
  status: string
  /** What started it: `push`, `web`, `api`, `trigger`, `pipeline` … */
  source: string
  /** Branch or tag. */
  ref: string
  sha: string
  before_sha: string
  /** Whether `ref` is a tag. */
  tag: boolean
  yaml_errors: string | null
  user: PipelineUser | null
  created_at: string
  updated_at: string
  started_at: string | null
  finished_at: string | null
  committed_at: string | null
  /** Seconds. */
  duration: number | null
  /** Seconds. */
  queued_duration: number | null
  /** Percent; most services send a text: `"30.00"`. */
  coverage: string | number | null
  web_url: string
  /** The status as the service's own pages show it. */
  detailed_status: PipelineDetailedStatus
}

export interface PipelineDetailedStatus {
  icon: string
  text: string
  label: string
  group: string
  tooltip: string
  has_details: boolean
  details_path: string | null
  illustration: unknown
  favicon: string
}
