import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('an alert on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = () => ({
    endpointUrl: `${emulator.url}/acme/web/alerts/notify.json`,
    authorizationKey: 'emulator-alert-key',
    title: 'Maintenance under way',
    fingerprint: 'maintenance',
  })
  const full = () => ({
    ...args(),
    description: 'The database moves',
    startTime: '2026-06-15T08:00:00Z',
    service: 'shop',
    monitoringTool: 'pulumi',
    hosts: ['db-1', 'db-2'],
    severity: 'info',
    environmentName: 'production',
    payload: { ticket: { id: 7 } },
  })
  const engine = () => new Engine('alert', { url: emulator.url })
  const alerts = () => (emulator.state().collections.alerts?.records ?? []) as unknown as Record<string, unknown>[]
  const made = async (values: Record<string, unknown> = args()) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }

  it('sends an alert once, after which there is no diff', async () => {
    const stack = engine()
    expect(await stack.up(args())).toEqual({ step: 'create', changed: [] })
    expect(alerts()).toMatchObject([{ title: 'Maintenance under way', severity: 'critical', status: 'triggered' }])
    expect(stack.state).toMatchObject({ id: 'acme%2Fweb/maintenance', outputs: { iid: 1, fingerprint: 'maintenance' } })
    emulator.clearRequests()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args())).toEqual({ step: 'same', changed: [] })
    expect(emulator.requests()).toEqual([])
  })

  it('sends all declared fields with the names of the service', async () => {
    await made(full())
    expect(alerts()).toMatchObject([
      {
        title: 'Maintenance under way',
        description: 'The database moves',
        service: 'shop',
        monitoring_tool: 'pulumi',
        severity: 'info',
        started_at: '2026-06-15T08:00:00.000Z',
        hosts: ['db-1', 'db-2'],
        environment_id: expect.any(Number) as number,
      },
    ])
    expect(JSON.stringify(alerts())).toContain('"ticket":{"id":7}')
  })

  it('resolves the alert when its resource is deleted', async () => {
    const stack = await made()
    await stack.destroy()
    expect(alerts()).toMatchObject([{ status: 'resolved' }])
    expect(stack.warnings).toEqual([])
  })

  it('warns of an unencrypted endpoint, except on the local machine', async () => {
    const stack = engine()
    // Reaches the local machine with an address that is not a loopback address.
    const endpointUrl = `http://0.0.0.0:${new URL(emulator.url).port}/acme/web/alerts/notify.json`
    await stack.up({ ...args(), endpointUrl })
    const warning =
      'alert "Maintenance under way": endpointUrl is not encrypted: others on the network can read the data, ' +
      'including the authorizationKey.'
    expect(stack.warnings).toEqual([warning])
    await stack.destroy()
    expect(stack.warnings).toEqual([warning, warning])
    expect((await made()).warnings).toEqual([])
  })

  it('deletes an alert that another user resolved without an error', async () => {
    const stack = await made()
    const twin = stack.as({})
    await stack.destroy()
    await twin.destroy()
    expect(alerts()).toHaveLength(1)
  })

  it('resolves the old alert before it sends its replacement, which stays open', async () => {
    const stack = await made()
    expect(await stack.up({ ...args(), title: 'Still under way' })).toEqual({ step: 'replace', changed: ['title'] })
    expect(alerts()).toMatchObject([
      { title: 'Maintenance under way', status: 'resolved' },
      { title: 'Still under way', status: 'triggered' },
    ])
  })

  it('sends nothing when the key changes, and resolves the alert with the new key', async () => {
    const stack = await made()
    const [endpoint] = emulator.state().collections.alert_integrations?.records ?? []
    emulator.patch('alert_integrations', endpoint?.id ?? 0, { key: 'renewed' })
    const renewed = { ...args(), authorizationKey: 'renewed' }
    expect(await stack.up(renewed)).toEqual({ step: 'update', changed: ['authorizationKey'] })
    expect(emulator.requests()).toEqual([])
    await stack.destroy()
    expect(alerts()).toMatchObject([{ status: 'resolved' }])
  })

  it.each([
    ['the connection is cut before the work', { drop: 'before' }],
    ['the connection is cut after the work', { drop: 'after' }],
    ['502 after the work', { status: 502, work: true }],
  ] as const)('sends exactly one alert when the service fails: %s', async (_, fault) => {
    emulator.fault({ method: 'POST', ...fault })
    await made()
    expect(alerts()).toHaveLength(1)
  })

  it.each([
    ['endpointUrl', 'ftp://x', /must be the https URL of the integration/],
    ['endpointUrl', 'nonsense', /must be the https URL of the integration/],
    [
      'endpointUrl',
      'https://:s3cret@gitlab.com/a/b/alerts/notify.json',
      /must not contain the key: pass it as authori/,
    ],
    ['authorizationKey', '', /authorizationKey must not be empty/],
    ['title', ' ', /title must not be empty/],
    ['fingerprint', '', /fingerprint must not be empty/],
    ['severity', 'page', /one of "critical", "high"/],
    ['hosts', 'db-1', /must be a list/],
    ['startTime', 'yesterday', /must be a timestamp such as/],
    ['onConflict', 'adopt', /onConflict is not an argument of an? alert/],
  ])('rejects %s %p before any request', async (name, value, reason) => {
    const up = engine().up({ ...args(), [name]: value })
    await expect(up).rejects.toThrow(reason)
    await expect(up).rejects.not.toThrow(/s3cret/)
    expect(emulator.requests()).toEqual([])
  })

  it('never shows a wrong key', async () => {
    const up = engine().up({ ...args(), authorizationKey: 'wr0ng-key' })
    await expect(up).rejects.toThrow(
      /alert "Maintenance under way" was not created\..*401.*authorizationKey does not match the endpoint/,
    )
    await expect(up).rejects.not.toThrow(/wr0ng/)
  })

  it('explains an address without an alert endpoint', async () => {
    const endpointUrl = `${emulator.url}/acme/nothing/alerts/notify.json`
    const reason = flavor === 'spec' ? /404 Not Found/ : /422 .*not that of an alert endpoint of an existing project/
    await expect(engine().up({ ...args(), endpointUrl })).rejects.toThrow(reason)
  })

  it('does not send the access token to the endpoint', async () => {
    await made()
    expect(JSON.stringify(emulator.requests())).not.toContain('emulator-maintainer')
  })
})
