import { text as calendarText } from '../../cli/calendar/format-text'
import type { LiveFreeze } from '../../cli/calendar/live-freeze'
import { LocalTime } from '../../cli/calendar/local-time'
import { sharedRowsOf } from '../../cli/calendar/shared-rows'
import { timelineHtml, timelineSvg } from '../../cli/calendar/timeline'
import { windowsOf } from '../../cli/calendar/windows'

const freeze = (freezeStart: string, freezeEnd: string, cronTimezone = 'UTC', project = 'acme/web'): LiveFreeze => ({
  project,
  freezeStart,
  freezeEnd,
  cronTimezone,
})

/** The windows of a single project, as strings. */
function windows(freezes: LiveFreeze[], from: string, days: number) {
  const rows = windowsOf(freezes, new Date(from), days)
  expect(rows.map(({ project }) => project)).toEqual(['acme/web'])
  const [{ windows, notes } = { windows: [], notes: [] }] = rows
  const texts = windows.map(({ start, end, overlaps }) =>
    [start.toISOString(), end?.toISOString() ?? 'never', ...(overlaps ? ['overlaps'] : [])].join(' '),
  )
  return { texts, notes }
}

/** A night that begins in winter and ends in summer, or the other way round. */
const nightly = (zone: string) => [freeze('0 22 * * *', '0 6 * * *', zone)]

/** A time that the clocks of Berlin skip every year. */
const skipped = '30 2 * 3 sun#-1'

describe('the windows of freezes', () => {
  it('shows the windows that start in a week, and the window that is active at its start', () => {
    const { texts, notes } = windows([freeze('0 23 * * fri', '0 7 * * mon')], '2026-06-20T00:00:00Z', 7)
    expect(texts).toEqual([
      '2026-06-19T23:00:00.000Z 2026-06-22T07:00:00.000Z',
      '2026-06-26T23:00:00.000Z 2026-06-29T07:00:00.000Z',
    ])
    expect(notes).toEqual([])
  })

  it('shows the same windows for @weekly and its equivalent schedule', () => {
    const { texts, notes } = windows([freeze('@weekly', '@noon')], '2026-06-20T00:00:00Z', 7)
    expect(texts).toEqual(windows([freeze('0 0 * * 0', '0 12 * * *')], '2026-06-20T00:00:00Z', 7).texts)
    expect(texts).toEqual(['2026-06-21T00:00:00.000Z 2026-06-21T12:00:00.000Z'])
    expect(notes).toEqual([])
  })

  it('shows a window that is an hour shorter in the night in which clocks go forward in Berlin', () => {
    expect(windows(nightly('Europe/Berlin'), '2026-03-28T12:00:00Z', 2).texts).toEqual([
      '2026-03-28T21:00:00.000Z 2026-03-29T04:00:00.000Z',
      '2026-03-29T20:00:00.000Z 2026-03-30T04:00:00.000Z',
    ])
  })

  it('shows a window that is an hour longer in the night in which clocks go back in Berlin', () => {
    expect(windows(nightly('Europe/Berlin'), '2026-10-24T12:00:00Z', 2).texts).toEqual([
      '2026-10-24T20:00:00.000Z 2026-10-25T05:00:00.000Z',
      '2026-10-25T21:00:00.000Z 2026-10-26T05:00:00.000Z',
    ])
  })

  it('shows windows for a time zone with half an hour of daylight saving time', () => {
    expect(windows(nightly('Australia/Lord_Howe'), '2026-04-04T00:00:00Z', 2).texts).toEqual([
      '2026-04-04T11:00:00.000Z 2026-04-04T19:30:00.000Z',
      '2026-04-05T11:30:00.000Z 2026-04-05T19:30:00.000Z',
    ])
  })

  it('combines the windows of a freeze that starts again when it ends', () => {
    const { texts } = windows([freeze('0 0 * * *', '0 0 * * *')], '2026-06-15T00:00:00Z', 3)
    expect(texts).toEqual(['2026-06-14T00:00:00.000Z 2026-06-18T00:00:00.000Z'])
  })

  it('shows neither windows nor notes for a freeze outside of the range of days', () => {
    const { texts, notes } = windows([freeze('0 0 24 12 *', '0 0 27 12 *')], '2026-06-15T00:00:00Z', 30)
    expect({ texts, notes }).toEqual({ texts: [], notes: [] })
  })

  it('shows a row for each project, sorted by name', () => {
    const freezes = ['b', 'a', 'b'].map((project) => freeze('0 0 * * *', '0 1 * * *', 'UTC', project))
    const rows = windowsOf(freezes, new Date('2026-06-15T12:00:00Z'), 1)
    expect(rows.map(({ project, windows }) => [project, windows.length])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })
})

describe('overlapping freezes', () => {
  it('marks the windows of two freezes of a project that overlap, and adds a note', () => {
    const weekend = freeze('0 23 * * fri', '0 7 * * mon')
    const party = freeze('0 12 20 6 *', '0 12 21 6 *')
    const { texts, notes } = windows([weekend, party], '2026-06-15T00:00:00Z', 14)
    expect(texts).toEqual([
      '2026-06-12T23:00:00.000Z 2026-06-15T07:00:00.000Z',
      '2026-06-19T23:00:00.000Z 2026-06-22T07:00:00.000Z overlaps',
      '2026-06-20T12:00:00.000Z 2026-06-21T12:00:00.000Z overlaps',
      '2026-06-26T23:00:00.000Z 2026-06-29T07:00:00.000Z',
    ])
    expect(notes).toEqual(['"0 12 20 6 *" to "0 12 21 6 *" (UTC) and "0 23 * * fri" to "0 7 * * mon" (UTC) overlap.'])
  })

  it('does not mark two freezes if one starts when the other ends', () => {
    const { texts, notes } = windows(
      [freeze('0 0 * * *', '0 1 * * *'), freeze('0 1 * * *', '0 2 * * *')],
      '2026-06-15T12:00:00Z',
      1,
    )
    expect(texts).toHaveLength(2)
    expect(texts.join()).not.toContain('overlaps')
    expect(notes).toEqual([])
  })

  it('does not mark freezes of different projects', () => {
    const freezes = ['a', 'b'].map((project) => freeze('0 0 * * *', '0 1 * * *', 'UTC', project))
    const rows = windowsOf(freezes, new Date('2026-06-15T12:00:00Z'), 1)
    expect(rows.flatMap(({ windows }) => windows.map(({ overlaps }) => overlaps))).toEqual([false, false])
  })

  it('adds a note if a project has the same freeze twice', () => {
    const { texts, notes } = windows(
      [freeze('0 0 * * *', '0 1 * * *'), freeze('0 0 * * *', '0 1 * * *')],
      '2026-06-15T12:00:00Z',
      1,
    )
    expect(texts).toEqual(Array(2).fill('2026-06-16T00:00:00.000Z 2026-06-16T01:00:00.000Z overlaps'))
    expect(notes).toEqual(['"0 0 * * *" to "0 1 * * *" (UTC) exists more than once.'])
  })
})

describe('a freeze with an unusual schedule', () => {
  it('shows a freeze that never ends from its last start', () => {
    const { texts, notes } = windows([freeze('0 0 24 12 *', skipped, 'Europe/Berlin')], '2026-06-15T00:00:00Z', 30)
    expect(texts).toEqual(['2025-12-23T23:00:00.000Z never'])
    expect(notes).toEqual([`"0 0 24 12 *" to "${skipped}" (Europe/Berlin) never ends: it has no end within 50 years.`])
  })

  it('marks all later windows as overlapping a freeze that never ends', () => {
    const freezes = [freeze('0 0 24 12 *', skipped, 'Europe/Berlin'), freeze('0 0 20 6 *', '0 0 21 6 *')]
    expect(windows(freezes, '2026-06-15T00:00:00Z', 30).texts).toEqual([
      '2025-12-23T23:00:00.000Z never overlaps',
      '2026-06-20T00:00:00.000Z 2026-06-21T00:00:00.000Z overlaps',
    ])
  })

  it('shows a note instead of windows for a freeze that never starts', () => {
    const { texts, notes } = windows([freeze(skipped, '0 0 * * *', 'Europe/Berlin')], '2026-06-15T00:00:00Z', 30)
    expect(texts).toEqual([])
    expect(notes).toEqual([
      `"${skipped}" to "0 0 * * *" (Europe/Berlin) never starts: it has no start within 50 years.`,
    ])
  })

  it.each([
    [
      freeze('every friday', '0 7 * * mon'),
      '"every friday" to "0 7 * * mon" (UTC) is not shown because its start is invalid: ',
    ],
    [
      freeze('0 23 * * fri', '0 99 * * *'),
      'is not shown because its end is invalid: the hour field must be 0 to 24, not 99.',
    ],
    [freeze('0 23 * * fri', '0 7 * * mon', 'Mars/Base'), '(Mars/Base) is not shown because its time zone is unknown.'],
  ])('shows a note for a freeze with an invalid schedule: %j', (unreadable, said) => {
    const { texts, notes } = windows([unreadable, freeze('0 0 16 6 *', '0 0 17 6 *')], '2026-06-15T00:00:00Z', 3)
    expect(texts).toHaveLength(1)
    expect(notes).toEqual([expect.stringContaining(said)])
  })

  it.each([
    ['every minute, without a gap', freeze('* * * * *', '* * * * *')],
    ['every second minute', freeze('*/2 * * * *', '1-59/2 * * * *')],
    ['every second', freeze('* * * * * *', '* * * * * *')],
  ])('shows a year of a freeze quickly and completely: %s', (_, dense) => {
    const { texts, notes } = windows([dense], '2026-06-15T00:00:00Z', 366)
    expect(texts).toHaveLength(1)
    const [, end = ''] = texts[0]!.split(' ')
    expect(Date.parse(end)).toBeGreaterThanOrEqual(Date.parse('2027-06-16T00:00:00Z'))
    expect(notes).toEqual([
      expect.stringMatching(/ has more than 1000 windows: windows less than 529 minutes apart are shown as one\.$/),
    ])
  })

  it('combines many windows, but keeps the longer gaps between them', () => {
    const workdays = freeze('*/5 9-16 * * *', '1-59/5 9-16 * * *')
    const { texts } = windows([workdays], '2026-06-15T00:00:00Z', 30)
    expect(texts).toHaveLength(30)
    expect(texts[0]).toMatch(/^2026-06-15T09:00:00.000Z 2026-06-15T1[67]:/)
  })
})

describe('the days of a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    // Midnight is skipped here.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    // And comes twice here.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // A day that was left out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['+05:45', '2026-06-15', '2026-06-14T18:15:00.000Z', '2026-06-15T18:15:00.000Z'],
  ])('computes the start and end of a day in a time zone: %s %s', (zone, date, start, end) => {
    const [day] = new LocalTime(zone).days(date, 1)
    expect(day).toMatchObject({ date, start: new Date(start), end: new Date(end) })
  })

  it('rejects an unknown time zone', () => {
    expect(() => new LocalTime('Mars/Base')).toThrow('Unknown time zone Mars/Base')
  })
})

describe('the timeline', () => {
  const from = new Date('2026-06-15T00:00:00Z')
  const draw = (freezes: LiveFreeze[], days = 30, timezone = 'UTC') =>
    timelineSvg(windowsOf(freezes, from, days), { from, days, timezone })

  it('draws each window at its position, with a title in the requested time zone', () => {
    const picture = draw([freeze('0 0 17 6 *', '0 12 18 6 *')], 30, 'Europe/Berlin')
    expect(picture).toContain(
      '<title>acme/web is frozen from Wed 2026-06-17 02:00 until Thu 2026-06-18 14:00 (1 d 12 h) by ' +
        '&quot;0 0 17 6 *&quot; to &quot;0 12 18 6 *&quot; (UTC)</title>',
    )
    const [, start, end] = /<path d="M([\d.]+) [\d.]+H([\d.]+)v12H\1z" fill="#3b82f6"/.exec(picture) ?? []
    // A day and a half of 30 pixels each.
    expect(Number(end) - Number(start)).toBeCloseTo(45, 0)
  })

  it('marks overlaps and freezes without end in the picture and in notes', () => {
    const picture = draw([freeze('0 0 24 12 *', skipped, 'Europe/Berlin'), freeze('0 0 20 6 *', '0 0 21 6 *')])
    expect(picture).toContain('fill="url(#trueup-overlap)"')
    expect(picture).toContain('with no end by')
    expect(picture).toContain('>two freezes at once</text>')
    expect(picture).toContain('>never ends</text>')
    expect(picture).toMatch(/! acme\/web: .*never ends: it has no end within 50 years\./)
  })

  it('does not let names, marks and bars overlap, even with wide letters', () => {
    const wide = 'acme/WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW'
    const picture = draw([freeze('0 0 17 6 *', skipped, 'Europe/Berlin', wide)])
    const [, name] = /<text x="(\d+)" y="[\d.]+" text-anchor="end">…W+<\/text>/.exec(picture) ?? []
    const [, mark] = /<text x="(\d+)" y="[\d.]+" text-anchor="middle" font-weight="700">!<\/text>/.exec(picture) ?? []
    const bars = [...picture.matchAll(/<path d="M([\d.]+) [\d.]+H[\d.]+l10/g)].map(([, x]) => Number(x))
    expect(bars).toHaveLength(1)
    // The name ends 12 pixels left of the center of the mark, which is three pixels wide and ends before the bars.
    expect(Number(mark) - Number(name)).toBe(12)
    expect(bars[0]! - Number(mark)).toBeGreaterThanOrEqual(10)
  })

  it('draws one row for projects with the same freezes in any order, and lists the projects', () => {
    const of = (project: string) => [freeze('0 0 17 6 *', '0 0 18 6 *', 'UTC', project)]
    const both = (project: string) => [...of(project), freeze('0 0 20 6 *', '0 0 21 6 *', 'UTC', project)]
    const freezes = [...both('b'), ...both('a').reverse(), ...of('c')]
    const rows = sharedRowsOf(freezes, from, 30)
    expect(rows.map(({ project, alike, windows: own }) => [project, alike, own.length])).toEqual([
      ['a', ['b'], 2],
      ['c', [], 1],
    ])
    const picture = timelineSvg(rows, { from, days: 30, timezone: 'UTC' })
    expect(picture).toContain('<title>a\nb</title>')
    expect(picture).toContain('>2 projects (1)</text>')
    expect(picture).toContain('>2 projects (1): a, b</text>')
    expect(picture).toContain('<title>2 projects are frozen from Wed 2026-06-17 00:00 until ')
  })

  it('draws the names on a page in a separate picture with the same height as the days', () => {
    const page = String(timelineHtml(sharedRowsOf(nightly('UTC'), from, 30), { from, days: 30, timezone: 'UTC' }))
    const [names = '', rest = ''] = page.split('<svg xmlns="http://www.w3.org/2000/svg" class="days"')
    const [width, height] = /class="names" role="group" width="(\d+)" height="(\d+)" viewBox="0 0 \1 \2"/
      .exec(names)!
      .slice(1)
    expect(names).toContain('>acme/web</text>')
    expect(rest).not.toContain('>acme/web</text>')
    expect(rest).toMatch(
      new RegExp(`^ role="group" width="\\d+" height="${height}" viewBox="${width} 0 \\d+ ${height}"`),
    )
  })

  it('makes the picture on a page wide enough for the legend', () => {
    const endless = [freeze('0 0 24 12 *', skipped, 'Europe/Berlin'), freeze('0 0 20 6 *', '0 0 21 6 *')]
    const timezone = 'America/Argentina/Buenos_Aires'
    const page = String(timelineHtml(sharedRowsOf(endless, from, 30), { from, days: 30, timezone }))
    const [, width, x] =
      /class="trueup-legend" role="group" width="(\d+)" .*<text x="([\d.]+)"[^>]*>times in A/.exec(page) ?? []
    expect(Number(width) - Number(x)).toBeGreaterThan(7 * `times in ${timezone}`.length)
    expect(page).toContain('>never ends</text>')
  })

  it('leaves unused marks out of the legend', () => {
    const picture = draw([freeze('0 0 20 6 *', '0 0 21 6 *')])
    expect(picture).toContain('>frozen</text>')
    expect(picture).not.toContain('two freezes at once')
    expect(picture).not.toContain('never ends')
  })

  it('draws adjacent windows as one bar if the gaps are too small', () => {
    const picture = draw([freeze('0 0 * * *', '59 23 * * *')])
    expect(picture.match(/fill="#3b82f6"/g)).toHaveLength(2)
    expect(picture).toContain(
      '<title>acme/web is frozen 30 times from Mon 2026-06-15 00:00 until Tue 2026-07-14 23:59, with gaps that are too short to draw',
    )
  })

  it('shades the weekends in the picture', () => {
    // Two Saturdays and two Sundays.
    expect(draw([], 14).match(/fill-opacity="0.07"/g)).toHaveLength(4)
  })

  it('escapes the names of projects in the picture', () => {
    const picture = draw([freeze('<b>', '"x" & y', 'UTC', '<script>')])
    expect(picture).not.toMatch(/<script|<b>|& y/)
    expect(picture).toContain('&lt;script&gt;')
  })
})

it('escapes control characters in a freeze calendar', () => {
  const name = '\x1b[2J\u202eevil\x9b'
  const time = new LocalTime('UTC')
  const at = new Date('2026-06-15T12:00:00Z')
  const rows = [{ project: name, windows: [], notes: [name] }]
  const calendar = { service: 'https://example.com', at, days: time.days('2026-06-15', 2), time, rows, free: [name] }
  const shown = calendarText(calendar, { colors: false, columns: 80 })
  expect(shown).toContain('evil')
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
})
