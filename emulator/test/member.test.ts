import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('members, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asOwner = { as: 'owner' }
  const project = '/projects/1/members'
  const group = '/groups/12/members'
  const add = (path: string, fields: object = {}, as = 'owner') =>
    emulator.post(path, { user_id: 7, access_level: 20, ...fields }, { as })
  const levelsAt = async (path: string) =>
    ((await emulator.get(path, asOwner)).body as { id: number; access_level: number }[]).map((one) => [
      one.id,
      one.access_level,
    ])

  it('adds members with a role that is effective immediately', async () => {
    expect(await emulator.get('/projects/3', { as: 'outsider' })).toMatchObject({ status: 404 })
    const { status, body } = await add('/projects/3/members', { access_level: 40, expires_at: '2026-07-01' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 7,
      username: 'outsider',
      access_level: 40,
      expires_at: '2026-07-01',
      membership_state: 'active',
      created_by: { id: 2 },
      created_at: '2026-06-15T12:00:00.000Z',
    })
    const label = { name: 'a', color: 'red' }
    expect(await emulator.post('/projects/3/labels', label, { as: 'outsider' })).toMatchObject({ status: 201 })
  })

  it('removes the role of a member on its expiry date', async () => {
    await add('/projects/3/members', { expires_at: '2026-06-17' })
    emulator.setClock('2026-06-16T23:59:00Z')
    expect(await emulator.get('/projects/3', { as: 'outsider' })).toMatchObject({ status: 200 })
    emulator.setClock('2026-06-17T00:10:00Z')
    expect(await emulator.get('/projects/3', { as: 'outsider' })).toMatchObject({ status: 404 })
  })

  it.each([
    [{ access_level: 99 }, 400, { message: { access_level: ['is not included in the list'] } }],
    [{ access_level: 5 }, 400, { message: { access_level: ['is not included in the list'] } }],
    [{ expires_at: '2026-06-14' }, 400, { message: { expires_at: ['cannot be a date in the past'] } }],
    [{ user_id: 999 }, 404, { message: '404 User Not Found' }],
    [{ username: 'outsider' }, 400, { error: 'user_id, username are mutually exclusive' }],
    [
      { user_id: 3, access_level: 30 },
      400,
      {
        message: {
          access_level: ['should be greater than or equal to Maintainer inherited membership from group Acme'],
        },
      },
    ],
  ])('refuses a member with the fields %j', async (fields, status, body) => {
    expect(await add(project, fields)).toMatchObject({ status, body })
  })

  it('checks for existing memberships before the roles', async () => {
    await add(project)
    expect(await add(project, {}, 'guest')).toMatchObject({ status: 409, body: { message: 'Member already exists' } })
    expect(await add(project, { user_id: 999 }, 'guest')).toMatchObject({ status: 404 })
    expect(await add(project, { user_id: 5, access_level: 30 }, 'guest')).toMatchObject({ status: 403 })
    expect(await emulator.post(project, {}, { as: null })).toMatchObject({ status: 401 })
  })

  it('lets only owners add owners to a project', async () => {
    expect(await add(project, { access_level: 50 }, 'maintainer')).toMatchObject({ status: 403 })
    expect(await add(project, { access_level: 40 }, 'maintainer')).toMatchObject({ status: 201 })
    expect(await emulator.put(`${project}/7`, { access_level: 50 }, asOwner)).toMatchObject({ status: 200 })
    expect(await emulator.put(`${project}/7`, { access_level: 40 })).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${project}/7`)).toMatchObject({ status: 403 })
    expect(await emulator.delete(`${project}/7`, { as: 'outsider' })).toMatchObject({ status: 204 })
  })

  it('keeps the expiry date in updates without one', async () => {
    await add(project, { expires_at: '2026-07-01' })
    const change = (fields: object) => emulator.put(`${project}/7`, fields, asOwner)
    expect(await change({ access_level: 30 })).toMatchObject({ body: { access_level: 30, expires_at: '2026-07-01' } })
    expect(await change({ access_level: 30, expires_at: '' })).toMatchObject({ body: { expires_at: null } })
    expect(await change({})).toMatchObject({ status: 400, body: { error: 'access_level is missing' } })
    expect(await emulator.put(`${project}/4`, { access_level: 40 }, asOwner)).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    })
  })

  it('lists members with direct roles, or with inherited ones and those of invited groups', async () => {
    await add(project)
    expect(await levelsAt(project)).toEqual([[7, 20]])
    expect((await levelsAt(`${project}/all`)).sort()).toEqual([
      [2, 50],
      [3, 40],
      [4, 30],
      [5, 20],
      [6, 10],
      [7, 20],
    ])
    await add(group, { access_level: 40 })
    expect(await emulator.get(`${project}/all/7`)).toMatchObject({ body: { access_level: 30 } })
    expect(await emulator.get(`${project}/7`)).toMatchObject({ body: { access_level: 20 } })
    expect(await levelsAt(`${project}/all?query=out`)).toEqual([[7, 30]])
    expect(await levelsAt(`${project}/all?user_ids=2,3`)).toEqual([
      [2, 50],
      [3, 40],
    ])
  })

  it('also removes a member of a group from its contents', async () => {
    for (const path of ['/groups/10/members', '/groups/11/members', '/projects/3/members']) {
      expect(await add(path, { access_level: 20 })).toMatchObject({ status: 201 })
    }
    await emulator.delete('/groups/10/members/7?skip_subresources=true', asOwner)
    expect(await levelsAt('/projects/3/members')).toEqual([[7, 20]])
    await add('/groups/10/members')
    await emulator.delete('/groups/10/members/7', asOwner)
    expect(await levelsAt('/projects/3/members')).toEqual([])
    expect(await levelsAt('/groups/11/members')).toEqual([])
  })

  it('refuses to remove the last owner of a group', async () => {
    for (const as of ['owner', 'root']) {
      expect(await emulator.put(`${group}/2`, { access_level: 40 }, { as })).toMatchObject({ status: 403 })
      expect(await emulator.delete(`${group}/2`, { as })).toMatchObject({ status: 403 })
    }
    await add(group, { access_level: 50 })
    expect(await emulator.put(`${group}/2`, { access_level: 40 }, { as: 'outsider' })).toMatchObject({ status: 200 })
  })

  it('accepts minimal access only in top-level groups', async () => {
    expect(await add(group, { access_level: 5 })).toMatchObject({ status: 201, body: { access_level: 5 } })
    expect(await add(group)).toMatchObject({ status: 201, body: { access_level: 20 } })
    expect(await add(group)).toMatchObject({ status: 409 })
    expect(await add('/groups/11/members', { access_level: 5 })).toMatchObject({
      status: 400,
      body: { message: { access_level: ['is not included in the list', 'supported on top level groups only'] } },
    })
  })

  it('gives a member a custom role if its base role is that of the member', async () => {
    const asRoot = { as: 'root' }
    const made = await emulator.post('/member_roles', { name: 'x', base_access_level: 20, read_code: true }, asRoot)
    expect(made).toMatchObject({ status: 201, body: { base_access_level: 20, read_code: true, read_runners: false } })
    const { id: member_role_id } = made.body as { id: number }
    expect(await emulator.get('/member_roles', asRoot)).toMatchObject({ body: [{ id: member_role_id }] })
    expect(await add(project, { member_role_id })).toMatchObject({ body: { member_role: { id: member_role_id } } })
    const change = (fields: object) => emulator.put(`${project}/7`, fields, asOwner)
    expect(await change({ access_level: 20 })).toMatchObject({ body: { member_role: { id: member_role_id } } })
    expect(await change({ access_level: 30 })).toMatchObject({ status: 400 })
    expect(await emulator.delete(`/member_roles/${member_role_id}`, asRoot)).toMatchObject({ status: 400 })
    expect((await change({ access_level: 30, member_role_id: null })).body).not.toHaveProperty('member_role')
    expect(await emulator.delete(`/member_roles/${member_role_id}`, asRoot)).toMatchObject({ status: 204 })
    expect(await emulator.get('/member_roles', asOwner)).toMatchObject({ status: 403 })
  })

  it('accepts requests for access, which are not memberships', async () => {
    const request = (as: string) => emulator.post('/groups/12/access_requests', {}, { as })
    expect(await request('outsider')).toMatchObject({ status: 201, body: { username: 'outsider' } })
    expect(await request('developer')).toMatchObject({ status: 403 })
    expect(await emulator.get(`${group}/7`, asOwner)).toMatchObject({ status: 404 })
    expect(await add(group)).toMatchObject({ status: 201 })
  })

  it('adds members in bulk, with complaints by username', async () => {
    expect(await add(project, { user_id: '7,5', access_level: 30 })).toMatchObject({
      status: 201,
      body: { status: 'success' },
    })
    expect(await add(project, { user_id: '7,3', access_level: 30 })).toMatchObject({
      status: 201,
      body: { status: 'error', message: { maintainer: expect.stringContaining('inherited membership') } },
    })
  })
})

describe('members whom another system synchronizes', () => {
  const emulator = useEmulator({
    world: {
      users: { anna: {}, ben: {}, carl: {} },
      groups: {
        shop: {
          id: 1,
          members: {
            anna: 'owner',
            ben: { role: 'guest', synchronizedBy: 'ldap' },
            carl: { role: 'guest', synchronizedBy: 'saml' },
          },
        },
      },
    },
  })

  it('marks them in responses, and refuses changes of members from LDAP', async () => {
    const { body } = await emulator.get('/groups/1/members', { as: 'anna' })
    const [anna, ben, carl] = body as { id: number }[]
    expect(anna).not.toHaveProperty('override')
    expect(ben).toMatchObject({ username: 'ben', override: false })
    expect(carl).toMatchObject({ group_saml_identity: { extern_uid: 'carl' } })
    const change = (id = 0) => emulator.put(`/groups/1/members/${id}`, { access_level: 20 }, { as: 'anna' })
    expect(await change(ben?.id)).toMatchObject({ status: 403 })
    expect(await change(carl?.id)).toMatchObject({ status: 200 })
  })
})
