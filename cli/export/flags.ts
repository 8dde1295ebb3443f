/** The flags of `trueup export`. */
export interface ExportFlags {
  project?: string[]
  group?: string[]
  out: string
  language: 'typescript'
  sets?: boolean
  baseUrl?: string
  /** The format of the summary. */
  format: 'text' | 'json'
  force?: boolean
}
