import { getProjectHook, getProjectHooks } from '../../provider'
import { useEmulator } from '../support/emulator'
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

describe.each(['18.9', '19.3'] as const)('hooks of GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  beforeEach(() => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-maintainer'
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  it('tell whether a hook has secrets, if the service does, and never the secrets', async () => {
    const signing_token = `whsec_${Buffer.alloc(32).toString('base64')}`
    const hook = { url: 'https://example.com/hook', token: 'opensesame', signing_token }
    await emulator.post('/projects/1/hooks', { ...hook, resource_deploy_token_events: true })
    const found = await valueOf(getProjectHook({ project: 'acme/web', hook: 1 }))
    const shown = { tokenPresent: true, signingTokenPresent: true, resourceDeployTokenEvents: true }
    for (const one of [found, ...(await valueOf(getProjectHooks({ project: 1 })))]) {
      if (release === '19.3') expect(one).toMatchObject(shown)
      else for (const name of Object.keys(shown)) expect(one).not.toHaveProperty(name)
      expect(JSON.stringify(one)).not.toMatch(/opensesame|whsec_/)
    }
  })
})
