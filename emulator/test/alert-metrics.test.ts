import { createHash } from 'node:crypto'
import { alertsOf, batch, generic, metrics, send } from './support/alert'
import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const startsAt = '2026-06-15T11:00:00Z'
const alertOf = (title: string, more: object = {}) => ({ startsAt, annotations: { title }, ...more })

describe.each<Flavor>(['spec', 'gitlab'])('alerts of a metrics manager, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const own = flavor === 'spec' ? 'svc' : 'gitlab'
  const other = flavor === 'spec' ? 'gitlab' : 'svc'
  const raise = (...alerts: object[]) => send(emulator, metrics, batch(...alerts))
  const created = async (alert: object) => {
    await raise({ startsAt, ...alert })
    return alertsOf(emulator).at(-1)
  }
  /** By the specification, the response lists the alerts; the response of GitLab is empty. */
  const response = (...list: object[]) =>
    flavor === 'spec' ? { status: 200, body: list } : { status: 201, body: undefined }

  it('stores an alert with all its fields', async () => {
    const item = {
      startsAt,
      endsAt: null,
      status: 'firing',
      generatorURL: 'http://host/graph?g0.expr=up%20%3D%3D%200&g0.tab=1',
      labels: { alertname: 'Down', severity: 'P2', [`${own}_environment_name`]: 'production' },
      annotations: {
        title: 'Service down',
        description: 'It is not up',
        runbook: 'https://example.com/up',
        [`${own}_y_label`]: 'ups',
        extra: { a: { b: 1 } },
      },
    }
    expect(await raise(item)).toEqual(response({ iid: 1, title: 'Service down' }))
    expect(alertsOf(emulator)).toEqual([
      {
        id: 1,
        iid: 1,
        project_id: 1,
        integration_id: 2,
        title: 'Service down',
        description: 'It is not up',
        severity: 'high',
        status: 'triggered',
        started_at: '2026-06-15T11:00:00.000Z',
        ended_at: null,
        events: 1,
        service: null,
        monitoring_tool: 'Prometheus',
        hosts: [],
        fingerprint: sha1(`${startsAt}/Service down/up == 0`),
        environment_id: 11,
        runbook: 'https://example.com/up',
        query: 'up == 0',
        y_label: 'ups',
        issue_id: null,
        payload: item,
        created_at: testNow,
        updated_at: testNow,
      },
    ])
  })

  it('creates one alert for each item', async () => {
    expect(await raise(alertOf('a'), alertOf('b'))).toEqual(response({ iid: 1, title: 'a' }, { iid: 2, title: 'b' }))
    expect(alertsOf(emulator)).toHaveLength(2)
  })

  it('accepts a batch without alerts', async () => {
    expect(await raise()).toEqual(response())
    expect(alertsOf(emulator)).toEqual([])
  })

  it('skips alerts without a title or a start', async () => {
    const items = [{ startsAt }, { annotations: { title: 'a' } }, { ...alertOf('b'), startsAt: '' }, alertOf('c')]
    expect(await raise(...items)).toEqual(response({ iid: 1, title: 'c' }))
    expect(alertsOf(emulator)).toHaveLength(1)
  })

  it.each([
    [{ annotations: { title: 'a', summary: 'b' }, labels: { alertname: 'c' } }, 'a'],
    [{ annotations: { title: '', summary: 'b' }, labels: { alertname: 'c' } }, 'b'],
    [{ annotations: null, labels: { alertname: 'c' } }, 'c'],
  ])('reads the title and the y-axis label from %j: %s', async (item, title) => {
    expect(await created(item)).toMatchObject({ title, y_label: title })
  })

  it('ignores fields with the prefix of the other flavor', async () => {
    expect(
      await created({
        labels: { [`${other}_environment_name`]: 'staging' },
        annotations: { title: 'a', [`${other}_y_label`]: 'y' },
      }),
    ).toMatchObject({ environment_id: null, y_label: 'a' })
  })

  it.each([
    ['critical', ['critical', 's1', 'P1', 'emergency', 'Fatal', 'unknown', 'whatever', '', undefined]],
    ['high', ['high', 'S2', 'p2', 'major', 'PAGE']],
    ['medium', ['medium', 's3', 'p3', 'error', 'alert']],
    ['low', ['low', 's4', 'p4', 'warn', 'warning', ...(flavor === 'gitlab' ? ['minor'] : [])]],
    ['info', ['info', 's5', 'p5', 'debug', 'information', 'notice']],
  ])('derives the severity %s from the labels %j', async (severity, spellings) => {
    const items = spellings.map((spelling, at) => ({ ...alertOf(`${at}`), labels: { severity: spelling } }))
    await raise(...items)
    expect(alertsOf(emulator).map((alert) => alert.severity)).toEqual(spellings.map(() => severity))
  })

  it(`gives minor alerts the severity ${flavor === 'spec' ? 'critical' : 'low'}`, async () => {
    expect(await created({ ...alertOf('a'), labels: { severity: 'minor' } })).toMatchObject({
      severity: flavor === 'spec' ? 'critical' : 'low',
    })
  })

  it('groups alerts with the same start, title and query', async () => {
    const query = { generatorURL: 'http://host?g0.expr=up' }
    await raise(alertOf('a', query))
    expect(await raise(alertOf('a', { ...query, labels: { severity: 'low' } }))).toEqual(
      response({ iid: 1, title: 'a' }),
    )
    await raise(alertOf('a'), alertOf('b', query), alertOf('a', { ...query, startsAt: testNow }))
    expect(alertsOf(emulator).map(({ events }) => events)).toEqual([2, 1, 1, 1])
  })

  it('resolves alerts by their status, at their end or now', async () => {
    await raise(alertOf('a'), alertOf('b'), alertOf('c'))
    await raise(
      alertOf('a', { status: 'resolved', endsAt: '2026-06-15T11:30:00Z' }),
      alertOf('b', { status: 'resolved' }),
      alertOf('c', { endsAt: '2026-06-15T11:30:00Z' }),
    )
    expect(alertsOf(emulator)).toMatchObject([
      { status: 'resolved', ended_at: '2026-06-15T11:30:00.000Z' },
      { status: 'resolved', ended_at: testNow },
      { status: 'triggered', ended_at: null, events: 2 },
    ])
  })

  it('skips unknown alerts that are resolved', async () => {
    expect(await raise(alertOf('a', { status: 'resolved' }))).toEqual(response())
    expect(alertsOf(emulator)).toEqual([])
  })

  it('refuses alerts without the key, even if the endpoint does not exist', async () => {
    const whole = batch(alertOf('a'))
    expect(await send(emulator, metrics, whole, { authorization: 'Bearer other' })).toEqual({
      status: 401,
      body: undefined,
    })
    emulator.putAlertIntegration({ project: 1, name: 'Metrics endpoint', active: false })
    expect(await send(emulator, metrics, whole)).toEqual({ status: 401, body: undefined })
    expect(alertsOf(emulator)).toEqual([])
  })

  const required = Object.keys(batch())
  it.each(required)(`${flavor === 'spec' ? 'refuses' : 'treats as generic'} a payload without %s`, async (key) => {
    const rest: Record<string, unknown> = { ...batch(alertOf('a')), title: 'generic' }
    delete rest[key]
    expect(await send(emulator, metrics, rest)).toEqual(
      flavor === 'spec' ? { status: 422, body: undefined } : { status: 200, body: [{ iid: 1, title: 'generic' }] },
    )
  })

  it(`${flavor === 'spec' ? 'accepts' : 'treats as generic'} a payload of another version`, async () => {
    const body = { ...batch(alertOf('a')), version: '5' }
    expect(await send(emulator, metrics, body)).toEqual({
      status: 200,
      body: [{ iid: 1, title: flavor === 'spec' ? 'a' : 'New: Alert' }],
    })
  })

  it(`reads a payload at a generic endpoint as ${flavor === 'spec' ? 'one generic alert' : 'alerts of a metrics manager'}`, async () => {
    expect(await send(emulator, generic, batch(alertOf('a'), alertOf('b')))).toEqual(
      flavor === 'spec' ? { status: 200, body: [{ iid: 1, title: 'New: Alert' }] } : { status: 201, body: undefined },
    )
    expect(alertsOf(emulator).map(({ title }) => title)).toEqual(flavor === 'spec' ? ['New: Alert'] : ['a', 'b'])
  })
})

describe('in the tier free', () => {
  const emulator = useEmulator({ flavor: 'spec', tier: 'free' })

  it('groups and resolves alerts of a metrics manager', async () => {
    for (let n = 0; n < 2; n++) await send(emulator, metrics, batch(alertOf('a')))
    expect(alertsOf(emulator)).toMatchObject([{ events: 2, status: 'triggered' }])
    await send(emulator, metrics, batch(alertOf('a', { status: 'resolved' })))
    expect(alertsOf(emulator)).toMatchObject([{ events: 2, status: 'resolved' }])
  })
})
