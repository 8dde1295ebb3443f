import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('shares with groups, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asOwner = { as: 'owner' }
  const share = (path: string, fields: object = {}, as = 'owner') =>
    emulator.post(`${path}/share`, { group_id: 12, group_access: 30, ...fields }, { as })

  it('gives members of the group at most the role of the share of a project', async () => {
    await emulator.post('/groups/12/members', { user_id: 7, access_level: 40 }, asOwner)
    const labels = '/projects/3/labels'
    expect(await emulator.get(labels, { as: 'outsider' })).toMatchObject({ status: 404 })
    expect(await share('/projects/3', { group_access: 20, expires_at: '2026-07-01' })).toMatchObject({
      status: 201,
      body: { project_id: 3, group_id: 12, group_access: 20, expires_at: '2026-07-01' },
    })
    expect(await emulator.get('/projects/3/members/all/7')).toMatchObject({ body: { access_level: 20 } })
    expect(await emulator.post(labels, { name: 'a', color: 'red' }, { as: 'outsider' })).toMatchObject({ status: 201 })
    expect(await emulator.get('/projects/3')).toMatchObject({
      body: { shared_with_groups: [{ group_id: 12, group_access_level: 20, expires_at: '2026-07-01' }] },
    })
    emulator.setClock('2026-07-01T00:10:00Z')
    expect(await emulator.get(labels, { as: 'outsider' })).toMatchObject({ status: 404 })
  })

  it('applies shares of a group to its contents', async () => {
    await emulator.post('/groups/12/members', { user_id: 7, access_level: 40 }, asOwner)
    expect(await share('/groups/10', { group_access: 20 })).toMatchObject({
      status: 201,
      body: { shared_with_groups: [{ group_id: 12, group_access_level: 20 }] },
    })
    expect(await emulator.get('/projects/3', { as: 'outsider' })).toMatchObject({ status: 200 })
    expect(await share('/groups/10')).toMatchObject({ status: 409 })
    expect(await emulator.delete('/groups/10/share/12', asOwner)).toMatchObject({ status: 204 })
    expect(await emulator.get('/projects/3', { as: 'outsider' })).toMatchObject({ status: 404 })
  })

  it.each([
    ['/projects/2', {}, 'maintainer', 404, { message: 'Not Found' }],
    ['/projects/2', {}, 'developer', 403, { message: '403 Forbidden' }],
    ['/projects/2', { group_id: 999 }, 'owner', 404, { message: 'Not Found' }],
    ['/projects/1', {}, 'owner', 409, { message: 'Project already shared with this group' }],
    [
      '/projects/1',
      { group_id: 10 },
      'owner',
      409,
      { message: 'Project cannot be shared with the group it is in or one of its ancestors.' },
    ],
    ['/projects/2', { group_access: 35 }, 'owner', 400, { error: 'group_access does not have a valid value' }],
    ['/projects/2', { group_access: null }, 'owner', 400, { error: 'group_access does not have a valid value' }],
  ])('refuses the share %s %j by %s', async (path, fields, as, status, body) => {
    expect(await share(path, fields, as)).toMatchObject({ status, body })
  })

  it('gives the role Security Manager on GitLab', async () => {
    const { status } = await share('/projects/2', { group_access: 25 }, 'owner')
    expect(status).toBe(flavor === 'spec' ? 400 : 201)
  })

  it('names all reasons against a share', async () => {
    await emulator.put('/projects/1/transfer', { namespace: 12 }, asOwner)
    expect(await share('/projects/1')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Project already shared .* and Project cannot be shared with/) },
    })
  })

  it('refuses shares if the group locks sharing of its projects', async () => {
    await emulator.put('/groups/10', { share_with_group_lock: true }, asOwner)
    expect(await share('/projects/2')).toMatchObject({
      status: 400,
      body: { message: 'The project sharing with group is disabled' },
    })
  })

  it('deletes a share with the rules for the group', async () => {
    const path = '/projects/1/protected_environments'
    const rules = { deploy_access_levels: [{ access_level: 40 }, { group_id: 12 }], approval_rules: [{ group_id: 12 }] }
    expect(await emulator.post(path, { name: 'production', ...rules })).toMatchObject({ status: 201 })
    expect(await emulator.delete('/projects/1/share/12', { as: 'maintainer' })).toMatchObject({ status: 403 })
    expect(await emulator.delete('/projects/1/share/12', asOwner)).toMatchObject({ status: 204 })
    expect(await emulator.get(`${path}/production`)).toMatchObject({
      body: { deploy_access_levels: [{ access_level: 40 }], approval_rules: [] },
    })
    expect(await emulator.delete('/projects/1/share/12', asOwner)).toMatchObject({
      status: 404,
      body: { message: '404 Group Link Not Found' },
    })
  })

  it('lists shares as groups, from new to old', async () => {
    const made = await emulator.post('/groups', { name: 'More', path: 'more', visibility: 'public' }, asOwner)
    await share('/projects/1', { group_id: (made.body as { id: number }).id })
    await share('/groups/10', { group_id: 11, group_access: 20 })
    const paths = async (query = '') =>
      ((await emulator.get(`/projects/1/invited_groups${query}`)).body as { full_path: string }[]).map(
        ({ full_path }) => full_path,
      )
    expect(await paths()).toEqual(['more', 'deployers', 'acme/platform'])
    expect(await paths('?relation=inherited')).toEqual(['acme/platform'])
    expect(await paths('?search=mor')).toEqual(['more'])
  })
})
