/** What `trueup export` is asked for. */
export interface ExportFlags {
  project?: string[]
  group?: string[]
  out: string
  language: 'typescript'
  sets?: boolean
  baseUrl?: string
  /** Whether the summary is JSON. */
  json?: boolean
  force?: boolean
}
