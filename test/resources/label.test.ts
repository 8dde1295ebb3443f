import type { Json } from '../../provider/core/schema/json'
import { label } from '../../provider/resources/label'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(label, {
  args: { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Something is broken', priority: 2 },
  changes: { name: 'defect: ü ✓ / 100%', color: '#00FF00', description: 'It does not work', priority: 0 },
  replaces: { project: 'acme/api' },
  spellings: {
    project: [1, '1', '/acme/web/', 'ACME/Web'],
    name: ['  bug ', 'bug\n'],
    color: ['#DC143C', '#dc143c', 'Crimson', ' CRIMSON '],
  },
  refused: [
    ['project', 'web', /full path.*\(got "web"\): the group is missing/],
    ['project', 'https://gitlab.com/acme/web', /must not be a URL/],
    ['project', 'acme/../web', /full path/],
    ['project', 0, /an integer of at least 1 or a string/],
    ['project', true, /an integer of at least 1 or a string \(got true\)/],
    ['name', '', /must not be empty/],
    ['name', '  ', /must not be empty/],
    ['name', 'a,b', /comma/],
    ['name', 'x'.repeat(256), /at most 255 characters, not 256/],
    ['name', 5, /must be a string \(got 5\)/],
    ['color', 'reddish', /must be a CSS color .*got "reddish"/],
    ['color', '#12345', /must be a CSS color/],
    ['color', 255, /must be a string/],
    ['description', 'x'.repeat(512 * 1024 + 1), /at most 512 KiB/],
    ['priority', -1, /an integer of at least 0 or null \(got -1\)/],
    ['priority', 1.5, /an integer/],
    ['priority', '1', /an integer of at least 0 or null \(got "1"\)/],
    ['onConflict', 'overwrite', /one of "fail", "adopt", "adopt-if-equal"/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a label on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = { project: 'acme/web', name: 'bug', color: '#FF0000' }
  const made = async (values: Json = args) => {
    const stack = new Engine('label', { url: emulator.url })
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  })
  afterEach(() => api.close())

  it('keeps a label that was promoted to its group', async () => {
    const stack = await made()
    const { state } = stack
    await api.labels.promote(1, 'bug')
    emulator.clearRequests()
    for (const attempt of [() => stack.refresh(), () => stack.up({ ...args, color: 'blue' })]) {
      await expect(attempt()).rejects.toThrow(/label "bug" of acme\/web was promoted to a label of the group/)
    }
    expect(stack.state).toEqual(state)
    await stack.destroy()
    expect(stack.warnings.join()).toMatch(/was promoted to a label of the group.* It was not changed\./)
    expect(writes()).toEqual([])
  })

  it('does not confuse the id of a label with the title of another one', async () => {
    const stack = await made()
    const id = Number(stack.state?.outputs.labelId)
    await api.labels.create(1, { name: String(id), color: '#123456' })
    await api.labels.delete(1, id)
    emulator.clearRequests()
    await expect(stack.as({}).up({ ...args, color: 'blue' })).rejects.toThrow(/does not exist on .*pulumi up --refresh/)
    await stack.as({}).destroy()
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    expect(writes()).toEqual([])
    expect((await api.labels.list(1).all()).map(({ name, color }) => [name, color])).toEqual([[String(id), '#123456']])
  })

  it('does not treat a label as deleted while its project hides all labels', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { issues_enabled: false, merge_requests_enabled: false })
    await expect(stack.refresh()).rejects.toThrow(
      /issues and merge requests of the project are disabled.*The state was not changed/,
    )
    emulator.patch('projects', 1, { issues_enabled: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('drops a label from state after TRUEUP_GONE_PARENTS confirms that its project was deleted', async () => {
    const stack = await made({ ...args, project: 'acme/platform/infra' })
    const orphan = stack.as({ token: 'emulator-outsider' })
    await expect(orphan.refresh()).rejects.toThrow(/TRUEUP_GONE_PARENTS=acme\/platform\/infra/)
    process.env.TRUEUP_GONE_PARENTS = 'acme/web, acme/platform/infra'
    try {
      expect(await orphan.refresh()).toEqual({ gone: true, drifted: [] })
    } finally {
      delete process.env.TRUEUP_GONE_PARENTS
    }
  })

  it('follows a project that was moved, with a warning', async () => {
    const stack = await made({ ...args, project: 'acme/old-name' })
    expect(stack.state?.id).toMatch(/^1\//)
    expect(stack.warnings.join()).toMatch(/project acme\/old-name has moved to acme\/web/)
    expect(await stack.preview({ ...args, project: 'acme/web' })).toMatchObject({ step: 'same' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not write a label when its path now names another project', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { path: 'renamed', path_with_namespace: 'acme/renamed' })
    emulator.patch('projects', 2, { path: 'web', path_with_namespace: 'acme/web' })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(
      /belongs to project 1, but acme\/web now names project 2.*Nothing was changed/,
    )
    expect(writes()).toEqual([])
  })

  it('explains that a parent group already has the label', async () => {
    await api.labels.create(2, { name: 'bug', color: '#000000' })
    await api.labels.promote(2, 'bug')
    const stack = new Engine('label', { url: emulator.url })
    await expect(stack.up({ ...args, onConflict: 'adopt' })).rejects.toThrow(
      /409 .*A parent group has a label with this name/,
    )
    expect(stack.state).toBeUndefined()
  })

  it('fails if the service stored other values than requested, and keeps the label in state', async () => {
    const stack = new Engine('label', { url: emulator.url })
    await stack.up(args)
    const id = Number(stack.state?.outputs.labelId)
    emulator.fault({ method: 'PUT', status: 200, body: { ...(await api.labels.get(1, id)), color: '#FF0000' } })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(
      /did not apply color: requested "#0000FF", got "#FF0000"/,
    )
    expect(stack.state?.outputs.color).toBe('#FF0000')
    await stack.up({ ...args, color: 'blue' })
    expect((await api.labels.get(1, id)).color).toBe('#0000FF')
  })

  it('reads a label of an archived project, and names the reason when a write is refused', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { archived: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(/403 .*The project acme\/web is archived/)
  })

  it('manages a label with any title that the service accepts', async () => {
    const titles = [
      'a/b',
      '100%',
      '%2F',
      '..',
      '.',
      'ü ✓ 😀',
      '?x=1&y#z',
      'a+b',
      '17',
      'promote',
      "' or 1=1",
      '\\',
      '{}',
    ]
    for (const name of titles) {
      const stack = await made({ ...args, name })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.up({ ...args, name, color: 'green' })
    }
    expect((await api.labels.list(1).all()).map(({ name }) => name).sort()).toEqual(titles.sort())
  })

  it.each(['developer', 'reporter'])('manages a label with the token of a %s', async (username) => {
    const stack = new Engine('label', { url: emulator.url, token: `emulator-${username}` })
    await stack.up(args)
    await stack.destroy()
  })

  it('names the required role when a guest is refused', async () => {
    const stack = new Engine('label', { url: emulator.url, token: 'emulator-guest' })
    await expect(stack.up(args)).rejects.toThrow(/403 .*Reporter role or higher/)
  })
})
