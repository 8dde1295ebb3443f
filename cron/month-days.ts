import type { Cron } from './parse'
import type { WeekdayRule } from './weekday-field'

/** Returns the number of a day's week, for schedules such as every second week. */
export type WeekOf = (year: number, month: number, day: number) => number

/** The days of a month (1 to 12) on which a schedule occurs, ascending. */
export function daysOfMonth(cron: Cron, year: number, month: number, weekOf: WeekOf): number[] {
  if (!cron.months.includes(month)) return []
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const firstWeekday = new Date(Date.UTC(year, month - 1)).getUTCDay()

  const isDay = (day: number) => cron.days?.some((wanted) => day === (wanted < 0 ? length + 1 + wanted : wanted))
  const isWeekday = (day: number) => {
    const rule = cron.weekdays?.get((firstWeekday + day - 1) % 7)
    return rule !== undefined && holds(rule, day)
  }
  const holds = (rule: WeekdayRule, day: number) => {
    switch (rule.kind) {
      case 'every':
        return true
      case 'nth':
        return rule.nth > 0 ? Math.ceil(day / 7) === rule.nth : Math.ceil((length + 1 - day) / 7) === -rule.nth
      case 'weeks':
        return (weekOf(year, month, day) - rule.offset) % rule.weeks === 0
    }
  }

  const days = Array.from({ length }, (_, index) => index + 1)
  if (!cron.days && !cron.weekdays) return days
  return days.filter((day) => (cron.both ? isDay(day) && isWeekday(day) : isDay(day) || isWeekday(day)))
}
