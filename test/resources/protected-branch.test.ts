import type { Json } from '../../provider/core/schema/json'
import { protectedBranch } from '../../provider/resources/protected-branch'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { type TestEmulator, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

conforms(protectedBranch, {
  spellings: {
    project: [1, '/acme/web'],
    name: [],
    allowedToPush: [
      [{ accessLevel: 'developer' }, { user: 'maintainer' }],
      [{ user: 'maintainer' }, { accessLevel: 30 }],
    ],
    allowedToMerge: [[{ userId: 4 }, { accessLevel: 'maintainer' }]],
    allowedToUnprotect: [[{ userId: 3 }, { accessLevel: 'admin' }, { accessLevel: 'maintainer' }]],
    allowForcePush: [],
    codeOwnerApprovalRequired: [],
  },
  sends: {
    allowedToPush: ['allowed_to_push'],
    allowedToMerge: ['allowed_to_merge'],
    allowedToUnprotect: ['allowed_to_unprotect'],
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', ' ', /must be the name of a branch or a wildcard/],
    ['name', 'a/../b', /must be the name of a branch or a wildcard/],
    ['allowedToPush', [], /at least 1 entry, because the service allows Maintainers .*declare accessLevel "noOne"/],
    ['allowedToMerge', [], /must have at least 1 entry.*accessLevel "noOne"/],
    ['allowedToUnprotect', [], /must have at least 1 entry.*omit the argument/],
    ['allowedToPush', [{ accessLevel: 30, deployKeyId: 3 }], /exactly one of .* in each entry/],
    ['allowedToMerge', [{}], /exactly one of accessLevel, userId, user, groupId and group in each entry/],
    ['allowedToUnprotect', [{ accessLevel: 0 }], /one of 30, 40, 60, "developer"/],
    ['allowedToPush', [{ accessLevel: 40 }, { accessLevel: 'maintainer' }], /accessLevel 40 is duplicated/],
  ],
})

const collection = '/projects/1/protected_branches'
const args = { project: 'acme/web', name: 'main' }
const engineOn = ({ url }: TestEmulator, kind = 'protected-branch') => new Engine(kind, { url })
const apiOf = ({ url }: TestEmulator) => new Client({ baseUrl: url, token: 'emulator-maintainer' })
const writesOf = (emulator: TestEmulator) =>
  emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body: body as Json }]))

/** The warnings of a preview. */
const warningsOf = async ({ url }: TestEmulator, former: Json, next: Json, kind = 'protected-branch') =>
  (await warningsOfPreview(kind, { url }, former, next)).join('\n')

describe('a protected branch', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const api = () => apiOf(emulator)
  const engine = () => engineOn(emulator)

  it('creates a list of one role as a level, and other lists as entries', async () => {
    const stack = engine()
    const declared = {
      ...args,
      allowedToPush: [{ accessLevel: 'noOne' }],
      allowedToMerge: [{ userId: 3 }],
    }
    await stack.up(declared)
    expect(writesOf(emulator)).toEqual([
      {
        method: 'POST',
        body: { name: 'main', push_access_level: 0, allowed_to_merge: [{ user_id: 3 }], unprotect_access_level: 40 },
      },
    ])
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
  })

  it('adopts the protection of a default branch, changes only what differs, and says what', async () => {
    const { body } = await emulator.post(
      '/projects',
      { name: 'Fresh', initialize_with_readme: true },
      { as: 'maintainer' },
    )
    const { id } = body as { id: number }
    const declared = { project: id, name: 'main', allowedToPush: [{ accessLevel: 'noOne' }] }
    const stack = engine()
    emulator.clearRequests()
    await expect(stack.up(declared)).rejects.toThrow(
      /"main" of \d+ already exists .*To adopt it, add onConflict: "adopt", which would change allowedToPush [^,]*\./,
    )
    emulator.clearRequests()
    await stack.up({ ...declared, onConflict: 'adopt' })
    const [, ...others] = writesOf(emulator)
    const entries = [{ access_level: 0 }, { id: expect.any(Number) as number, access_level: 40, _destroy: true }]
    expect(others).toEqual([{ method: 'PATCH', body: { allowed_to_push: entries } }])
    expect(stack.warnings.join()).toMatch(/was adopted: allowedToPush Maintainers → no one\.$/)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps the ids of entries, and the entries of lists that did not change', async () => {
    const stack = engine()
    await stack.up({ ...args, allowedToPush: [{ accessLevel: 40 }, { userId: 3 }] })
    const { userId: _, ...before } = stack.state?.outputs.pushAccessLevelIds as Json
    // Another user adds an entry to each of two lists.
    await api().protectedBranches.update(1, 'main', { allowed_to_merge: [{ user_id: 4 }] })
    await stack.up({ ...args, allowedToPush: [{ userId: 3 }, { userId: 4 }] })
    const { push_access_levels, merge_access_levels } = await api().protectedBranches.get(1, 'main')
    expect(push_access_levels.map(({ user_id }) => user_id)).toEqual([3, 4])
    expect(push_access_levels[0]?.id).toBe(before['userId 3'])
    expect(merge_access_levels.map(({ user_id }) => user_id)).toEqual([null, 4])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['allowedToMerge'] })
  })

  it('never takes the protection of a group for that of the project', async () => {
    const group = '/groups/10/protected_branches'
    const stack = engine()
    await stack.up({ ...args, allowedToPush: [{ accessLevel: 30 }] })
    // The protection of the group is later in the list.
    await emulator.post(group, { name: 'main', push_access_level: 0 }, { as: 'owner' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const set = new Engine('protected-branch-set', { url: emulator.url })
    await set.up({ project: 'acme/web', exclusive: true, items: { stable: {} } })
    await set.refresh()
    expect(Object.keys(set.state?.outputs.items as Json).sort()).toEqual(['#main', 'stable'])
    await api().protectedBranches.delete(1, 'main')
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    await stack.up({ ...args, onConflict: 'adopt' })
    expect(stack.warnings.join()).not.toContain('adopted')
    await stack.destroy()
    expect((await emulator.get(group, { as: 'owner' })).body).toMatchObject([{ name: 'main' }])
  })

  it('shows no diff while a policy hides that force pushes are allowed', async () => {
    const stack = engine()
    await stack.up({ ...args, allowForcePush: true })
    await api().protectedBranches.update(1, 'main', { allow_force_push: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const other = engine()
    await other.up({ ...args, allowForcePush: true, onConflict: 'adopt' })
    expect(await api().protectedBranches.get(1, 'main')).toMatchObject({ allow_force_push: true })
  })

  it('names allowedToUnprotect if the user of the token is not in it', async () => {
    const attempt = engine().up({ ...args, allowedToUnprotect: [{ accessLevel: 'admin' }] })
    await expect(attempt).rejects.toThrow(/403 Forbidden.*must also be in allowedToUnprotect: administrators who/)
  })
})

describe('a protected branch without a paid tier', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })

  it.each([
    [{ allowedToPush: [{ userId: 3 }] }, /Entries of users and groups require Premium or Ultimate/],
    [{ codeOwnerApprovalRequired: true }, /did not apply codeOwnerApprovalRequired: .*it requires Premium or Ultimate/],
  ])('fails with an error that names the paid argument: %j', async (declared, problem) => {
    await expect(engineOn(emulator).up({ ...args, ...declared })).rejects.toThrow(problem)
  })

  it('changes roles without a moment without protection', async () => {
    const stack = engineOn(emulator)
    await stack.up(args)
    emulator.clearRequests()
    await stack.up({ ...args, allowedToPush: [{ accessLevel: 30 }, { accessLevel: 60 }] })
    expect(writesOf(emulator).map(({ method }) => method)).toEqual(['PATCH'])
  })
})

describe('a protected branch on the Community Edition', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'ce' })
  const changed = { ...args, allowedToPush: [{ accessLevel: 'developer' }] }
  const recreation =
    /deletes protected branch "main" of acme\/web and creates it again.*branches that match the name are not/
  const methods = () => writesOf(emulator).map(({ method }) => method)
  async function deployed(): Promise<Engine> {
    const stack = engineOn(emulator)
    await stack.up(args)
    emulator.clearRequests()
    return stack
  }

  it('changes a role by deleting the protection and creating it again, after a warning', async () => {
    const stack = await deployed()
    expect(await warningsOf(emulator, args, changed)).toMatch(recreation)
    const set = (item: Json) => ({ project: 1, items: { main: { name: 'main', ...item } } })
    const ofSet = await warningsOf(
      emulator,
      set({}),
      set({ allowedToMerge: [{ accessLevel: 'noOne' }] }),
      'protected-branch-set',
    )
    expect(ofSet).toMatch(/deletes item main of .* and creates it again/)
    expect(await stack.up(changed)).toEqual({ step: 'update', changed: ['allowedToPush'] })
    expect(methods()).toEqual(['DELETE', 'POST'])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('changes allowForcePush in place', async () => {
    const stack = await deployed()
    expect(await warningsOf(emulator, args, { ...args, allowForcePush: true })).toBe('')
    await stack.up({ ...args, allowForcePush: true })
    expect(methods()).toEqual(['PATCH'])
  })

  it('restores the protection if the service refuses the new one', async () => {
    const stack = await deployed()
    emulator.fault({ method: 'POST', path: /protected_branches$/, status: 422, body: { message: ['refused'] } })
    await expect(stack.up(changed)).rejects.toThrow(/was deleted for this update, and then restored/)
    expect((await emulator.get(collection)).body).toMatchObject([{ push_access_levels: [{ access_level: 40 }] }])
  })

  it('adopts a different protection only if the program accepts that it is created again', async () => {
    await emulator.post(collection, { name: 'main' }, { as: 'maintainer' })
    const stack = engineOn(emulator)
    await expect(stack.up(changed)).rejects.toThrow(/"adopt", which would change .* and delete it and create it again/)
    const adopting = { ...changed, onConflict: 'adopt' }
    expect(await warningsOf(emulator, {}, adopting)).toMatch(recreation)
    await stack.up(adopting)
    expect(stack.warnings.join()).toMatch(/was adopted: allowedToPush .*so it was deleted and created again/)
  })

  it.each([
    [{ allowedToMerge: [{ accessLevel: 30 }, { accessLevel: 60 }] }, /allowedToMerge: .* \(GitLab Community Edition/],
    [{ allowedToUnprotect: [{ accessLevel: 60 }] }, /allowedToUnprotect: .* \(it requires Premium or Ultimate\)/],
    [{ codeOwnerApprovalRequired: true }, /codeOwnerApprovalRequired: .* \(it requires Premium or Ultimate\)/],
  ])('fails with an error that names what the service drops: %j', async (declared, problem) => {
    await expect(engineOn(emulator).up({ ...args, ...declared })).rejects.toThrow(problem)
  })

  it('refuses a list before it deletes anything', async () => {
    const stack = await deployed()
    const attempt = stack.up({ ...args, allowedToPush: [{ accessLevel: 30 }, { accessLevel: 60 }] })
    await expect(attempt).rejects.toThrow(/Community Edition only accepts a single role/)
    expect(methods()).toEqual([])
  })
})
