/** The languages of `--language`. */
export const languages = ['typescript', 'yaml', 'python', 'go', 'projects'] as const

/** The flags of `trueup export`. */
export interface ExportFlags {
  project?: string[]
  group?: string[]
  /** Whether the access tokens, variables, labels and members of subgroups are included. */
  recursive?: boolean
  /** A state of Terraform, whose objects are exported instead. */
  fromTerraform?: string
  out: string
  language: (typeof languages)[number]
  /** Whether a program in TypeScript uses the plugin. */
  native?: boolean
  sets?: boolean
  /** The number of levels of groups in the names of the files of projects. */
  depth?: number
  /** Whether the values that the service shows become secrets in the configuration of a stack. */
  values?: boolean
  /** The stack for these values. Default: the selected one. */
  stack?: string
  /** Whether the program contains the values of variables that are not masked, protected or hidden. */
  plainValues?: boolean
  /** Whether objects of kinds that Trueup does not manage are counted. */
  counts: boolean
  baseUrl?: string
  /** The format of the summary. */
  format: 'text' | 'json'
  force?: boolean
}
