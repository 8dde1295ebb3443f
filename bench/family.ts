/** The size of a measurement. `smoke` only checks that the bench works. */
export type Scale = 'smoke' | 'quick' | 'full'

export interface Context {
  scale: Scale
  /** Number of runs of each measurement. */
  runs: number
  /** The Python interpreter for the tools that need it. Default: the first on PATH. */
  python?: string | undefined
  /** Prints progress. */
  say(line: string): void
}
