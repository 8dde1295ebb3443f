import { nest, pairsOf } from '../http/nest'
import { atLeastOne, atMostOne, exactlyOne } from '../http/param-rules'
import { boolean, date, dateTime, hash, integer, list, segmentId, string, strings } from '../http/param-types'
import { type Parameters, params, type Shape } from '../http/params'
import { useEmulator } from './support/emulator'

const complaint = (parameters: Parameters<Shape>, raw: Record<string, unknown>): unknown => {
  try {
    return parameters.bind(raw)
  } catch (error) {
    return (error as { body: { error: string } }).body.error
  }
}

describe('the conversion of parameters', () => {
  it.each([
    ['integer', integer, [7, '7', ' 7 ', '1_000', '-5', 7.9, '', null], [7, 7, 7, 1000, -5, 7, null, null]],
    ['true', boolean, [true, 1, ...'1 t T y Y true True TRUE yes Yes YES on On ON'.split(' ')], Array(16).fill(true)],
    [
      'false',
      boolean,
      [false, 0, ...'0 f F n N false False FALSE no No NO off Off OFF'.split(' ')],
      Array(16).fill(false),
    ],
    ['nothing', boolean, ['', null], [null, null]],
    ['string', string, ['a', 5, true, 12.5, '', null], ['a', '5', 'true', '12.5', '', null]],
    [
      'date',
      date,
      ['2026-02-28', '28/02/2026', '2026/2/28', '20260228', ' 28.2.2026 ', '2026-02-28T23:00:00-05:00', ''],
      [...Array<string>(6).fill('2026-02-28'), null],
    ],
    [
      'moment in UTC',
      dateTime,
      [
        ...[
          '2026-02-28T08:00:00',
          '2026-02-28T08:00:00.000Z',
          '2026-02-28 08:00 UTC',
          '20260228T080000Z',
          '2026-02-28T08',
        ],
        ...['Sat, 28 Feb 2026 08:00:00 GMT', '28/02/2026 08:00'],
      ],
      Array(7).fill('2026-02-28T08:00:00.000Z'),
    ],
    [
      'moment in a zone',
      dateTime,
      [
        ...['2026-02-28T08:00:00+05:30', '2026-02-28T08:00:00+0530', '2026-02-28 08:00:00 +0530'],
        ...['2026-02-27T21:30:00-05', '2026-02-28T03:30:00,000+01:00'],
      ],
      Array(5).fill('2026-02-28T02:30:00.000Z'),
    ],
    [
      'moment without the zone that a bare plus sign cost',
      dateTime,
      ['2026-02-28', '2026-02-28T08:00:00 05:30'],
      ['2026-02-28T00:00:00.000Z', '2026-02-28T08:00:00.000Z'],
    ],
    ['list of texts', strings, ['x,y', ['x', 'y,z'], '', null], [['x', 'y'], ['x', 'y', 'z'], [], []]],
    ['list of texts without spaces around them', strings, ['x, y ,', ',x', {}], [['x', 'y'], ['', 'x'], []]],
    ['number in a path', segmentId, ['7', '7.5', '7.json', ' 7 ', '+7', '1_000'], [7, 7, 7, 7, 7, 1000]],
  ])('converts values to %s', (_type, param, sent, expected) => {
    expect(sent.map((x) => (params({ x: param }) as Parameters<Shape>).bind({ x })['x'])).toEqual(expected)
  })
})

describe('invalid parameters', () => {
  it.each([
    ['integer', integer, ['7.9', '0x10', 'abc', true, [7], {}]],
    ['boolean', boolean, ['null', 'nil', 'maybe', 2, 'tRUE', []]],
    ['string', string, [['a'], {}]],
    ['date', date, ['2026-02-30', '31/02/2026', 'soon', 5, 20260228, true]],
    ['timestamp', dateTime, ['2026-02-30T00:00:00Z', '2026-02-28T25:00:00Z', '2026-02-28 soon', '28 Foo 2026', 'soon']],
    ['object', hash, ['', [], 'a']],
    ['number in a path', segmentId, ['abc', '7a']],
    ['list', list(params({ key: string })), ['a', { key: 'a' }, ['a']]],
  ])('refuses values of another type than %s', (_type, param, sent) => {
    for (const x of sent) expect(complaint(params({ x: param }), { x })).toBe('x is invalid')
  })
})

describe('a requirement', () => {
  it.each([
    ['required accepts null', string.required(), { x: null }, { x: null }],
    ['required refuses an absent key', string.required(), {}, 'x is missing'],
    ['filled refuses blanks', string.filled(), { x: ' ' }, 'x is empty'],
    ['filled refuses null', string.filled(), { x: null }, 'x is empty'],
    ['default replaces an absent key', integer.default(3), {}, { x: 3 }],
    ['default replaces null', boolean.default(true), { x: '' }, { x: true }],
    ['oneOf accepts null', string.oneOf('a', 'b'), { x: null }, { x: null }],
    ['oneOf is case-sensitive', string.oneOf('a', 'b'), { x: 'A' }, 'x does not have a valid value'],
    ['oneOf refuses the empty string', string.oneOf('a', 'b'), { x: '' }, 'x does not have a valid value'],
    ['oneOf applies to each item of a list', strings.oneOf('a', 'b'), { x: 'a,c' }, 'x does not have a valid value'],
    [
      'oneOf complains in addition to a wrong type',
      string.oneOf('a'),
      { x: ['b'] },
      'x is invalid, x does not have a valid value',
    ],
    ['oneOf validates the items of an unexpected list', string.oneOf('a'), { x: ['a'] }, 'x is invalid'],
    ['except refuses its values', integer.except(0), { x: '0' }, 'x has a value not allowed'],
  ])('validates requirements: %s', (_case, param, raw, expected) => {
    expect(complaint(params({ x: param }), raw)).toEqual(expected)
  })

  it.each([
    [exactlyOne('a', 'b'), {}, 'a, b are missing, exactly one parameter must be provided'],
    [exactlyOne('a', 'b'), { a: null, b: false }, 'a, b are mutually exclusive'],
    [exactlyOne('a', 'b'), { a: null }, {}],
    [atLeastOne('a', 'b'), {}, 'a, b are missing, at least one parameter must be provided'],
    [atMostOne('a', 'b', 'c'), { a: 1, c: 1 }, 'a, c are mutually exclusive'],
    [atMostOne('a', 'b', 'c'), {}, {}],
  ])('validates combinations of parameters: case %#', (rule, raw, expected) => {
    expect(complaint(params({}, rule), raw)).toEqual(expected)
  })

  it('names parameters in a list by their index', () => {
    const rules = list(params({ level: integer, user: integer }, atMostOne('level', 'user')))
    expect(complaint(params({ rules }), { rules: [{ level: 'x' }, { level: 1, user: 2 }] })).toBe(
      'rules[0][level] is invalid, rules[1][level], rules[1][user] are mutually exclusive',
    )
  })
})

it('reads brackets in forms as nested parameters', () => {
  const read = (text: string) => JSON.parse(JSON.stringify(nest(pairsOf(text)))) as unknown
  expect(read('a=1&a=2&b[]=x&b[]=y+z&c[key]=%2B&d[][k]=1&d[][v]=2&d[][k]=3')).toEqual({
    a: '2',
    b: ['x', 'y z'],
    c: { key: '+' },
    d: [{ k: '1', v: '2' }, { k: '3' }],
  })
})

it('starts the next item of a list when a nested name is repeated', () => {
  const read = (text: string) => JSON.parse(JSON.stringify(nest(pairsOf(text)))) as unknown
  expect(read('d[][a][b]=1&d[][a][c]=2&d[][a][b]=3&d[][e][]=4&d[][e][]=5')).toEqual({
    d: [{ a: { b: '1', c: '2' } }, { a: { b: '3' }, e: ['4', '5'] }],
  })
})

it('reads a name without `=` as null, and with `=` only as an empty string', () => {
  expect({ ...nest(pairsOf('a&b=&&c=1')) }).toEqual({ a: null, b: '', c: '1' })
})

it('reads numbered lists in forms', () => {
  const parameters = params({ d: list(params({ k: string })) })
  expect(parameters.bind(nest(pairsOf('d[0][k]=a&d[1][k]=b')))).toEqual({ d: [{ k: 'a' }, { k: 'b' }] })
})

describe('over the wire', () => {
  const emulator = useEmulator({ flavor: 'spec' })

  it('joins all complaints in one error, in the order of declaration', async () => {
    const { status, body } = await emulator.get(
      '/projects/1/labels?with_counts=maybe&include_ancestor_groups=2&search[]=a&page=1.0&per_page=0',
    )
    expect(status).toBe(400)
    expect(body).toEqual({
      error:
        'with_counts is invalid, include_ancestor_groups is invalid, search is invalid, page is invalid, per_page has a value not allowed',
    })
  })

  it('ignores undeclared parameters', async () => {
    expect((await emulator.get('/projects/1/labels?unknown=1')).status).toBe(200)
  })

  it('refuses a name with values of different types', async () => {
    expect(await emulator.get('/projects/1/labels?a=1&a[]=2')).toMatchObject({ status: 400, body: 'Bad Request' })
  })

  it('refuses deeply nested parameters without failing', async () => {
    const nested = (depth: number) => `a${'[a]'.repeat(depth - 1)}=1`
    expect((await emulator.get(`/version?${nested(100)}`)).status).toBe(200)
    expect(await emulator.get(`/version?${nested(101)}`)).toMatchObject({ status: 400, body: 'Bad Request' })
    const form = nested(300_000)
    expect(await emulator.send('POST', '/projects/1/labels', { form })).toMatchObject({ status: 400 })
  })

  it('reads lists, and lists of objects, from brackets in queries and forms', async () => {
    expect((await emulator.get('/projects/1/pipelines?iids[]=1&iids[]=3')).body).toMatchObject([{ iid: 3 }, { iid: 1 }])
    const form = 'name=production&deploy_access_levels[][user_id]=3&deploy_access_levels[][user_id]=4'
    const { body } = await emulator.send('POST', '/projects/1/protected_environments', { form })
    expect(body).toMatchObject({ deploy_access_levels: [{ user_id: 3 }, { user_id: 4 }] })
    const token = 'name=deploy&scopes[]=api&scopes[]=read_api&expires_at=2026-12-31'
    expect(await emulator.send('POST', '/groups/acme/access_tokens', { form: token, as: 'owner' })).toMatchObject({
      status: 201,
      body: { scopes: ['api', 'read_api'] },
    })
  })

  it('reads a plus sign that is not encoded as a space, which removes the time zone of a date', async () => {
    const at = (time: string) => emulator.get(`/projects/1/pipelines?created_before=${time}`)
    expect((await at('2026-01-05T10:00:00%2B05:30')).body).toEqual([])
    expect((await at('2026-01-05T10:00:00+05:30')).body).toHaveLength(3)
    await emulator.send('POST', '/projects/1/labels', { form: 'name=a+b%2Bc&color=red' })
    expect((await emulator.get('/projects/1/labels?search=a+b%2Bc')).body).toMatchObject([{ name: 'a b+c' }])
  })

  it('treats a Boolean null as not sent', async () => {
    const mirror = { url: 'https://example.com/x.git', enabled: null, keep_divergent_refs: null }
    expect(await emulator.post('/projects/1/remote_mirrors', mirror)).toMatchObject({
      status: 201,
      body: { enabled: false, keep_divergent_refs: false },
    })
  })

  /** A parameter that is not a plain value caused a 500 with a stack trace. */
  it.each([
    ['credentials that nest', '/user?private_token[a]=1', 200],
    ['credentials in a list that nests', '/user?access_token[][a]=1', 200],
    ['a name to stand in for that nests', '/user?sudo[a]=1', 403],
    ['a format that nests', '/user?format[a]=1', 406],
  ])('responds without a crash to %s', async (_case, path, status) => {
    expect((await emulator.get(path)).status).toBe(status)
  })

  it('treats credentials that cannot be decoded as missing', async () => {
    const body = { name: 'bug', color: 'red', private_token: { toString: 1 }, access_token: [{ toString: 1 }] }
    expect((await emulator.post('/projects/1/labels', body)).status).toBe(201)
  })

  it.each(['{"name":"\\ud800","color":"red"}', '{"name":"a","color":"red","\\udc00":1}'])(
    'rejects an unpaired surrogate: %s',
    async (form) => {
      const headers = { 'Content-Type': 'application/json' }
      expect(await emulator.send('POST', '/projects/1/labels', { form, headers })).toMatchObject({
        status: 400,
        body: { error: 'Invalid JSON format' },
      })
    },
  )

  it.each(['[', 'a', '\\', '(?', '[a]', '[:a:]'])(
    'rejects a branch expression of 4 million characters: %s',
    async (unit) => {
      const body = { url: 'https://example.com/x.git', mirror_branch_regex: unit.repeat(4_000_000 / unit.length) }
      expect((await emulator.post('/projects/1/remote_mirrors', body)).status).toBe(400)
    },
    10_000,
  )
})
