import { getProjectHook, getProjectHooks } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a hook with its status and the names of its headers, and lists all', async () => {
    service.as('maintainer')
    const url = 'https://example.com/hook'
    const { id } = await service.api.projectHooks.create(1, { url, custom_headers: [{ key: 'X-Key', value: 'a' }] })
    const until = '2026-06-15T13:00:00.000Z'
    service.emulator.patch('project_hooks', id, { alert_status: 'temporarily_disabled', disabled_until: until })
    const shown = { id, url, pushEvents: true, alertStatus: 'temporarily_disabled', disabledUntil: until }
    expect(await valueOf(getProjectHook({ project: 'acme/web', hook: id }))).toMatchObject({
      ...shown,
      customHeaders: [{ key: 'X-Key' }],
    })
    expect(await valueOf(getProjectHooks({ project: 1 }))).toMatchObject([shown])
  })
})
