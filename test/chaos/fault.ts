import fc from 'fast-check'

/** What may go wrong with a request, or around it. */
export const mishaps = [
  'cut before the work',
  'cut after the work',
  'half a body',
  'a slow drip',
  'a drip that never ends',
  'a Content-Length too large',
  'a Content-Length too small',
  'hangs before the work',
  'hangs after the work',
  '429',
  '500 before the work',
  '502 of HTML after the work',
  '503 of HTML before the work',
  'connections are refused for a while',
  'the token has expired',
  'a project moves',
  'a list changes',
] as const

export type Mishap = (typeof mishaps)[number]

/** When something happens. */
interface When {
  /** What is counted: a program asks much more than it writes. */
  of: 'requests' | 'writes'
  /** How many of these come before. */
  at: number
}

/** A mishap of so many requests, from a certain one on. */
export interface Blow extends When {
  mishap: Mishap
  /** How many it hits; where that makes no sense, it is not looked at. */
  times: number
}

/** Which process is told to end; `group` is all of them, as when Ctrl-C is typed. */
export type Victim = 'provider' | 'program' | 'cli' | 'group'

/** A signal, as a certain request is under way. */
export interface Kill extends When {
  victim: Victim
  signal: 'SIGKILL' | 'SIGINT'
  moment: 'before the work' | 'before the answer' | 'after the answer'
}

/** Most programs take some tens of requests, and a dozen writes. */
const when = fc.oneof(
  fc.record({ of: fc.constant('requests' as const), at: fc.oneof(fc.nat(12), fc.nat(60)) }),
  fc.record({ of: fc.constant('writes' as const), at: fc.nat(12) }),
)

const times = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 6 }), fc.constant(40))

export const blows: fc.Arbitrary<Blow[]> = fc.array(
  fc
    .tuple(fc.record({ mishap: fc.constantFrom(...mishaps), times }), when)
    .map(([what, at]) => ({ ...what, ...at }))
    // Each of these takes the whole time-out.
    .map((blow) => (/hangs|never/.test(blow.mishap) ? { ...blow, times: Math.min(blow.times, 6) } : blow)),
  { minLength: 1, maxLength: 8 },
)

export const kills: fc.Arbitrary<Kill | undefined> = fc.option(
  fc
    .tuple(
      fc.record({
        victim: fc.constantFrom<Victim>('provider', 'program', 'cli', 'group'),
        signal: fc.constantFrom('SIGKILL' as const, 'SIGINT' as const),
        moment: fc.constantFrom('before the work' as const, 'before the answer' as const, 'after the answer' as const),
      }),
      when,
    )
    .map(([what, at]) => ({ ...what, ...at })),
  { nil: undefined, freq: 2 },
)
