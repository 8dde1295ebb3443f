import { FreezePeriods } from '@gitbeaker/rest'
import type { Flavor } from '../../../emulator'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const weekend = ['0 22 * * 5', '0 6 * * 1'] as const
const UTC = { cronTimezone: 'UTC' }

describe.each<Flavor>(['spec', 'gitlab'])('freeze periods by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const freezePeriods = (as?: string | null) => new FreezePeriods(access(emulator, as))

  it('creates, reads and lists freeze periods', async () => {
    const made = await freezePeriods().create(1, ...weekend, { cronTimezone: 'Europe/Berlin' })
    expect(made).toEqual({
      id: 1,
      freeze_start: '0 22 * * 5',
      freeze_end: '0 6 * * 1',
      cron_timezone: 'Europe/Berlin',
      created_at: testNow,
      updated_at: testNow,
    })
    expect(await freezePeriods().show('acme/web', 1)).toEqual(made)
    expect(await freezePeriods('reporter').all(1)).toEqual([made])
  })

  it(`${spec ? 'uses UTC' : 'refuses a freeze period'} without a time zone`, async () => {
    const asked = freezePeriods().create(1, ...weekend)
    if (spec) expect(await asked).toMatchObject({ cron_timezone: 'UTC' })
    else await expect(asked).rejects.toMatchObject(refused(400, { cron_timezone: ["can't be blank"] }))
  })

  it('lists freeze periods in the order of creation, with duplicates', async () => {
    for (let made = 0; made < 3; made++) await freezePeriods().create(1, ...weekend, UTC)
    expect((await freezePeriods().all(1, { perPage: 2 })).map(({ id }) => id)).toEqual([1, 2, 3])
    expect((await freezePeriods().all(1, { perPage: 2, page: 2 })).map(({ id }) => id)).toEqual([3])
  })

  it('updates single fields of a freeze period', async () => {
    const made = await freezePeriods().create(1, ...weekend, UTC)
    emulator.advanceClock(60)
    const changed = await freezePeriods().edit(1, 1, { freezeEnd: ' 0 7 * * mon ' })
    expect(changed).toEqual({ ...made, freeze_end: '0 7 * * mon', updated_at: '2026-06-15T12:01:00.000Z' })
    expect(await freezePeriods().edit(1, 1)).toEqual(changed)
    expect(await freezePeriods().show(1, 1)).toEqual(changed)
  })

  it('deletes a freeze period once', async () => {
    await freezePeriods().create(1, ...weekend, UTC)
    expect(await freezePeriods().remove(1, 1, { showExpanded: true })).toMatchObject({ data: null, status: 204 })
    const gone = refused(404, '404 Not found')
    await expect(freezePeriods().remove(1, 1)).rejects.toMatchObject(gone)
    await expect(freezePeriods().edit(1, 1, { freezeStart: '0 0 * * *' })).rejects.toMatchObject(gone)
    expect(await freezePeriods().all(1)).toEqual([])
  })

  it('refuses invalid schedules and time zones', async () => {
    const said = (...fields: string[]) =>
      refused(400, Object.fromEntries(fields.map((field) => [field, ['syntax is invalid']])))
    await expect(freezePeriods().create(1, '0 0 0 * *', 'daily', { cronTimezone: 'Mars' })).rejects.toMatchObject(
      said('freeze_start', 'freeze_end', 'cron_timezone'),
    )
    await freezePeriods().create(1, ...weekend, UTC)
    await expect(freezePeriods().edit(1, 1, { cronTimezone: 'Mars' })).rejects.toMatchObject(said('cron_timezone'))
  })

  it('lets maintainers write and reporters read freeze periods', async () => {
    await expect(freezePeriods('developer').create(1, ...weekend, UTC)).rejects.toMatchObject(
      refused(403, '403 Forbidden'),
    )
    await expect(freezePeriods('guest').all(1)).rejects.toMatchObject(refused(403, '403 Forbidden'))
    await expect(freezePeriods('outsider').all(3)).rejects.toMatchObject(refused(404, '404 Project Not Found'))
    await expect(freezePeriods(null).all(2)).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })
})
