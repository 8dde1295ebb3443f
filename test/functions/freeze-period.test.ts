import { freezeWindows, getFreezePeriod, getFreezePeriods } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a freeze period and lists all, oldest first', async () => {
    const weekend = { freeze_start: '0 23 * * fri', freeze_end: '0 7 * * mon', cron_timezone: 'Europe/Berlin' }
    const { id } = await service.api.freezePeriods.create(1, weekend)
    const other = await service.api.freezePeriods.create(1, { ...weekend, cron_timezone: 'UTC' })
    const shown = { id, freezeStart: '0 23 * * fri', freezeEnd: '0 7 * * mon', cronTimezone: 'Europe/Berlin' }
    expect(await valueOf(getFreezePeriod({ project: 'acme/web', freezePeriod: id }))).toMatchObject(shown)
    expect(await valueOf(getFreezePeriods({ project: 1 }))).toMatchObject([
      shown,
      { id: other.id, cronTimezone: 'UTC' },
    ])
    await expect(valueOf(getFreezePeriod({ project: 2, freezePeriod: id }))).rejects.toThrow(/404 .*check project 2/)
    service.as('guest')
    await expect(valueOf(getFreezePeriods({ project: 1 }))).rejects.toThrow(
      /403 .*Reading freeze periods requires the Reporter role/,
    )
  })

  it('includes the next windows of a freeze period', async () => {
    const freeze = { freezeStart: '0 23 * * fri', freezeEnd: '0 7 * * mon' }
    await valueOf(freezeWindows(freeze))
    expect(service.asked()).toEqual([])
  })
})
