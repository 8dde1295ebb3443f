import type { Day } from './local-time'

const dayMs = 86_400_000

/** The horizontal positions of the days of a timeline. */
export class Axis {
  readonly dayWidth: number
  readonly right: number

  /** @param left Position of the first day. */
  constructor(
    readonly days: Day[],
    readonly left: number,
  ) {
    this.dayWidth = Math.min(240, Math.max(4, Math.floor(900 / days.length)))
    this.right = this.left + this.dayWidth * days.length
  }

  /** Position of the start of a day. All days have the same width, even if the clocks change. */
  day(index: number): number {
    return this.left + index * this.dayWidth
  }

  /** Position of a time; the nearer end if it is outside of the timeline. */
  at(date: Date): number {
    const time = date.getTime()
    const first = this.days[0]!.start.getTime()
    if (time <= first) return this.left
    // An estimate, because some days have 23 or 25 hours.
    let index = Math.min(Math.floor((time - first) / dayMs) + 1, this.days.length - 1)
    while (this.days[index]!.start > date) index--
    const { start, end } = this.days[index]!
    const part = (time - start.getTime()) / (end.getTime() - start.getTime())
    return this.day(index) + Math.min(part, 1) * this.dayWidth
  }

  /** The days with a number: all, or the Mondays if days are narrow. */
  numbered(): number[] {
    const all = this.days.map((_, index) => index)
    return this.dayWidth >= 18 ? all : all.filter((index) => this.days[index]!.weekday === 'Mon')
  }

  /** The days with the name of a month: the first day, and the first day of each month. */
  months(): number[] {
    const firsts = this.days.flatMap(({ date }, index) => (index > 0 && date.endsWith('-01') ? [index] : []))
    const room = firsts[0] === undefined || firsts[0] * this.dayWidth >= 64
    return room ? [0, ...firsts] : firsts
  }
}
