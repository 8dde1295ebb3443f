import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe.each(['spec', 'gitlab'] as const)('a garbled response on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
  const label = { project: 1, name: 'bug', color: '#FF0000' }
  const token = { group: 'acme', name: 'deploy', scopes: ['read_api'], expiresAt: '2026-12-31' }
  const list = async (path: string) => (await emulator.get(path, { as: 'owner' })).body as Json[]
  const works = async (secret: unknown) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(secret) } })).status === 200
  const live = { id: 1, name: 'bug', color: '#FF0000', text_color: '#FFFFFF', priority: null, is_project_label: true }

  it.each([null, '1', 1.5, -1, {}, [1], true])('does not store an invalid id: %j', async (id) => {
    const stack = engine('label')
    emulator.fault({ method: 'POST', work: true, status: 201, body: { ...live, id } })
    await stack.up(label)
    const [made, ...others] = await list('/projects/1/labels')
    expect(stack.state).toMatchObject({ id: `1/${String(made?.id)}`, outputs: { labelId: made?.id } })
    expect(others).toEqual([])
  })

  it.each([{ color: 5 }, { description: ['x'] }, { priority: '3' }, { name: {} }])(
    'does not store an invalid value: %j',
    async (wrong) => {
      const stack = engine('label')
      await stack.up(label)
      const { state } = stack
      emulator.fault({ method: 'GET', path: /labels/, status: 200, body: [{ ...live, ...wrong }], times: 2 })
      await expect(stack.refresh()).rejects.toThrow(
        /^label "bug" of 1 was not read\. The response is invalid: \w+ has the wrong type$/,
      )
      expect(stack.state).toBe(state)
      // The same for a write.
      emulator.clearFaults()
      emulator.fault({ method: 'PUT', work: true, status: 200, body: { ...live, ...wrong } })
      await stack.up({ ...label, color: '#0000FF' })
      expect(stack.state?.outputs).toMatchObject({ name: 'bug', color: '#0000FF', description: null })
    },
  )

  it.each(['label', 'freeze-period', 'trigger-token', 'remote-mirror', 'group-access-token'])(
    'does not take a garbled response as proof that a %s was deleted',
    async (kind) => {
      const args: Record<string, Json> = {
        label,
        'freeze-period': { project: 1, freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1' },
        'trigger-token': { project: 1, description: 'nightly' },
        'remote-mirror': { project: 1, url: 'https://example.com/x.git' },
        'group-access-token': token,
      }
      const stack = engine(kind)
      await stack.up(args[kind]!)
      const { state } = stack
      const path = /\/(labels|freeze_periods|triggers|remote_mirrors|access_tokens)/
      for (const body of [[{}], [{ ...live, id: null }], [{ ...live, id: 'x' }]]) {
        emulator.fault({ method: 'GET', path, status: 200, body, times: 20 })
        await expect(stack.refresh()).rejects.toThrow(
          /does not identify the object|contains an id that is not an integer/,
        )
        expect(stack.state).toBe(state)
        emulator.clearFaults()
      }
    },
  )

  it.each([undefined, null, '', 5])('does not store an invalid secret of a new token: %j', async (secret) => {
    const stack = engine('group-access-token')
    const shown = {
      id: 11,
      user_id: 900,
      name: 'deploy',
      scopes: ['read_api'],
      access_level: 40,
      active: true,
      revoked: false,
    }
    emulator.fault({
      method: 'POST',
      path: /access_tokens$/,
      work: true,
      status: 201,
      body: { ...shown, token: secret },
    })
    await stack.up(token)
    expect(await works(stack.state?.outputs.token)).toBe(true)
    expect(await list('/groups/10/access_tokens?state=active')).toHaveLength(1)
    // Nor that of one that was rotated: the one before is worth nothing.
    emulator.fault({ method: 'POST', path: /rotate$/, work: true, status: 200, body: { ...shown, token: secret } })
    await stack.up({ ...token, expiresAt: '2027-01-31' })
    expect(await works(stack.state?.outputs.token)).toBe(true)
    expect(await list('/groups/10/access_tokens?state=active')).toHaveLength(1)
  })

  it('counts an object that a list contains twice once', async () => {
    const stack = engine('freeze-period')
    const freeze = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'UTC' }
    emulator.fault({ method: 'POST', work: true, status: 201, body: {} })
    emulator.fault({
      method: 'GET',
      path: /freeze_periods/,
      skip: 1,
      status: 200,
      body: [
        { id: 1, ...freeze },
        { id: 1, ...freeze },
      ],
    })
    await stack.up({ project: 1, freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1' })
    expect(stack.state?.id).toBe('1/1')
  })

  it.each([{}, { username: null }, { username: '' }])(
    'does not take the tokens of other users as its own if the response has no user: %j',
    async (user) => {
      await emulator.post('/projects/1/triggers', { description: 'of another' }, { as: 'root' })
      const stack = engine('trigger-token-set', 'maintainer')
      await stack.up({ project: 1, items: { nightly: { description: 'nightly' } }, exclusive: true })
      emulator.fault({ method: 'GET', path: /\/user$/, status: 200, body: user })
      await expect(stack.refresh()).rejects.toThrow(
        /does not identify the object|contains an id that is not an integer/,
      )
    },
  )

  it.each([null, 5, {}])('does not take an invalid status for the end of a pipeline: %j', async (status) => {
    const stack = engine('pipeline-run')
    emulator.fault({
      method: 'POST',
      path: /\/pipeline$/,
      work: true,
      status: 201,
      body: { id: 3004, status, web_url: 'x' },
    })
    await stack.up({ project: 1, ref: 'main', wait: false })
    expect(stack.state?.outputs).toMatchObject({
      status: expect.stringMatching(/^(created|pending)$/),
      pipelineId: 3004,
    })
  })

  it('does not change access entries that a response garbles', async () => {
    const stack = engine('protected-environment')
    const up = (accessLevel: number) =>
      stack.up({ project: 1, name: 'production', deployAccessLevels: [{ accessLevel }] })
    await up(40)
    const entries = [undefined, [{ access_level: 40 }], [{ id: 1, access_level: 'x' }], [{ id: '1', access_level: 40 }]]
    for (const [at, deploy_access_levels] of entries.entries()) {
      const body = { name: 'production', ...(deploy_access_levels && { deploy_access_levels }) }
      emulator.fault({ method: 'GET', path: /protected_environments/, status: 200, body })
      const accessLevel = at % 2 ? 40 : 30
      await up(accessLevel).catch((error: Error) => {
        expect(error.message).toMatch(/does not identify the object$/)
        return up(accessLevel)
      })
      const [live] = await list('/projects/1/protected_environments')
      expect(live?.deploy_access_levels).toMatchObject([{ access_level: accessLevel }])
    }
  })

  it.each([
    ['label', label, /GET \/api\/v4\/projects\/1\/labels: .*\. If it does, adopt it with onConflict\./],
    [
      'trigger-token',
      { project: 1, description: 'nightly' },
      /GET .*triggers: .*\. If it does, adopt it with onConflict\./,
    ],
    ['pipeline-run', { project: 1, ref: 'main' }, /GET .*pipelines: .* before you run "pulumi up" again\./],
  ])('does not report a failure if the outcome is unknown: %s', async (kind, args, said) => {
    emulator.fault({ method: 'POST', work: true, drop: 'after' })
    emulator.fault({
      method: 'GET',
      path: /labels|triggers|pipelines/,
      skip: kind === 'label' ? 0 : 1,
      status: 200,
      body: {},
      times: 9,
    })
    const failure = engine(kind).up(args)
    await expect(failure).rejects.toThrow(
      / may have been (created|started), but the response was lost, and the search for it failed\. /,
    )
    await expect(failure).rejects.toThrow(said)
  })
})
