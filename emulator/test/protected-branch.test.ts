import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const collection = '/projects/1/protected_branches'
const push = (complaint: string) => `Push access levels ${complaint}`
const maintainer = { as: 'maintainer' } as const

describe.each<Flavor>(['spec', 'gitlab'])('protected branches, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const create = (body: object = {}) => emulator.post(collection, { name: 'main', ...body }, maintainer)
  const patch = (json: object) => emulator.send('PATCH', `${collection}/main`, { json, ...maintainer })
  const noSubject = { user_id: null, group_id: null }
  const maintainers = { access_level: 40, access_level_description: 'Maintainers', ...noSubject }

  it('creates and reads a protected branch, by default for Maintainers', async () => {
    const body = {
      id: 1,
      name: 'main',
      push_access_levels: [{ id: 1, ...maintainers, deploy_key_id: null }],
      merge_access_levels: [{ id: 1, ...maintainers }],
      allow_force_push: false,
      unprotect_access_levels: [{ id: 1, ...maintainers }],
      code_owner_approval_required: false,
      inherited: false,
    }
    const created = await create()
    expect(created.status).toBe(201)
    expect(created.body).toEqual(body)
    expect((await emulator.get(`${collection}/main`, maintainer)).body).toEqual(body)
  })

  it('lists protected branches of the project only', async () => {
    await create()
    await emulator.post('/projects/2/protected_branches', { name: 'stable' }, maintainer)
    expect(await emulator.get(collection, maintainer)).toMatchObject({ status: 200, body: [{ name: 'main' }] })
  })

  it('searches parts of names, and complete names if the search has fewer than three characters', async () => {
    for (const name of ['main', 'Maintenance', 'ma']) await create({ name })
    const found = async (search: string) => {
      const { body } = await emulator.get(`${collection}?search=${search}`, maintainer)
      return (body as { name: string }[]).map(({ name }) => name)
    }
    expect(await found('MAIN')).toEqual(['main', 'Maintenance'])
    expect(await found('MA')).toEqual(['ma'])
  })

  it('shows protected branches to everyone who can read the code, and lets only Maintainers change them', async () => {
    await create()
    expect(await emulator.get(collection, { as: 'outsider' })).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/3/protected_branches', { as: 'guest' })).toMatchObject({ status: 403 })
    expect(await emulator.post(collection, { name: 'a' }, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${collection}/main`, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${collection}/other`, { as: 'developer' })).toMatchObject({ status: 404 })
  })

  it.each([
    [{ push_access_level: 20 }, 400, { error: 'push_access_level does not have a valid value' }],
    [{ unprotect_access_level: 0 }, 400, { error: 'unprotect_access_level does not have a valid value' }],
    [{ name: ' ' }, 422, { message: ["Name can't be blank"] }],
    [{ name: undefined }, 400, { error: 'name is missing' }],
    [{ allowed_to_push: [{ user_id: 7 }] }, 422, { message: [push('user is not a member of the project')] }],
    [{ allowed_to_push: [{ group_id: 11 }] }, 422, { message: [push('group does not have access to the project')] }],
    [{ allowed_to_push: [{ id: 1 }] }, 404, { message: '404 Not found' }],
    [{ unprotect_access_level: 60 }, 403, { message: '403 Forbidden' }],
    [{ code_owner_approval_required: null }, 500, { message: '500 Internal Server Error' }],
  ])('refuses %j with status %i', async (sent, status, body) => {
    expect(await create(sent)).toMatchObject({ status, body })
    expect((await emulator.get(collection, maintainer)).body).toEqual([])
  })

  it('ignores unknown properties of entries, such as deploy keys of those who can merge', async () => {
    const { body } = await create({ allowed_to_merge: [{ deploy_key_id: 1 }] })
    expect(body).toMatchObject({ merge_access_levels: [maintainers] })
  })

  it('refuses a second protected branch with the same name', async () => {
    await create()
    expect(await create()).toMatchObject({
      status: 409,
      body: { message: "Protected branch 'main' already exists" },
    })
    expect(await create({ name: 'Main' })).toMatchObject({ status: 201 })
  })

  it('adds, changes and removes entries by their ids', async () => {
    await create({ allowed_to_push: [{ access_level: 40 }, { user_id: 4 }] })
    const allowed_to_push = [{ id: 1, access_level: 0 }, { id: 2, _destroy: true }, { group_id: 12 }]
    expect(await patch({ allowed_to_push })).toMatchObject({
      status: 200,
      body: {
        push_access_levels: [
          { id: 1, access_level: 0, access_level_description: 'No one' },
          { id: 3, access_level: 40, group_id: 12 },
        ],
        merge_access_levels: [maintainers],
      },
    })
  })

  it('keeps entries that an update does not contain, and removes the last one', async () => {
    await create()
    expect(await patch({ allowed_to_push: [] })).toMatchObject({ body: { push_access_levels: [maintainers] } })
    const { body } = await patch({ allowed_to_push: [{ id: 1, _destroy: true }] })
    expect(body).toMatchObject({ push_access_levels: [] })
  })

  it('refuses entries of an update that exist already or are unknown', async () => {
    await create()
    const message = [push('access level has already been taken')]
    expect(await patch({ allowed_to_push: [{ access_level: 40 }] })).toMatchObject({ status: 422, body: { message } })
    expect(await patch({ allowed_to_push: [{ id: 99, _destroy: true }] })).toMatchObject({ status: 404 })
    expect(await patch({ allow_force_push: null })).toMatchObject({ status: 400 })
  })

  it('lets only those change a protected branch who can unprotect it', async () => {
    await create({ allowed_to_unprotect: [{ user_id: 3 }] })
    const asOwner = { json: { allow_force_push: true }, as: 'owner' } as const
    expect(await emulator.send('PATCH', `${collection}/main`, asOwner)).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${collection}/main`, { as: 'root' })).toMatchObject({ status: 403 })
    expect(await patch({ allowed_to_unprotect: [{ id: 1, _destroy: true }] })).toMatchObject({
      status: 200,
      body: { unprotect_access_levels: [] },
    })
    expect(await emulator.delete(`${collection}/main`, { as: 'root' })).toMatchObject({ status: 204 })
  })

  it('deletes a protected branch once', async () => {
    await create()
    expect(await emulator.delete(`${collection}/main`, maintainer)).toMatchObject({ status: 204 })
    expect(await emulator.delete(`${collection}/main`, maintainer)).toMatchObject({ status: 404 })
  })

  it('refuses changes by Maintainers while the project is archived', async () => {
    await create()
    await emulator.post('/projects/1/archive', {}, { as: 'owner' })
    expect(await create({ name: 'other' })).toMatchObject({ status: 403 })
    expect(await emulator.get(collection, maintainer)).toMatchObject({ status: 200 })
  })

  it('removes entries of a group that is no longer invited, except those of who can unprotect', async () => {
    const group = [{ group_id: 12 }]
    const allowed_to_unprotect = [...group, { access_level: 40 }]
    await create({ allowed_to_push: [...group, { user_id: 4 }], allowed_to_merge: group, allowed_to_unprotect })
    await emulator.delete('/projects/1/share/12', { as: 'owner' })
    expect(await emulator.get(`${collection}/main`, maintainer)).toMatchObject({
      body: {
        push_access_levels: [{ user_id: 4 }],
        merge_access_levels: [],
        unprotect_access_levels: [{ group_id: 12 }, { access_level: 40 }],
      },
    })
  })

  it.each([
    [undefined, { push: 40, merge: 40 }],
    [1, { push: 30, merge: 40 }],
    [3, { push: 40, merge: 30 }],
  ])('protects the default branch of a new project, with the setting %j of its group', async (setting, levels) => {
    if (setting !== undefined) {
      await emulator.put('/groups/10', { default_branch_protection: setting }, { as: 'owner' })
    }
    const project = { name: 'fresh', namespace_id: 10, initialize_with_readme: true }
    const { body } = await emulator.post('/projects', project, { as: 'owner' })
    const { id } = body as { id: number }
    expect(await emulator.get(`/projects/${id}/protected_branches`, { as: 'owner' })).toMatchObject({
      body: [
        {
          name: 'main',
          push_access_levels: [{ access_level: levels.push }],
          merge_access_levels: [{ access_level: levels.merge }],
          unprotect_access_levels: [],
        },
      ],
    })
  })

  it('protects the default branch of a new project by the defaults of its group, which are replaced as a whole', async () => {
    const defaults = { allowed_to_push: [{ access_level: 0 }], allowed_to_merge: [{ access_level: 30 }] }
    await emulator.put('/groups/10', { default_branch_protection: 1 }, { as: 'owner' })
    const replaced = { default_branch_protection_defaults: { ...defaults, allow_force_push: true } }
    const { body: shown } = await emulator.put('/groups/10', replaced, { as: 'owner' })
    if (flavor === 'gitlab') expect(shown).toMatchObject({ default_branch_protection: 1 })
    expect((shown as typeof replaced).default_branch_protection_defaults).toEqual({
      ...defaults,
      allow_force_push: true,
    })
    const project = { name: 'fresh', namespace_id: 10, initialize_with_readme: true }
    const { id } = (await emulator.post('/projects', project, { as: 'owner' })).body as { id: number }
    expect(await emulator.get(`/projects/${id}/protected_branches`, { as: 'owner' })).toMatchObject({
      body: [
        {
          push_access_levels: [{ access_level: 0 }],
          merge_access_levels: [{ access_level: 30 }],
          allow_force_push: true,
        },
      ],
    })
  })

  it('protects no default branch if the setting of the group is 0, and none of an empty project', async () => {
    const create = async (name: string, initialize_with_readme: boolean) => {
      const { body } = await emulator.post(
        '/projects',
        { name, namespace_id: 10, initialize_with_readme },
        { as: 'owner' },
      )
      return (body as { id: number }).id
    }
    const empty = await create('empty', false)
    await emulator.put('/groups/10', { default_branch_protection: 0 }, { as: 'owner' })
    for (const id of [empty, await create('fresh', true)]) {
      expect((await emulator.get(`/projects/${id}/protected_branches`, { as: 'owner' })).body).toEqual([])
    }
  })

  it('inherits protected branches of the top-level group, which can have the names of its own', async () => {
    await emulator.post('/groups/10/protected_branches', { name: 'main' }, { as: 'owner' })
    await create()
    expect((await emulator.get(collection, maintainer)).body).toMatchObject([
      { name: 'main', inherited: true },
      { name: 'main', inherited: false },
    ])
    await emulator.delete(`${collection}/main`, maintainer)
    expect(await emulator.get(`${collection}/main`, maintainer)).toMatchObject({ status: 404 })
    expect(await emulator.get('/groups/10/protected_branches/main', { as: 'owner' })).toMatchObject({ status: 200 })
  })
})

describe('protected branches in other tiers', () => {
  const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
  const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })

  it('refuses entries of users and groups without a license, and ignores the approval of code owners', async () => {
    const allowed_to_push = [{ user_id: 4 }, { group_id: 12 }]
    const message = [push('user must be blank'), push('group must be blank')]
    const refused = await free.post(collection, { name: 'main', allowed_to_push }, maintainer)
    expect(refused).toMatchObject({ status: 422, body: { message } })
    const sent = { name: 'main', code_owner_approval_required: true, unprotect_access_level: 60 }
    const created = await free.post(collection, sent, maintainer)
    expect(created).toMatchObject({ status: 201, body: { code_owner_approval_required: false } })
    // Without a license, the list of those who can unprotect has no effect.
    expect(await free.delete(`${collection}/main`, maintainer)).toMatchObject({ status: 204 })
  })

  it('ignores lists in the Community Edition, which can only change force pushes', async () => {
    const allowed_to_push = [{ user_id: 4 }]
    const created = await community.post(
      collection,
      { name: 'main', allowed_to_push, merge_access_level: 30 },
      maintainer,
    )
    const level = { id: 1, access_level: 40, access_level_description: 'Maintainers' }
    const body = {
      id: 1,
      name: 'main',
      push_access_levels: [{ ...level, deploy_key_id: null }],
      merge_access_levels: [{ ...level, access_level: 30, access_level_description: 'Developers + Maintainers' }],
      allow_force_push: false,
    }
    expect(created.body).toEqual(body)
    const json = { allowed_to_push: [{ access_level: 30 }], allow_force_push: true }
    const changed = await community.send('PATCH', `${collection}/main`, { json, ...maintainer })
    expect(changed.body).toEqual({ ...body, allow_force_push: true })
  })
})
