import { formatNames } from '../../cli/calendar/format-names'
import { sharedRowsOf } from '../../cli/calendar/shared-rows'
import { count, days, from, megabyte, projects, written } from '../support/calendar-year'

const cronTimezone = 'Europe/Berlin'

it('shows a year of 1,000 projects with the same freezes in one row, and in a small file of every format', () => {
  const rows = sharedRowsOf(
    projects.flatMap((project) => [
      { project, freezeStart: '0 22 * * *', freezeEnd: '0 6 * * *', cronTimezone },
      { project, freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon', cronTimezone },
    ]),
    from,
    days.length,
  )
  expect(rows).toEqual([expect.objectContaining({ project: projects[0], alike: expect.any(Array) as string[] })])
  expect(rows[0]!.alike).toHaveLength(999)
  // Each night and weekend, and the ones that started before the first day.
  expect(rows[0]!.windows).toHaveLength(367 + 53)
  const texts = written(rows)
  for (const name of formatNames) expect(texts[name].length).toBeLessThan(megabyte / 2)
  for (const name of ['text', 'svg', 'html', 'json'] as const) {
    for (const project of projects) expect(texts[name]).toContain(project)
  }
  expect(count(texts.text, /^1000 projects \(1\)  \w/gm)).toBe(420)
  expect(count(texts.html, /<tr><th scope="row">1000 projects \(1\)<\/th>/g)).toBe(420)
  // For nights: three series between the clock changes, and two for the nights of the changes. The same for weekends.
  expect(count(texts.ics, /^BEGIN:VEVENT/gm)).toBe(3 + 2 + 3 + 2)
  expect((JSON.parse(texts.json) as { schedules: { windows: object[] }[] }).schedules[0]!.windows).toHaveLength(420)
})
