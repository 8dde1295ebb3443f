/** How much is measured: `smoke` only shows that the bench works. */
export const scales = ['smoke', 'quick', 'full'] as const
export type Scale = (typeof scales)[number]

export interface Context {
  scale: Scale
  /** How often each thing is measured. */
  runs: number
  /** A Python for what is written in it; found on PATH unless it is given. */
  python?: string | undefined
  /** Tells how far things are. */
  say(line: string): void
}
