import { parseCron, strip } from '../../cron'
import { leastTime } from '../shared/least-time'

const read = (text: string) => {
  const { cron, refusal } = parseCron(text)
  expect(refusal).toBeUndefined()
  return cron!
}

it.each([
  ['0 25 * * *', 'the hour field must be 0 to 24, not 25'],
  ['60 * * * *', 'the minute field must be 0 to 59, not 60'],
  ['61 0 0 * * *', 'the second field must be 0 to 59, not 61'],
  ['7 61 0 * * *', 'the minute field must be 0 to 59, not 61'],
  ['0 0 1-32 * *', 'the day field must be 1 to 31, -1 (the last) to -31, or L, not 32 in 1-32'],
  ['0 0 ? * *', 'the day field must be 1 to 31, -1 (the last) to -31, or L, not ?'],
  ['0 0 * january *', 'the month field must be 1 to 12 or jan to dec, not january'],
  [
    '0 0 * * mon,friday',
    'the weekday field must be 0 to 7 or sun to sat, as in mon-fri, mon#2, mon#L (the last) or mon%2 (every second week), not friday in mon,friday',
  ],
  [', * * * *', 'the minute field must be 0 to 59, not ,'],
  ['1 ,2 * * *', 'a space must not come before a comma in a list: ,2'],
  ['*/0 * * * *', 'a step in the minute field must be 1 to 99, not 0'],
  ['*/100 * * * *', 'a step in the minute field must be 1 to 99, not 100'],
  [
    '0 0 L/2 * *',
    'the day field cannot step from -1 without an end: count both ends from the end of the month, as in -7-L',
  ],
  ['0 0 -5-9 * *', 'the day field cannot go from -5 to 9: count both ends from the end of the month, as in -7-L'],
  ['0 0 * * mon#6', '# in the weekday field must be followed by 1 to 5, -1 to -5 or L, not 6'],
  ['0 0 * * mon%+1', '% in the weekday field must be followed by a number of weeks, as in mon%2 or mon%2+1, not +1'],
  ['0 0 * * mon%', '% in the weekday field must be followed by a number of weeks, as in mon%2 or mon%2+1, not nothing'],
  ['0 0 * * mon#1,1%2', 'the weekday field has both # and % for one weekday: keep one of them'],
  ['0 0 30 feb *', 'it never occurs: none of its months has such a day'],
  ['0 0 31 2,4 mon', 'it never occurs: none of its months has such a day'],
  ['0 0 * * * Europe/Berlin', 'the time zone (Europe/Berlin) must be a separate argument, not part of the schedule'],
  ['0 0 * * * +02:00', 'the time zone (+02:00) must be a separate argument, not part of the schedule'],
  ['0 0 * *', 'a schedule must have five fields (minute hour day month weekday), or six with seconds first, not 4'],
  [' ', 'a schedule must have five fields (minute hour day month weekday), or six with seconds first, but it is empty'],
  [
    '@reboot',
    'a schedule keyword must be one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @noon, @hourly, not @reboot',
  ],
  [
    '@daily UTC',
    'a schedule keyword must be one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @noon, @hourly, not @daily UTC',
  ],
  ['0 0 * * *\n', 'a schedule must not end with a tab or a line break'],
])('refuses the schedule %j with a reason', (text, refusal) => {
  expect(parseCron(text).refusal).toBe(refusal)
})

it.each(['*/0 * * * *', '0 0 L-3 * *', '0 0 -5-9 * *', '0 0 * * mon#1,1%2'])(
  'reports that the service fails on %s instead of refusing it',
  (text) => expect(parseCron(text)).toMatchObject({ fails: true }),
)

it.each(['*/0 25 * * *', '0 0 30 feb *'])('reports that the service refuses %s without failing', (text) => {
  expect(parseCron(text)).toMatchObject({ fails: false })
})

it.each([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  [' @daily ', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@noon', '0 12 * * *'],
  ['@hourly', '0 * * * *'],
])('reads %s as %s', (word, fields) => {
  expect(read(word)).toEqual(read(fields))
})

it.each([
  ['1,,2 * * * *', '1,2 * * * *'],
  [',1 * * * *', '1 * * * *'],
  ['1, * * * *', '1 * * * *'],
  ['1, ,2 * * * *', '1,2 * * * *'],
  ['0 1, * * *', '0 1 * * *'],
  ['0 1 , * * *', '0 1 * * *'],
  ['0 0 * * mon,', '0 0 * * mon'],
  ['1, 2 * * * *', '1 2 * * * *'],
])('ignores extra commas: reads %j as %j', (text, fields) => {
  expect(read(text)).toEqual(read(fields))
})

it.each(['0 0 13& * fri', '0 0 13 * fri&'])('requires both the day and the weekday in %s', (text) => {
  expect(read(text)).toMatchObject({ both: true, days: [13] })
  expect(read('0 0 13 * fri').both).toBe(false)
  expect(read('0 0 * * fri&')).toEqual(read('0 0 * * fri'))
})

it.each(['0& * * * *', '0 0 1&* * 1', '0 0 * * mon&,', '0 0 * * &mon'])(
  'refuses & in other places, as in %s',
  (text) => {
    expect(parseCron(text).refusal).toMatch(/field must be/)
  },
)

it('quotes only the beginning of a long schedule', () => {
  expect(parseCron(`${'9'.repeat(1000)} * * * *`).refusal).toBe(
    `the minute field must be 0 to 59, not ${'9'.repeat(40)}…`,
  )
})

it('separates fields by spaces and tabs, but not by line breaks', () => {
  expect(read('0\t12 \t * * *').hours).toEqual([12])
  expect(parseCron('0 12\n* * *').refusal).toContain('not 4')
})

it('removes the same surrounding characters as the service', () => {
  expect(strip('\0\t\n\v\f\r 0 0 * * *\t \0')).toBe('0 0 * * *')
  expect(strip(' \n ')).toBe('')
  expect(strip('\u00a00 0 * * *')).toBe('\u00a00 0 * * *')
})

describe('a list of numbers', () => {
  it.each([
    ['22-6', [0, 1, 2, 3, 4, 5, 6, 22, 23]],
    ['22-6/3', [1, 4, 22]],
    ['*/5', [0, 5, 10, 15, 20]],
    ['/5', [0, 5, 10, 15, 20]],
    ['*/24', [0]],
    ['20/2', [20, 22]],
    ['24', [0]],
    ['20-24', [0, 20, 21, 22, 23]],
    ['24-2', [0, 1, 2]],
    ['09,9,3', [3, 9]],
  ])('reads the hours %s', (hours, expected) => {
    expect(read(`0 ${hours} * * *`).hours).toEqual(expected)
  })

  it.each([
    ['L', [-1]],
    ['laST', [-1]],
    ['-3-L', [-3, -2, -1]],
    ['28-L', [28, 29, 30, 31]],
    ['28--2', [28, 29, 30, 31]],
    ['30-2', [1, 2, 30, 31]],
    ['1,*', undefined],
    ['*/1', undefined],
    ['1-31', undefined],
    ['1-L', undefined],
    ['1/1', undefined],
    ['-31-L', Array.from({ length: 31 }, (_, index) => index - 31)],
  ])('reads the days %s', (days, expected) => {
    expect(read(`0 0 ${days} * *`).days).toEqual(expected)
  })

  it('ignores months that have none of the days, even with weekdays', () => {
    expect(read('0 0 31 feb,aug fri').months).toEqual([8])
    expect(read('0 0 31 * fri').months).toHaveLength(12)
    expect(read('0 0 31 1-12 fri').months).toHaveLength(12)
    expect(read('0 0 -31 feb fri').months).toEqual([2])
  })
})

describe('a list of weekdays', () => {
  const every = { kind: 'every' }
  it.each([
    ['0-7', [0, 1, 2, 3, 4, 5, 6]],
    ['fri-MON', [0, 1, 5, 6]],
    ['7-1', [0, 1]],
    ['1-5/2', [1, 3, 5]],
    ['*/2', [0, 2, 4, 6]],
    ['5/2', [5]],
    ['*/0', [0, 1, 2, 3, 4, 5, 6]],
    ['*,1', [1]],
  ])('reads the weekdays %s', (weekdays, expected) => {
    const rules = [...read(`0 0 * * ${weekdays}`).weekdays!].sort(([a], [b]) => a - b)
    expect(rules).toEqual(expected.map((weekday) => [weekday, every]))
  })

  it.each(['*', '5-1/2'])('finds no weekday in %s, which does not restrict the days', (weekdays) => {
    expect(read(`0 0 * * ${weekdays}`).weekdays).toBeUndefined()
  })

  it.each([
    ['mon#1,mon#3', { kind: 'nth', nth: 1 }],
    ['mon#1,mon#L', { kind: 'nth', nth: -1 }],
    ['mon#1,1', every],
    ['1,mon%2', every],
    ['mon%3+1,mon%2+2,mon%2+1', { kind: 'weeks', weeks: 2, offset: 1 }],
  ])('keeps the lowest of several rules for a weekday: %s', (weekdays, expected) => {
    expect(read(`0 0 * * ${weekdays}`).weekdays).toEqual(new Map([[1, expected]]))
  })
})

describe('parsing time', () => {
  it.each([
    ['digits', (length: number) => `${'0'.repeat(length)} * * * *`],
    ['letters', (length: number) => `0 0 * * ${'a'.repeat(length)}`],
    ['dashes', (length: number) => `0 0 ${'-1'.repeat(length / 2)} * *`],
    ['blanks within', (length: number) => `0 0${' '.repeat(length)}* * *`],
    ['blanks at the end', (length: number) => `0 0 * * *${' '.repeat(length)}x${' '.repeat(length)}`],
    ['blanks and commas', (length: number) => `0 ${' ,'.repeat(length / 2)} * * *`],
    ['a long list', (length: number) => `${'0-59,'.repeat(length / 5)}1 * * * *`],
    ['a long list of weekdays', (length: number) => `0 0 * * ${'mon#1,'.repeat(length / 6)}1`],
    ['many fields', (length: number) => '0 '.repeat(length / 2)],
    ['weeks', (length: number) => `0 0 * * mon%${'9'.repeat(length)}`],
  ])('grows linearly with the length of %s', async (_, text) => {
    const [short, long] = [text(62_500), text(1_000_000)]
    const parsing = (expression: string) => leastTime(() => void parseCron(expression))
    const growth = (await parsing(long)) / (await parsing(short))
    // Sixteen times the text: 16 when linear, 256 when quadratic.
    expect(growth).toBeLessThan(100)
  })
})
