import fc from 'fast-check'
import { nextOccurrences, occurrences, parseCron } from '../../cron'

const at = (text: string, zone: string, from: string, count: number) =>
  nextOccurrences(parseCron(text).cron!, zone, new Date(from), count).map((date) =>
    date.toISOString().replace(/(:00)?\.000Z$/, 'Z'),
  )

describe('changes of the clocks', () => {
  it('skips the hour that Berlin skips in spring', () => {
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z', 2)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-30T00:30Z',
    ])
    expect(at('0,30 1-3 29 3 *', 'Europe/Berlin', '2026-03-28T12:00Z', 4)).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
      '2026-03-29T01:30Z',
    ])
  })

  it('repeats the hour that Berlin repeats in fall', () => {
    expect(at('30 2 * * *', 'Berlin', '2026-10-24T12:00Z', 3)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-26T01:30Z',
    ])
  })

  it('finds the second of two repeated times if it starts between them', () => {
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45Z', 1)).toEqual(['2026-10-25T01:30Z'])
  })

  it('skips a midnight that São Paulo skipped, but not the rest of the day', () => {
    expect(at('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', 1)).toEqual(['2018-11-05T02:00Z'])
    expect(at('0 0,1 * * sun', 'America/Sao_Paulo', '2018-11-03T12:00Z', 2)).toEqual([
      '2018-11-04T03:00Z',
      '2018-11-11T02:00Z',
    ])
  })

  it('supports the half hour of Lord Howe', () => {
    expect(at('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00Z', 3)).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-04T15:15Z',
      '2026-04-05T15:15Z',
    ])
    expect(at('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 1)).toEqual(['2026-10-04T15:15Z'])
  })

  it('keeps the order when the clocks go back from just after midnight to the previous day', () => {
    expect(at('0 0,23 * * *', 'America/St_Johns', '2010-11-07T00:00Z', 4)).toEqual([
      '2010-11-07T01:30Z',
      '2010-11-07T02:30Z',
      '2010-11-07T03:30Z',
      '2010-11-08T02:30Z',
    ])
  })

  it('continues after the Friday that Samoa skipped', () => {
    expect(at('0 12 * * *', 'Pacific/Apia', '2011-12-29T12:00Z', 2)).toEqual(['2011-12-29T22:00Z', '2011-12-30T22:00Z'])
  })

  it('finds the exact minute of a change', () => {
    expect(at('0,59 1-3 29 3 *', 'Europe/Berlin', '2026-03-29T00:30Z', 3)).toEqual([
      '2026-03-29T00:59Z',
      '2026-03-29T01:00Z',
      '2026-03-29T01:59Z',
    ])
    expect(at('0,59 1-3 25 10 *', 'Europe/Berlin', '2026-10-25T00:30Z', 4)).toEqual([
      '2026-10-25T00:59Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:59Z',
      '2026-10-25T02:00Z',
    ])
  })

  it('finds a change that lasts only a month', () => {
    // In the past, because releases of Node.js have different data about the future.
    expect(at('0 12 1 3-5 *', 'Africa/Casablanca', '2023-02-15T00:00Z', 3)).toEqual([
      '2023-03-01T11:00Z',
      '2023-04-01T12:00Z',
      '2023-05-01T11:00Z',
    ])
  })
})

it('supports offsets of quarter hours', () => {
  expect(at('0 0 * * *', 'Asia/Kathmandu', '2026-05-01T00:00Z', 1)).toEqual(['2026-05-01T18:15Z'])
  expect(at('0 0 * * *', '-03:15', '2026-05-01T00:00Z', 1)).toEqual(['2026-05-01T03:15Z'])
})

it('starts after the given time, to the second', () => {
  expect(at('*/20 * * * * *', 'UTC', '2026-05-01T00:00:20.000Z', 1)).toEqual(['2026-05-01T00:00:40Z'])
  expect(at('*/20 * * * * *', 'UTC', '2026-05-01T00:00:19.999Z', 1)).toEqual(['2026-05-01T00:00:20Z'])
})

it('matches either the day or the weekday if the schedule has both', () => {
  expect(at('0 0 13 * fri', 'UTC', '2026-02-07T00:00Z', 3)).toEqual([
    '2026-02-13T00:00Z',
    '2026-02-20T00:00Z',
    '2026-02-27T00:00Z',
  ])
  expect(at('0 0 1 * 1', 'UTC', '2026-02-25T00:00Z', 3)).toEqual([
    '2026-03-01T00:00Z',
    '2026-03-02T00:00Z',
    '2026-03-09T00:00Z',
  ])
})

it('requires a day to match both fields if the schedule has &', () => {
  expect(at('0 0 13 * fri&', 'UTC', '2026-02-07T00:00Z', 3)).toEqual([
    '2026-02-13T00:00Z',
    '2026-03-13T00:00Z',
    '2026-11-13T00:00Z',
  ])
})

it('only checks the weekday if the days cover the whole month', () => {
  expect(at('0 0 1-31 * fri', 'UTC', '2026-02-07T00:00Z', 2)).toEqual(['2026-02-13T00:00Z', '2026-02-20T00:00Z'])
})

it('counts weeks of the month from both ends', () => {
  expect(at('0 0 * * mon#5', 'UTC', '2026-03-01T00:00Z', 2)).toEqual(['2026-03-30T00:00Z', '2026-06-29T00:00Z'])
  expect(at('0 0 * * mon#-5', 'UTC', '2026-03-01T00:00Z', 2)).toEqual(['2026-03-02T00:00Z', '2026-06-01T00:00Z'])
  expect(at('0 0 -2 2 *', 'UTC', '2027-01-01T00:00Z', 2)).toEqual(['2027-02-27T00:00Z', '2028-02-28T00:00Z'])
})

it('counts every second week from the first of 2019, also backwards', () => {
  expect(at('0 0 * * tue%2+1', 'UTC', '2018-12-10T00:00Z', 3)).toEqual([
    '2018-12-18T00:00Z',
    '2019-01-01T00:00Z',
    '2019-01-15T00:00Z',
  ])
  expect(at('0 0 * * wed%3+2', 'UTC', '2019-01-01T00:00Z', 2)).toEqual(['2019-01-09T00:00Z', '2019-01-30T00:00Z'])
})

it('finds a fifth Monday of February, decades away', () => {
  expect(at('0 0 * 2 mon#5', 'UTC', '2072-03-01T00:00Z', 2)).toEqual(['2112-02-29T00:00Z', '2140-02-29T00:00Z'])
})

it('ends if nothing follows within 50 years', () => {
  expect(at('0 0 * * mon%9999+1', 'Europe/Madrid', '2026-01-01T00:00Z', 3)).toEqual([])
  expect(at('0 0 * * mon%0', 'UTC', '2026-01-01T00:00Z', 1)).toEqual([])
  expect(at('0 0 -30 2 *', 'UTC', '2026-01-01T00:00Z', 1)).toEqual([])
  expect(at('0 0 * * *', 'UTC', '2026-01-01T00:00Z', 0)).toEqual([])
})

it('refuses unknown time zones and invalid dates', () => {
  const { cron } = parseCron('0 0 * * *')
  expect(() => nextOccurrences(cron!, 'europe/berlin', new Date(0), 1)).toThrow(
    new RangeError('unknown time zone europe/berlin: use an IANA or Rails name'),
  )
  expect(() => nextOccurrences(cron!, 'UTC', new Date(NaN), 1)).toThrow('a valid date')
})

describe('calls of the runtime', () => {
  const runtime: { readonly format: unknown } = Intl.DateTimeFormat.prototype
  const asked = () => jest.spyOn(runtime, 'format', 'get')
  afterEach(() => jest.restoreAllMocks())

  it('calls the runtime a few dozen times for a year, and not again for the same year', () => {
    const questions = asked()
    at('0 0 * * 5', 'Europe/Lisbon', '2026-01-01T00:00Z', 50)
    expect(questions.mock.calls.length).toBeGreaterThan(20)
    expect(questions.mock.calls.length).toBeLessThan(100)
    questions.mockClear()
    at('* * * * *', 'Europe/Lisbon', '2026-01-01T00:00Z', 1000)
    expect(questions).not.toHaveBeenCalled()
  })

  it('limits the calls for the rarest schedule', () => {
    const questions = asked()
    at('0 0 * 2 mon#5', 'Europe/Oslo', '2072-03-01T00:00Z', 1)
    expect(questions.mock.calls.length).toBeLessThan(41 * 100)
  })
})

describe('any schedule in any zone', () => {
  const numbers = (min: number, max: number, maxLength: number) =>
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength })
  const schedules = fc.record({
    minutes: numbers(0, 59, 4),
    hours: fc.option(numbers(0, 23, 6)),
    days: fc.option(numbers(1, 28, 10)),
    months: fc.option(numbers(1, 12, 6)),
    weekdays: fc.option(numbers(0, 6, 4)),
  })
  type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never

  const textOf = ({ minutes, hours, days, months, weekdays }: Schedule) =>
    [minutes, hours, days, months, weekdays].map((list) => list?.join() ?? '*').join(' ')

  const clocks = new Map<string, Intl.DateTimeFormat>()
  /** What the runtime's own clock shows in a zone: month, day, hour, minute, weekday. */
  const clock = (zone: string, date: Date) => {
    const format =
      clocks.get(zone) ??
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        weekday: 'short',
      })
    clocks.set(zone, format)
    const [, weekday = '', ...parts] = /^(\w+), (\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(date)) ?? []
    const [month = NaN, day = NaN, hour = NaN, minute = NaN] = parts.map(Number)
    return { month, day, hour, minute, weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday) }
  }

  const matches = ({ minutes, hours, days, months, weekdays }: Schedule, zone: string, date: Date) => {
    const shown = clock(zone, date)
    const byDay = days?.includes(shown.day)
    const byWeekday = weekdays?.includes(shown.weekday)
    const dayMatches = days && weekdays ? byDay || byWeekday : (byDay ?? byWeekday ?? true)
    const timeMatches = minutes.includes(shown.minute) && (hours?.includes(shown.hour) ?? true)
    return timeMatches && dayMatches && (months?.includes(shown.month) ?? true)
  }

  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'Pacific/Apia',
  )

  it('returns times in order that match the fields in local time', () => {
    const starts = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(schedules, zones, starts, (schedule, zone, from) => {
        let last = from
        let left = 30
        for (const date of occurrences(parseCron(textOf(schedule)).cron!, zone, from)) {
          expect(date.getTime()).toBeGreaterThan(last.getTime())
          expect([date, matches(schedule, zone, date)]).toEqual([date, true])
          last = date
          if (--left === 0) break
        }
        expect(left).toBe(0)
      }),
      { seed: jest.getSeed() },
    )
  })

  it('returns all matching minutes, also around changes of the clocks', () => {
    // A day and a half from shortly before a change of the clocks somewhere.
    const changes = fc.constantFrom(
      '2026-03-28T22:00Z',
      '2026-10-24T22:00Z',
      '2026-03-07T22:00Z',
      '2026-10-31T22:00Z',
      '2018-11-03T16:00Z',
      '2010-11-06T16:00Z',
      '2026-04-04T08:00Z',
      '2026-10-03T08:00Z',
      '2011-12-29T22:00Z',
    )
    fc.assert(
      fc.property(schedules, zones, changes, (schedule, zone, start) => {
        const from = new Date(start)
        const minutes = Array.from({ length: 36 * 60 }, (_, index) => new Date(from.getTime() + (index + 1) * 60_000))
        const expected = minutes.filter((date) => matches(schedule, zone, date))
        expect(nextOccurrences(parseCron(textOf(schedule)).cron!, zone, from, expected.length)).toEqual(expected)
      }),
      { seed: jest.getSeed(), numRuns: 60 },
    )
  })
})
