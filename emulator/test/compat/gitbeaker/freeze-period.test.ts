import { FreezePeriods } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const weekend = ['0 22 * * 5', '0 6 * * 1'] as const
const UTC = { cronTimezone: 'UTC' }

describe.each<Flavor>(['spec', 'gitlab'])('freeze periods by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
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
})
