/** A problem with a project or group. `check` is the name of the failed check. */
export interface Problem {
  level: 'warning' | 'error'
  check: 'reference' | 'role' | 'archived' | 'feature' | 'hidden' | 'deletion'
  message: string
  remedy: string
}
