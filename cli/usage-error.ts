/** The command was called in a way that it does not know. The exit code is that of `EX_USAGE` in sysexits.h. */
export class UsageError extends Error {
  override name = 'UsageError'
  static readonly exitCode = 64
}
