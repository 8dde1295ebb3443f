import { output, secret } from '@pulumi/pulumi/output'
import { setMocks } from '@pulumi/pulumi/runtime/mocks'
import { resetOptions } from '@pulumi/pulumi/runtime/settings'
import fc from 'fast-check'
import { nextOccurrences, occurrences, parseCron } from '../../cron'
import { FreezePeriod, freezeWindows } from '../../provider'
import { freezeWindowsFrom } from '../../provider/functions/freeze-period-windows'
import { now, rows } from '../fixtures/cron-corpus.json'
import { isSecret, valueOf } from '../support/output'

/** Windows as `start/end`, without seconds where they are zero. */
const windows = async (...[args]: Parameters<typeof freezeWindows>) =>
  (await valueOf(freezeWindows(args))).map((window) =>
    [window.start, window.end].map((moment) => moment.replace(/(:00)?\.000Z$/, 'Z')).join('/'),
  )

const weekend = { freezeStart: '0 23 * * fri', freezeEnd: '0 7 * * mon', cronTimezone: 'Europe/Berlin' }

describe('the windows of a freeze period', () => {
  // Mocks would also respond to the functions of later tests.
  afterEach(() => resetOptions('project', 'stack', -1, '', '', false, ''))

  it('returns the next windows in UTC, five by default', async () => {
    // A Wednesday.
    const from = '2026-06-17T12:00:00Z'
    expect(await windows({ ...weekend, from, count: 2 })).toEqual([
      '2026-06-19T21:00Z/2026-06-22T05:00Z',
      '2026-06-26T21:00Z/2026-06-29T05:00Z',
    ])
    expect(await windows({ ...weekend, from })).toHaveLength(5)
    expect(await windows({ freezeStart: '0 23 * * fri', freezeEnd: '0 7 * * mon', from, count: 1 })).toEqual([
      '2026-06-19T23:00Z/2026-06-22T07:00Z',
    ])
  })

  it('starts with the current window, from its first to its last instant', async () => {
    const current = '2026-06-19T21:00Z/2026-06-22T05:00Z'
    const next = '2026-06-26T21:00Z/2026-06-29T05:00Z'
    for (const [from, first] of [
      ['2026-06-19T20:59:59.999Z', current],
      ['2026-06-19T21:00:00Z', current],
      ['2026-06-20', current],
      ['2026-06-22T07:00:00+02:00', current],
      ['2026-06-22T05:00:00.001Z', next],
    ]) {
      expect(await windows({ ...weekend, from: from!, count: 1 })).toEqual([first])
    }
  })

  it('starts at the current time by default', async () => {
    const [first] = await valueOf(freezeWindows({ freezeStart: '* * * * *', freezeEnd: '0 0 1 1 *' }))
    expect(new Date(first!.start).getTime()).toBeLessThanOrEqual(Date.now())
    expect(new Date(first!.end).getTime()).toBeGreaterThan(Date.now())
  })

  it('ignores a start within a window, and starts the next window with a start at its end', async () => {
    const from = '2026-06-17T12:00:00Z'
    expect(await windows({ freezeStart: '0 * * * *', freezeEnd: '30 8 * * *', from, count: 2 })).toEqual([
      '2026-06-17T09:00Z/2026-06-18T08:30Z',
      '2026-06-18T09:00Z/2026-06-19T08:30Z',
    ])
    expect(await windows({ freezeStart: '0 0 * * *', freezeEnd: '0 0 * * *', from, count: 2 })).toEqual([
      '2026-06-17T00:00Z/2026-06-18T00:00Z',
      '2026-06-18T00:00Z/2026-06-19T00:00Z',
    ])
  })

  it('returns a window that is an hour shorter or longer at a time change', async () => {
    const night = { freezeStart: '0 0 * * sun', freezeEnd: '0 6 * * sun', cronTimezone: 'Europe/Berlin', count: 1 }
    expect(await windows({ ...night, from: '2026-03-28T12:00:00Z' })).toEqual(['2026-03-28T23:00Z/2026-03-29T04:00Z'])
    expect(await windows({ ...night, from: '2026-10-24T12:00:00Z' })).toEqual(['2026-10-24T22:00Z/2026-10-25T05:00Z'])
    const atFive = { ...night, from: '2026-10-25T05:00:00Z' }
    expect(await windows(atFive)).toEqual(['2026-10-24T22:00Z/2026-10-25T05:00Z'])
  })

  it('extends a window whose end is skipped by a time change, and ends it once if the end repeats', async () => {
    const half = { freezeStart: '0 1 * * *', freezeEnd: '30 2 * * *', cronTimezone: 'Europe/Berlin' }
    expect(await windows({ ...half, from: '2026-03-28T12:00:00Z', count: 2 })).toEqual([
      '2026-03-29T00:00Z/2026-03-30T00:30Z',
      '2026-03-30T23:00Z/2026-03-31T00:30Z',
    ])
    expect(await windows({ ...half, from: '2026-10-24T12:00:00Z', count: 2 })).toEqual([
      '2026-10-24T23:00Z/2026-10-25T00:30Z',
      '2026-10-26T00:00Z/2026-10-26T01:30Z',
    ])
  })

  it('skips or repeats a window whose start is skipped or repeated by a time change', async () => {
    const half = { freezeStart: '30 2 * * *', freezeEnd: '45 2,3 * * *', cronTimezone: 'Berlin' }
    expect(await windows({ ...half, from: '2026-03-28T12:00:00Z', count: 1 })).toEqual([
      '2026-03-30T00:30Z/2026-03-30T00:45Z',
    ])
    expect(await windows({ ...half, from: '2026-10-24T12:00:00Z', count: 2 })).toEqual([
      '2026-10-25T00:30Z/2026-10-25T00:45Z',
      '2026-10-25T01:30Z/2026-10-25T01:45Z',
    ])
  })

  it('finds a window that started years ago', async () => {
    const leap = { freezeStart: '0 0 1 * *', freezeEnd: '0 0 29 2 *', from: '2027-06-15T00:00:00Z', count: 1 }
    expect(await windows(leap)).toEqual(['2024-03-01T00:00Z/2028-02-29T00:00Z'])
  })

  it('finds windows quickly even if the end schedule matched millions of times before', async () => {
    const windows = freezeWindows({
      freezeStart: '0 0 1 1 *',
      freezeEnd: '* * * * 5-7 *',
      from: '2026-03-27T12:00:00Z',
    })
    expect((await valueOf(windows))[0]).toEqual({ start: '2026-01-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' })
  })

  it('returns no windows for a freeze that never starts, and throws for one that never ends', async () => {
    const never = '0 0 * * mon%9999+1'
    expect(await windows({ ...weekend, freezeStart: never })).toEqual([])
    await expect(windows({ ...weekend, freezeEnd: never, from: '2026-06-17' })).rejects.toThrow(
      /^freezeWindows failed\. the freeze of \d{4}-\S+Z does not end within 50 years\.$/,
    )
  })

  it('names the invalid argument in an error', async () => {
    for (const [wrong, message] of [
      [
        { freezeStart: '0 25 * * *' },
        'freezeStart must be a cron expression such as "0 23 * * fri" (got "0 25 * * *"): the hour field must be 0 to 24',
      ],
      [
        { freezeEnd: '0 0 31 2 *' },
        'freezeEnd must be a cron expression such as "0 23 * * fri" (got "0 0 31 2 *"): it never occurs',
      ],
      [{ cronTimezone: 'Berlin/Europe' }, 'cronTimezone must be a time zone such as "UTC"'],
      [{ from: 'tomorrow' }, 'from must be a timestamp such as "2027-01-31T12:00:00Z" (got "tomorrow")'],
      [{ count: 0 }, 'count must be an integer from 1 to 1000'],
      [{ freezeStart: undefined as unknown as string }, 'freezeStart is required'],
    ] as const) {
      await expect(windows({ ...weekend, ...wrong })).rejects.toThrow(`freezeWindows failed. ${message}`)
    }
    const quiet = windows({ ...weekend, freezeStart: secret('hunter2') })
    await expect(quiet).rejects.toThrow(/^freezeWindows failed\. freezeStart must be a cron expression .*\[redacted\]/)
    await expect(quiet).rejects.not.toThrow('hunter2')
  })

  it('accepts a resource, or schedules that are outputs', async () => {
    await setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) })
    const freeze = new FreezePeriod('weekend', { project: 1, ...weekend })
    const [next] = await valueOf(freezeWindows(freeze))
    expect(new Date(next!.end).getTime()).toBeGreaterThan(Date.now())
    const from = '2026-06-17T12:00:00Z'
    const expected = ['2026-06-19T21:00Z/2026-06-22T05:00Z']
    expect(await windows({ ...freeze, from, count: 1 })).toEqual(expected)
    expect(await windows({ ...weekend, freezeStart: output(' 0 23 * * FRI '), from: output(from), count: 1 })).toEqual(
      expected,
    )
    expect(await isSecret(freezeWindows({ ...weekend, freezeEnd: secret(weekend.freezeEnd) }))).toBe(true)
  })

  // The search for the last end gave up between 32 and 50 years before.
  it('does not return past windows for a freeze that has been in force for 45 years', () => {
    const freeze = { freezeStart: '0 0 24 12 *', freezeEnd: '30 2 * 3 sun#-1', cronTimezone: 'Europe/Berlin' }
    expect(() => freezeWindowsFrom(freeze, new Date('2026-06-15T12:00:00Z'), 3)).toThrow(
      'the freeze of 1980-12-23T23:00:00.000Z does not end within 50 years',
    )
  })
})

describe('the corpus of schedules', () => {
  const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
  const plain = (text: string) => text.replace('.000Z', 'Z')
  /** With this schedule for the other side, windows are one second long. */
  const everySecond = '* * * * * *'
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'] as const

  it.each(zones)('starts and ends freezes at the times of the corpus in %s', async (cronTimezone) => {
    let compared = 0
    for (const { cron, next } of rows) {
      const times = next?.[cronTimezone]
      if (!times) continue
      const ours = nextOccurrences(parseCron(cron).cron!, cronTimezone, new Date(now), 3)
      // Beside Lord Howe's change of clocks the reference of the corpus misses some, as test/cron/corpus.test.ts
      // explains.
      if (ours.some((time, index) => plain(time.toISOString()) !== times[index])) continue
      compared++
      const started = freezeWindows({ freezeStart: cron, freezeEnd: everySecond, cronTimezone, from: later(1_001) })
      const ended = freezeWindows({ freezeStart: everySecond, freezeEnd: cron, cronTimezone, from: later(1) })
      expect([cron, (await valueOf(started)).slice(0, 3).map(({ start }) => plain(start))]).toEqual([cron, times])
      expect([cron, (await valueOf(ended)).slice(0, 3).map(({ end }) => plain(end))]).toEqual([cron, times])
    }
    expect(compared).toBe(cronTimezone === 'Australia/Lord_Howe' ? 381 : 391)
  })
})

describe('a random freeze', () => {
  const hour = 3_600_000
  const schedules = fc
    .tuple(fc.constantFrom(0, 15, 30), fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 }))
    .map(([minute, hours]) => `${minute} ${hours.join()} * * ${minute === 15 ? 'mon,thu' : '*'}`)
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
  const moments = fc.integer({ min: 0, max: 365 * 24 * 4 }).map((n) => Date.UTC(2026, 0, 1) + (n * hour) / 4)

  const timesOf = (text: string, zone: string, from: number, until: number) => {
    const times: number[] = []
    for (const date of occurrences(parseCron(text).cron!, zone, new Date(from))) {
      if (date.getTime() > until) break
      times.push(date.getTime())
    }
    return times
  }

  it('covers exactly the time from a start until the next end', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, schedules, zones, moments, async (freezeStart, freezeEnd, cronTimezone, from) => {
        const found = await valueOf(
          freezeWindows({ freezeStart, freezeEnd, cronTimezone, from: new Date(from).toISOString(), count: 12 }),
        )
        const spans = found.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
        const last = spans.at(-1)!.end
        const [starts, ends] = [freezeStart, freezeEnd].map((text) =>
          timesOf(text, cronTimezone, from - 240 * hour, last),
        )
        const quarters = Array.from({ length: ((last - from) * 4) / hour + 1 }, (_, index) => from + (index * hour) / 4)
        const wrong = quarters.filter((moment) => {
          const latest = starts!.findLast((start) => start <= moment)
          const holds = latest !== undefined && !ends!.some((end) => latest < end && end < moment)
          return holds !== spans.some(({ start, end }) => start <= moment && moment <= end)
        })
        expect(wrong).toEqual([])
      }),
      { seed: jest.getSeed(), numRuns: 40 },
    )
  })
})
