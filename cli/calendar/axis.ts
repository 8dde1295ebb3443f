import { type Day } from './local-time'

const dayMs = 86_400_000

/** Where the days of a time line are, from left to right. */
export class Axis {
  readonly dayWidth: number
  readonly right: number

  /** @param left Where the first day begins. */
  constructor(
    readonly days: Day[],
    readonly left: number,
  ) {
    this.dayWidth = Math.min(240, Math.max(4, Math.floor(900 / days.length)))
    this.right = this.left + this.dayWidth * days.length
  }

  /** Where a day begins; all are equally wide, whatever the clocks do. */
  day(index: number): number {
    return this.left + index * this.dayWidth
  }

  /** Where a moment is; the nearer end for one that is not on the line. */
  at(moment: Date): number {
    const time = moment.getTime()
    const first = this.days[0]!.start.getTime()
    if (time <= first) return this.left
    // Right but for an hour or so.
    let index = Math.min(Math.floor((time - first) / dayMs) + 1, this.days.length - 1)
    while (this.days[index]!.start > moment) index--
    const { start, end } = this.days[index]!
    const part = (time - start.getTime()) / (end.getTime() - start.getTime())
    return this.day(index) + Math.min(part, 1) * this.dayWidth
  }

  /** The days that have room for a number: all, or the Mondays. */
  numbered(): number[] {
    const all = this.days.map((_, index) => index)
    return this.dayWidth >= 18 ? all : all.filter((index) => this.days[index]!.weekday === 'Mon')
  }

  /** The days at which to name the month: the first, and the first of each month. */
  months(): number[] {
    const firsts = this.days.flatMap(({ date }, index) => (index > 0 && date.endsWith('-01') ? [index] : []))
    const room = firsts[0] === undefined || firsts[0] * this.dayWidth >= 64
    return room ? [0, ...firsts] : firsts
  }
}
