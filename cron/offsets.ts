/** A period in which the offset of a time zone from UTC does not change. */
export interface Stretch {
  /** Its end in milliseconds since 1970. The next period can have the same offset. */
  readonly until: number
  /** Offset of the local time from UTC in milliseconds. */
  readonly offset: number
}

/** Returns the offset of a time zone from UTC in milliseconds, at a time in milliseconds since 1970. */
type OffsetAt = (moment: number) => number

const secondMs = 1000
const dayMs = 86_400_000
/** Shorter than the time between any two changes of a zone's offset. */
const probeMs = 14 * dayMs

/** The local time of one zone. */
export class Offsets {
  private readonly years = new Map<number, Stretch[]>()

  private constructor(private readonly offsetAt: OffsetAt) {}

  private static readonly zones = new Map<string, Offsets>()

  /** @param zone A result of `resolveTimeZone`. */
  static of(zone: string): Offsets {
    let offsets = this.zones.get(zone)
    if (!offsets) {
      offsets = new Offsets(/^[+-]/.test(zone) ? () => milliseconds(zone) : clockOf(zone))
      this.zones.set(zone, offsets)
    }
    return offsets
  }

  /** The period that contains a time. */
  at(moment: number): Stretch {
    const year = new Date(moment).getUTCFullYear()
    let stretches = this.years.get(year)
    if (!stretches) {
      stretches = this.survey(Date.UTC(year, 0), Date.UTC(year + 1, 0))
      this.years.set(year, stretches)
    }
    return stretches.find(({ until }) => moment < until)!
  }

  /** All periods between two times. */
  private survey(from: number, to: number): Stretch[] {
    const stretches: Stretch[] = []
    let offset = this.offsetAt(from)
    for (let start = from; start < to;) {
      const end = Math.min(start + probeMs, to)
      const next = this.offsetAt(end)
      if (next !== offset) stretches.push({ until: this.change(start, end, offset), offset })
      offset = next
      start = end
    }
    if (stretches.at(-1)?.until !== to) stretches.push({ until: to, offset })
    return stretches
  }

  /** The first second after `before` at which the offset is no longer `offset`. */
  private change(before: number, after: number, offset: number): number {
    while (after - before > secondMs) {
      const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs
      if (this.offsetAt(middle) === offset) before = middle
      else after = middle
    }
    return after
  }
}

function clockOf(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (moment) => milliseconds(format.format(moment))
}

/** Reads `+05:45` at the end of a string. Zero if there is none. */
function milliseconds(text: string): number {
  const [found, sign, hours, minutes, seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (!found) return 0
  const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * secondMs
  return sign === '-' ? -total : total
}
