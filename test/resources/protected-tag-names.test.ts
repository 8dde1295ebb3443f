import { load, verbsOf } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const args = { project: 1, name: 'v*' }

describe('a protected tag with users', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = () => new Engine('protected-tag', { url: emulator.url })
  const named = (...allowedToCreate: Json[]) => ({ ...args, allowedToCreate })
  const paths = () => emulator.requests().map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`)
  const writes = () => paths().filter((path) => !path.startsWith('GET'))
  const users = async () => (await api().protectedTags.get(1, 'v*')).create_access_levels.map(({ user_id }) => user_id)
  async function deployed(declared: Json): Promise<Engine> {
    const stack = engine()
    await stack.up(declared)
    emulator.clearRequests()
    return stack
  }
  /** Renames user 3, and creates another user of that name. */
  async function renamed(): Promise<number> {
    await emulator.put('/users/3', { username: 'bob' }, { as: 'root' })
    const user = { username: 'maintainer', name: 'Another', email: 'another@example.com', password: 'Kd8-tq93.zz' }
    const { body } = await emulator.post('/users', user, { as: 'root' })
    return (body as { id: number }).id
  }

  it('keeps the names in the state, with their ids', async () => {
    const stack = engine()
    const declared = named({ user: 'Maintainer' }, { accessLevel: 30 })
    await stack.up(declared)
    expect(await users()).toEqual([3, null])
    expect(stack.state).toMatchObject({
      inputs: { allowedToCreate: declared.allowedToCreate },
      outputs: { allowedToCreate: declared.allowedToCreate, subjectIds: { 'user maintainer': 3 } },
    })
    emulator.clearRequests()
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(paths()).toEqual(['GET /projects/1/protected_tags?per_page=100&page=1'])
  })

  it('looks for each user once in an operation', async () => {
    const host = engine().process()
    const [one, other] = [engine(), engine()]
    await one.up(named({ user: 'maintainer' }), host)
    await other.up({ ...named({ user: 'maintainer' }, { user: 'developer' }), name: 'x*' }, host)
    const lookups = paths().filter((path) => path.includes('/users'))
    expect(lookups).toEqual(['maintainer', 'developer'].map((name) => `GET /users?username=${name}&per_page=100`))
  })

  it.each([
    [[{ userId: 3 }], [{ user: 'maintainer' }]],
    [[{ user: 'maintainer' }], [{ userId: 3 }]],
    [[{ user: 'maintainer' }], [{ user: 'Maintainer' }]],
    [
      [{ userId: 3 }, { userId: 4 }],
      [{ user: 'developer' }, { user: 'maintainer' }],
    ],
  ])('changes nothing on the service if %j is written as %j', async (before, after) => {
    const stack = await deployed(named(...before))
    expect(await stack.preview(named(...after))).toEqual({ step: 'update', changed: ['allowedToCreate'] })
    expect(stack.warnings).toEqual([])
    await stack.up(named(...after))
    expect(writes()).toEqual([])
    expect(await stack.preview(named(...after))).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps the names if another user adds an entry', async () => {
    const stack = await deployed(named({ user: 'maintainer' }))
    await api().protectedTags.delete(1, 'v*')
    await api().protectedTags.create(1, { name: 'v*', allowed_to_create: [{ user_id: 4 }, { user_id: 3 }] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['allowedToCreate'] })
    expect(stack.state?.inputs.allowedToCreate).toEqual([{ user: 'maintainer' }, { userId: 4 }])
  })

  it('refuses a name that belongs to another user than before', async () => {
    const stack = await deployed(named({ user: 'maintainer' }))
    const other = await renamed()
    emulator.clearRequests()
    const declared = named({ user: 'maintainer' }, { accessLevel: 40 })
    await expect(stack.up(declared)).rejects.toThrow(
      new RegExp(
        `protected tag "v\\*" of 1 was not updated: allowedToCreate names user "maintainer", which was the name of user 3 ` +
          `and is now that of user ${other}, which got no access\\. Write userId: 3 to keep .*, or userId: ${other} .* ` +
          `User 3 is now named "bob"\\.`,
      ),
    )
    expect(writes()).toEqual([])
    // The user still has the access, under the name of the program.
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up(named({ user: 'bob' }, { accessLevel: 40 }))
    expect(await users()).toEqual([3, null])
  })

  it('refuses a replacement that would give the access to another user', async () => {
    const stack = await deployed(named({ user: 'maintainer' }))
    await renamed()
    await expect(stack.up({ ...named({ user: 'maintainer' }), name: 'x*' })).rejects.toThrow(
      /which was the name of user 3/,
    )
  })

  it('names the new name of a user who was renamed', async () => {
    const stack = await deployed(named({ user: 'maintainer' }))
    await emulator.put('/users/3', { username: 'bob' }, { as: 'root' })
    await expect(stack.up(named({ user: 'maintainer' }, { accessLevel: 40 }))).rejects.toThrow(
      /names user "maintainer", but the service has no user of this name .* User 3 is now named "bob"\.$/,
    )
  })

  it('refuses the name of no user', async () => {
    await expect(engine().up(named({ user: 'missing' }))).rejects.toThrow(
      /was not created: allowedToCreate names user "missing", but .* \(GET \/users\?username=missing\)\. Correct the username/,
    )
    expect(writes()).toEqual([])
  })

  it('names the cause if the token may not search for users', async () => {
    emulator.fault({ path: /users/, status: 403, body: { message: '403 Forbidden' } })
    await expect(engine().up(named({ user: 'developer' }))).rejects.toThrow(
      /names user "developer"\. GET \/api\/v4\/users: 403 Forbidden.* The user of the access token .* write userId, or use/,
    )
  })

  it('refuses an id and a name of the same user', async () => {
    const declared = named({ userId: 3 }, { user: 'maintainer' })
    await expect(engine().up(declared)).rejects.toThrow(
      /must contain each subject once: userId 3 and user maintainer are the same one/,
    )
    expect(writes()).toEqual([])
  })

  it('names a user who is not a member in the error', async () => {
    const stack = await deployed(named({ user: 'maintainer' }))
    await expect(stack.up(named({ user: 'outsider' }))).rejects.toThrow(
      /user outsider \(userId 7\) is not a member of the project/,
    )
    expect(writes()).toEqual([])
  })

  it('keeps the names and ids of the items of a set', async () => {
    const stack = new Engine('protected-tag-set', { url: emulator.url })
    const items = { 'v*': { allowedToCreate: [{ user: 'maintainer' }] }, 'x*': { allowedToCreate: [{ userId: 4 }] } }
    await stack.up({ project: 1, items })
    expect(stack.state?.outputs.subjectIds).toEqual({ 'v*': { 'user maintainer': 3 } })
    expect(await stack.preview({ project: 1, items })).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await renamed()
    const declared = { ...items, 'v*': { allowedToCreate: [{ user: 'maintainer' }, { accessLevel: 30 }] } }
    await expect(stack.up({ project: 1, items: declared })).rejects.toThrow(/which was the name of user 3/)
    await stack.up({ project: 1, items: { ...items, 'v*': { allowedToCreate: [{ userId: 3 }] } } })
    expect(stack.state?.outputs.subjectIds).toEqual({})
    expect(await users()).toEqual([3])
  })
})

describe('a protected tag with groups', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = () => new Engine('protected-tag', { url: emulator.url })
  const named = (...allowedToCreate: Json[]) => ({ ...args, allowedToCreate })

  it('keeps the paths in the state, with their ids', async () => {
    const stack = engine()
    await stack.up(named({ group: '/deployers/' }))
    const { create_access_levels: levels } = await api().protectedTags.get(1, 'v*')
    expect(levels).toMatchObject([{ group_id: 12 }])
    expect(stack.state?.outputs).toMatchObject({
      allowedToCreate: [{ group: 'deployers' }],
      subjectIds: { 'group deployers': 12 },
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up(named({ groupId: 12 }))
    expect(await api().protectedTags.get(1, 'v*')).toMatchObject({ create_access_levels: levels })
    expect(stack.state?.outputs.subjectIds).toEqual({})
  })

  it('refuses a group that the user of the token cannot see, or that was renamed', async () => {
    await emulator.post('/groups', { name: 'Hidden', path: 'hidden', visibility: 'private' }, { as: 'root' })
    await expect(engine().up(named({ group: 'hidden' }))).rejects.toThrow(
      /names group "hidden"\. GET \/api\/v4\/groups\/hidden: 404 Group Not Found.* Either it does not exist, .* write groupId/,
    )
    const stack = engine()
    await stack.up(named({ group: 'deployers' }))
    await emulator.put('/groups/12', { path: 'releasers' }, { as: 'root' })
    await expect(stack.up(named({ group: 'deployers' }, { accessLevel: 40 }))).rejects.toThrow(
      /names group "deployers"\. .*404.* Group 12 is now named "releasers"\.$/,
    )
  })
})

describe('a preview of a protected tag with names', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const named = (...allowedToCreate: Json[]) => ({ ...args, allowedToCreate })

  async function warningsOf(former: Json, next: Json, kind = 'protected-tag', secrets: string[][] = []) {
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const warnings: string[] = []
    const reporter = { warn: (text: string) => void warnings.push(text), status: () => {} }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), reporter)
    await verbsOf(load(kind), connection).preview?.(former, next, { secrets })
    return warnings.join('\n')
  }

  const setOf = (...entries: Json[]) => ({ project: 1, items: { 'v*': named(...entries) } })

  it.each([
    ['protected-tag', named],
    ['protected-tag-set', setOf],
  ] as const)('warns that the update of a %s would fail, and not of another spelling', async (kind, declared) => {
    const problem = /^The update would fail: .* "v\*" of 1 was not updated: allowedToCreate names user "missing", but/
    expect(await warningsOf(declared({ userId: 3 }), declared({ user: 'missing' }), kind)).toMatch(problem)
    expect(await warningsOf(declared({ userId: 3 }), declared({ user: 'maintainer' }), kind)).toBe('')
    expect(await warningsOf(declared({ userId: 3 }), declared({ user: 'developer' }), kind)).toMatch(/creates it again/)
  })

  it('warns that a new protection would fail, without the secret name', async () => {
    const warnings = await warningsOf({}, named({ user: 'nobody.else' }), 'protected-tag', [['allowedToCreate']])
    expect(warnings).toMatch(/was not created: allowedToCreate names user/)
    expect(warnings).not.toMatch('nobody.else')
  })
})
