import { formatNames } from '../../cli/calendar/format-names'
import type { CalendarRow } from '../../cli/calendar/windows'
import { count, days, from, megabyte, projects, written } from '../support/calendar-year'

jest.setTimeout(240_000)

it('writes a year of 1,000 different projects in less than 10 MB in every format, and reports omitted rows', () => {
  const minuteMs = 60_000
  const nights = days.length
  // The windows are not computed from cron, because that is slow and this test only measures the formats.
  const rows = projects.map((project, at): CalendarRow => {
    const freeze = {
      project,
      freezeStart: `${at % 60} ${at % 17} * * *`,
      freezeEnd: `0 ${18 + (at % 6)} * * *`,
      cronTimezone: 'UTC',
    }
    const windows = Array.from({ length: nights }, (_, night) => {
      const start = new Date(from.getTime() + (night * 1_440 + at) * minuteMs)
      return { start, end: new Date(start.getTime() + 400 * minuteMs), freeze, overlaps: false }
    })
    return { project, alike: [], windows, notes: [] }
  })
  const texts = written(rows)
  for (const name of formatNames) expect(Buffer.byteLength(texts[name])).toBeLessThan(10 * megabyte)
  const all = nights * projects.length
  expect(count(texts.ics, /^RRULE:/gm)).toBe(projects.length)
  expect(texts.text).toContain(`${all - 2_000} more windows, from `)
  expect(texts.html).toContain(`${all - 5_000} more windows, from `)
  expect(count(texts.html, /<tr><th scope="row">/g)).toBe(5_000)
  const { schedules, windowsLeftOut, completeUntil } = JSON.parse(texts.json) as {
    schedules: { windows: { start: string }[] }[]
    windowsLeftOut: number
    completeUntil: string
  }
  const listed = schedules.flatMap(({ windows }) => windows)
  expect(listed.length + windowsLeftOut).toBe(all)
  expect(listed.filter(({ start }) => start > completeUntil)).toEqual([])
  // 300,000 bars are drawn; each row has one title for all of its bars.
  expect(count(texts.svg, /h[\d.]+v12h-[\d.]+z/g)).toBe(Math.floor(300_000 / nights) * nights)
  expect(texts.svg).toContain('181 more rows are not drawn. Select fewer days or projects.')
})
