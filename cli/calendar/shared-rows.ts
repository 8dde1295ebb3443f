import { grouped } from '../shared/grouped'
import type { LiveFreeze } from './live-freeze'
import { type CalendarRow, windowsOf } from './windows'

/** Like `windowsOf`, but projects with equal freezes share a row. */
export function sharedRowsOf(freezes: LiveFreeze[], from: Date, days: number): CalendarRow[] {
  const schedules = grouped([...grouped(freezes, ({ project }) => project)], ([, own]) =>
    JSON.stringify(
      own.map(({ freezeStart, freezeEnd, cronTimezone }) => [freezeStart, freezeEnd, cronTimezone]).sort(),
    ),
  )
  const alike = new Map<string, string[]>()
  const first: LiveFreeze[] = []
  for (const equal of schedules.values()) {
    const [[project, own], ...others] = equal.sort(([one], [other]) => (one < other ? -1 : 1)) as [
      [string, LiveFreeze[]],
      ...[string, LiveFreeze[]][],
    ]
    alike.set(
      project,
      others.map(([path]) => path),
    )
    first.push(...own)
  }
  return windowsOf(first, from, days).map((row) => ({ ...row, alike: alike.get(row.project) ?? [] }))
}

/** The paths of all projects of a row. */
export const projectsOf = ({ project, alike = [] }: CalendarRow): string[] => [project, ...alike]
