import { resolveTimeZone } from '../../cron'
import { Offsets } from '../../cron/offsets'

/** A day as the clocks of a zone count it: 23 or 25 hours where they change. */
export interface Day {
  /** `YYYY-MM-DD`. */
  date: string
  /** `Mon`. */
  weekday: string
  start: Date
  end: Date
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

let weekdays: Intl.DateTimeFormat | undefined

/** `Mon`. Made when it is needed: the first one takes its time. */
function weekdayOf(date: Date): string {
  weekdays ??= new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  return weekdays.format(date)
}

const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Times as the clocks of a zone show them. */
export class LocalTime {
  private readonly offsets: Offsets

  /**
   * @param zone A name from the IANA database or of Rails, or an offset such as `+05:30`; default that of this machine.
   * @throws RangeError for another name.
   */
  constructor(readonly zone = machineZone()) {
    const resolved = resolveTimeZone(zone)
    if (!resolved) throw new RangeError(`The time zone ${zone} is unknown: write a name such as Europe/Berlin or UTC.`)
    this.offsets = Offsets.of(resolved)
  }

  /** `Fri 2026-06-19 23:00`. */
  minute(date: Date): string {
    const local = this.local(date.getTime())
    return `${weekdayOf(local)} ${local.toISOString().slice(0, 16).replace('T', ' ')}`
  }

  /** `2026-06-19`. */
  date(date: Date): string {
    return this.local(date.getTime()).toISOString().slice(0, 10)
  }

  /** So many days, the first being the one named, such as `2026-06-19`. */
  days(first: string, count: number): Day[] {
    const midnight = Date.parse(`${first}T00:00:00Z`)
    return Array.from({ length: count }, (_, index) => {
      const local = midnight + index * dayMs
      const date = new Date(local)
      return {
        date: date.toISOString().slice(0, 10),
        weekday: weekdayOf(date),
        start: this.begin(local),
        end: this.begin(local + dayMs),
      }
    })
  }

  /** When a day begins whose midnight, were the zone's clock UTC, is at this moment. It may begin later than at midnight. */
  private begin(midnight: number): Date {
    const moments = [midnight - dayMs, midnight + dayMs].map((near) => midnight - this.offsets.at(near).offset)
    const begun = moments.filter((moment) => this.local(moment).getTime() >= midnight)
    return new Date(Math.min(...begun))
  }

  private local(moment: number): Date {
    return new Date(moment + this.offsets.at(moment).offset)
  }
}

/** How long something takes, in its two largest units: `2 d 8 h`. */
export function spell(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  const units = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const told = units.filter(([count]) => count > 0).slice(0, 2)
  return told.map(([count, unit]) => `${count} ${unit}`).join(' ') || 'under a minute'
}
