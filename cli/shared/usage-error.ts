/** The command was called incorrectly. The exit code is that of `EX_USAGE` in sysexits.h. */
export class UsageError extends Error {
  override name = 'UsageError'
  static readonly exitCode = 64
}
