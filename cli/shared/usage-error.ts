/** The arguments of the command are invalid. The exit code is `EX_USAGE` of sysexits.h. */
export class UsageError extends Error {
  override name = 'UsageError'
  static readonly exitCode = 64
}
