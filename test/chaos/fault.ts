import fc from 'fast-check'

/** Faults of a request, of the connection or of the service. */
const faultNames = [
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

export type FaultName = (typeof faultNames)[number]

/** The request at which something happens. */
interface Position {
  /** Which requests count: a program sends far more requests than writes. */
  of: 'requests' | 'writes'
  /** The number of requests before it. */
  at: number
}

/** A fault of one or more requests in a row. */
export interface PlannedFault extends Position {
  fault: FaultName
  /** The number of requests. Some faults ignore it. */
  times: number
}

/** The process that receives a signal; `group` is all of them, as with Ctrl-C. */
export type KillTarget = 'provider' | 'program' | 'cli' | 'group'

/** A signal that is sent during a request. */
export interface Kill extends Position {
  target: KillTarget
  signal: 'SIGKILL' | 'SIGINT'
  moment: 'before the work' | 'before the response' | 'after the response'
}

/** Most programs send some tens of requests and about twelve writes. */
const position = fc.oneof(
  fc.record({ of: fc.constant('requests' as const), at: fc.oneof(fc.nat(12), fc.nat(60)) }),
  fc.record({ of: fc.constant('writes' as const), at: fc.nat(12) }),
)

const times = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 6 }), fc.constant(40))

export const plannedFaults: fc.Arbitrary<PlannedFault[]> = fc.array(
  fc
    .tuple(fc.record({ fault: fc.constantFrom(...faultNames), times }), position)
    .map(([what, at]) => ({ ...what, ...at }))
    // Each of these takes a full time-out.
    .map((planned) =>
      /hangs|never/.test(planned.fault) ? { ...planned, times: Math.min(planned.times, 6) } : planned,
    ),
  { minLength: 1, maxLength: 8 },
)

export const kills: fc.Arbitrary<Kill | undefined> = fc.option(
  fc
    .tuple(
      fc.record({
        target: fc.constantFrom<KillTarget>('provider', 'program', 'cli', 'group'),
        signal: fc.constantFrom('SIGKILL' as const, 'SIGINT' as const),
        moment: fc.constantFrom(
          'before the work' as const,
          'before the response' as const,
          'after the response' as const,
        ),
      }),
      position,
    )
    .map(([what, at]) => ({ ...what, ...at })),
  { nil: undefined, freq: 2 },
)
