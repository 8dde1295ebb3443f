import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const freezes = '/projects/1/freeze_periods'
const weekend = { freeze_start: '0 22 * * 5', freeze_end: '0 6 * * 1', cron_timezone: 'Europe/Berlin' }
const notFound = { status: 404, body: { message: '404 Not found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const project404 = { status: 404, body: { message: '404 Project Not Found' } }
const syntax = 'syntax is invalid'
const blank = "can't be blank"

describe.each<Flavor>(['spec', 'gitlab'])('freeze periods, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const make = async (more: object = {}, project = 1): Promise<number> => {
    const { status, body } = await emulator.post(`/projects/${project}/freeze_periods`, { ...weekend, ...more })
    expect(status).toBe(201)
    return (body as { id: number }).id
  }

  const ids = async (query = '') =>
    ((await emulator.get(`${freezes}${query}`)).body as { id: number }[]).map(({ id }) => id)

  describe('create', () => {
    it('returns all fields of a new freeze period', async () => {
      const { status, body } = await emulator.post(freezes, weekend)
      expect(status).toBe(201)
      expect(body).toEqual({ id: 1, ...weekend, created_at: testNow, updated_at: testNow })
    })

    it('accepts two identical freeze periods', async () => {
      await make()
      await make()
      expect(await ids()).toEqual([1, 2])
    })

    it.each([
      [{ freeze_start: ' \t0 22 * * 5\n' }, { freeze_start: '0 22 * * 5' }],
      [{ freeze_end: '  0 6 * * mon ' }, { freeze_end: '0 6 * * mon' }],
      [{ freeze_end: '0  6 * * SUN' }, { freeze_end: '0  6 * * SUN' }],
      [{ freeze_start: '*/15 8-18/2 1,15 jan-mar 1-5' }, { freeze_start: '*/15 8-18/2 1,15 jan-mar 1-5' }],
      [{ freeze_start: '0 0 * * tue%2' }, { freeze_start: '0 0 * * tue%2' }],
      [{ cron_timezone: 'Berlin' }, { cron_timezone: 'Berlin' }],
      [{ cron_timezone: 'Eastern Time (US & Canada)' }, { cron_timezone: 'Eastern Time (US & Canada)' }],
      [{ cron_timezone: 'America/New_York' }, { cron_timezone: 'America/New_York' }],
    ])('stores the freeze period %j', async (sent, stored) => {
      const response = await emulator.post(freezes, { ...weekend, ...sent })
      expect(response).toMatchObject({ status: 201, body: { ...weekend, ...stored } })
      expect(await emulator.get(`${freezes}/1`)).toMatchObject({ status: 200, body: { ...weekend, ...stored } })
    })

    it('uses UTC without a time zone in the specification, and refuses it in GitLab', async () => {
      const { cron_timezone: _zone, ...rest } = weekend
      const response = spec
        ? { status: 201, body: { cron_timezone: 'UTC' } }
        : { status: 400, body: { message: { cron_timezone: [blank] } } }
      expect(await emulator.post(freezes, rest)).toMatchObject(response)
      expect(await emulator.post(freezes, { ...rest, cron_timezone: null })).toMatchObject(response)
    })

    it.each([
      [{ freeze_end: '0 0 0 * *' }, { freeze_end: [syntax] }],
      [{ freeze_start: 'every 3h' }, { freeze_start: [syntax] }],
      [{ freeze_start: "'0 * * * *'" }, { freeze_start: [syntax] }],
      [{ freeze_start: '*********' }, { freeze_start: [syntax] }],
      [{ freeze_start: '0 22 * * 5 UTC' }, { freeze_start: [syntax] }],
      [{ freeze_start: '' }, { freeze_start: [syntax, blank] }],
      [{ freeze_start: ' \n' }, { freeze_start: [syntax, blank] }],
      [{ freeze_end: null }, { freeze_end: [syntax, blank] }],
      [{ cron_timezone: 'Mars/Phobos' }, { cron_timezone: [syntax] }],
      [{ cron_timezone: '' }, { cron_timezone: [blank] }],
      [{ cron_timezone: ' ' }, { cron_timezone: [blank] }],
      [
        { freeze_start: 'x', freeze_end: '', cron_timezone: 'x' },
        { freeze_start: [syntax], freeze_end: [syntax, blank], cron_timezone: [syntax] },
      ],
    ])('refuses the freeze period %j', async (sent, message) => {
      expect(await emulator.post(freezes, { ...weekend, ...sent })).toMatchObject({ status: 400, body: { message } })
      expect(await ids()).toEqual([])
    })

    it.each([
      [{}, 'freeze_start is missing, freeze_end is missing'],
      [{ freeze_start: '* * * * *' }, 'freeze_end is missing'],
      [{ ...weekend, freeze_start: [] }, 'freeze_start is invalid'],
      [{ ...weekend, cron_timezone: {} }, 'cron_timezone is invalid'],
    ])('refuses invalid parameters: %j', async (sent, error) => {
      expect(await emulator.post(freezes, sent)).toMatchObject({ status: 400, body: { error } })
    })

    it('fails on values that do not fit the columns', async () => {
      const [longest, longer] = [`${'0,'.repeat(493)}10,0 0 * * *`, `${'0,'.repeat(495)}0 0 * * *`]
      expect([longest.length, longer.length]).toEqual([998, 999])
      await make({ freeze_start: longest })
      const response = await emulator.post(freezes, { ...weekend, freeze_end: longer })
      expect(response).toMatchObject({ status: 500, body: { message: '500 Internal Server Error' } })
      expect(await ids()).toEqual([1])
    })
  })

  describe('list', () => {
    it('lists freeze periods by age, in pages', async () => {
      await make()
      emulator.setClock('2026-06-14T00:00:00Z')
      await make()
      emulator.setClock('2026-06-16T00:00:00Z')
      await make()
      await make()
      await emulator.put(`${freezes}/3`, { cron_timezone: 'UTC' })
      expect(await ids()).toEqual([2, 1, 3, 4])
      expect(await ids('?per_page=2&page=2')).toEqual([3, 4])
      expect((await emulator.get('/projects/2/freeze_periods')).body).toEqual([])
    })
  })

  describe('look-up', () => {
    it('requires an integer id, except in updates', async () => {
      const id = await make()
      const invalid = { status: 400, body: { error: 'freeze_period_id is invalid' } }
      expect(await emulator.get(`${freezes}/abc`)).toMatchObject(invalid)
      expect(await emulator.delete(`${freezes}/abc`)).toMatchObject(invalid)
      expect(await emulator.put(`${freezes}/abc`, {})).toMatchObject(notFound)
      expect(await emulator.put(`${freezes}/${id}x`, {})).toMatchObject({ status: 200, body: { id } })
    })

    it('does not find the freeze periods of other projects', async () => {
      const path = `${freezes}/${await make({}, 2)}`
      expect(await emulator.get(path)).toMatchObject(notFound)
      expect(await emulator.put(path, {})).toMatchObject(notFound)
      expect(await emulator.delete(path)).toMatchObject(notFound)
    })
  })

  describe('update', () => {
    it('changes only the sent fields of a freeze period', async () => {
      const path = `${freezes}/${await make()}`
      emulator.advanceClock(60)
      const changed = { freeze_end: '0 7 * * 1', cron_timezone: 'UTC' }
      expect(await emulator.put(path, { ...changed, freeze_end: ' 0 7 * * 1 ' })).toMatchObject({
        status: 200,
        body: { ...weekend, ...changed, created_at: testNow, updated_at: '2026-06-15T12:01:00.000Z' },
      })
      expect(await emulator.get(path)).toMatchObject({ body: { ...weekend, ...changed } })
    })

    it.each([[{}], [weekend], [{ freeze_start: ' 0 22 * * 5' }]])('does not change updated_at for %j', async (sent) => {
      const path = `${freezes}/${await make()}`
      emulator.advanceClock(60)
      expect(await emulator.put(path, sent)).toMatchObject({ status: 200, body: { ...weekend, updated_at: testNow } })
    })

    it.each([
      [{ freeze_start: 'often' }, { freeze_start: [syntax] }],
      [{ freeze_end: null }, { freeze_end: [syntax, blank] }],
      [{ cron_timezone: null }, { cron_timezone: [blank] }],
      [{ cron_timezone: '' }, { cron_timezone: [blank] }],
      [{ cron_timezone: 'Nowhere' }, { cron_timezone: [syntax] }],
    ])('refuses the freeze period %j', async (sent, message) => {
      const path = `${freezes}/${await make()}`
      expect(await emulator.put(path, sent)).toMatchObject({ status: 400, body: { message } })
      expect(await emulator.get(path)).toMatchObject({ body: weekend })
    })
  })

  describe('delete', () => {
    it('deletes a freeze period, and responds with 404 the second time', async () => {
      const path = `${freezes}/${await make()}`
      expect(await emulator.delete(path)).toMatchObject({ status: 204, body: undefined })
      expect(await emulator.delete(path)).toMatchObject(notFound)
    })

    it('respects If-Unmodified-Since when it deletes a freeze period', async () => {
      const path = `${freezes}/${await make()}`
      const headers = { 'If-Unmodified-Since': 'Mon, 15 Jun 2026 11:59:59 GMT' }
      expect(await emulator.delete(path, { headers })).toMatchObject({ status: 412 })
      expect(await ids()).toEqual([1])
    })
  })

  describe('permissions', () => {
    it.each([
      ['root', 200, 201],
      ['owner', 200, 201],
      ['maintainer', 200, 201],
      ['developer', 200, 403],
      ['reporter', 200, 403],
      ['guest', 403, 403],
      ['outsider', 403, 403],
    ])('responds to %s with %i for reading and %i for creating freeze periods', async (as, read, create) => {
      expect((await emulator.get('/projects/2/freeze_periods', { as })).status).toBe(read)
      expect((await emulator.post('/projects/2/freeze_periods', weekend, { as })).status).toBe(create)
    })

    it('checks the login first, then the parameters, the project, the role and the freeze period', async () => {
      const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
      expect(await emulator.post('/projects/2/freeze_periods', {}, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.get('/projects/2/freeze_periods', { as: null })).toMatchObject(unauthorized)
      expect(await emulator.post('/projects/99/freeze_periods', {})).toMatchObject({ status: 400 })
      expect(await emulator.post('/projects/3/freeze_periods', weekend, { as: 'outsider' })).toMatchObject(project404)
      expect(await emulator.get(`${freezes}/99`, { as: 'guest' })).toMatchObject(forbidden)
      expect(await emulator.put(`${freezes}/99`, {}, { as: 'developer' })).toMatchObject(forbidden)
      expect(await emulator.delete(`${freezes}/99`, { as: 'developer' })).toMatchObject(forbidden)
      expect(await emulator.post(freezes, {}, { as: 'developer' })).toMatchObject({ status: 400 })
      expect(await emulator.post(freezes, { ...weekend, freeze_end: 'x' }, { as: 'developer' })).toMatchObject(
        forbidden,
      )
    })

    it('refuses changes in an archived project, except in GitLab', async () => {
      const path = `${freezes}/${await make()}`
      emulator.patch('projects', 1, { archived: true })
      expect(await emulator.get(path)).toMatchObject({ status: 200 })
      if (!spec) {
        expect(await emulator.post(freezes, weekend)).toMatchObject({ status: 201 })
        expect(await emulator.put(path, { cron_timezone: 'UTC' })).toMatchObject({ status: 200 })
        expect(await emulator.delete(path)).toMatchObject({ status: 204 })
        return
      }
      expect(await emulator.post(freezes, weekend)).toMatchObject(forbidden)
      expect(await emulator.put(path, {})).toMatchObject(forbidden)
      expect(await emulator.delete(path)).toMatchObject(forbidden)
    })
  })
})
