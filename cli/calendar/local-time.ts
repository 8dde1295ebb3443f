import { resolveTimeZone } from '../../cron'
import { Offsets } from '../../cron/offsets'

/** A day in a time zone. It has 23 or 25 hours if the clocks change. */
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

/** `Mon`. The formatter is created on demand, because this is slow. */
function weekdayOf(date: Date): string {
  weekdays ??= new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  return weekdays.format(date)
}

const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats times in a time zone. */
export class LocalTime {
  private readonly offsets: Offsets

  /**
   * @param zone An IANA or Rails name, or an offset such as `+05:30`. Default: the machine's time zone.
   * @throws RangeError if the zone is unknown.
   */
  constructor(readonly zone = machineZone()) {
    const resolved = resolveTimeZone(zone)
    if (!resolved) throw new RangeError(`Unknown time zone ${zone}. Use a name such as Europe/Berlin or UTC.`)
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

  /** A number of days, starting with a date such as `2026-06-19`. */
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

  /** The start of the day whose midnight in local time is `midnight`, written as if it were UTC. Days can start after midnight. */
  private begin(midnight: number): Date {
    const moments = [midnight - dayMs, midnight + dayMs].map((near) => midnight - this.offsets.at(near).offset)
    const begun = moments.filter((moment) => this.local(moment).getTime() >= midnight)
    return new Date(Math.min(...begun))
  }

  private local(moment: number): Date {
    return new Date(moment + this.offsets.at(moment).offset)
  }
}

/** A duration in its two largest units: `2 d 8 h`. */
export function spell(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  const units = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const parts = units.filter(([count]) => count > 0).slice(0, 2)
  return parts.map(([count, unit]) => `${count} ${unit}`).join(' ') || 'less than 1 min'
}
