import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('transfers, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asOwner = { as: 'owner' }
  const created = async (path: string, fields: object, as = 'owner') =>
    ((await emulator.post(path, fields, { as })).body as { id: number }).id

  describe('of a project', () => {
    const transfer = (id: number, namespace: unknown, as = 'owner') =>
      emulator.put(`/projects/${id}/transfer`, { namespace }, { as })
    const refused = (reason: string) => ({
      status: 400,
      body: { message: `Failed to transfer project {:new_namespace=>["${reason}"]}` },
    })

    it('changes the full path, to which the old one redirects', async () => {
      expect(await transfer(1, 'deployers')).toMatchObject({
        status: 200,
        body: { id: 1, path_with_namespace: 'deployers/web', namespace: { id: 12, kind: 'group' } },
      })
      expect(await emulator.get('/projects/deployers%2Fweb', asOwner)).toMatchObject({ body: { id: 1 } })
      expect(await emulator.get('/projects/acme%2Fweb', asOwner)).toMatchObject({ status: 301 })
      const write = await emulator.put('/projects/acme%2Fweb', { description: 'x' }, asOwner)
      expect(write.status).toBe(flavor === 'spec' ? 301 : 405)
      // Members of the old group lose their roles.
      expect(await emulator.put('/projects/1', { description: 'x' })).toMatchObject({ status: 403 })
    })

    it('lowers the visibility to that of the group', async () => {
      expect(await transfer(2, 11)).toMatchObject({ status: 200, body: { visibility: 'private' } })
      expect(await emulator.get('/projects/2', { as: 'outsider' })).toMatchObject({ status: 404 })
    })

    it('switches shared runners off in a group that forbids them', async () => {
      const runners = { shared_runners_setting: 'disabled_and_unoverridable' }
      await emulator.put('/groups/12', runners, asOwner)
      expect(await transfer(1, 12)).toMatchObject({ body: { shared_runners_enabled: false } })
    })

    it('moves a project into the namespace of its owner', async () => {
      expect(await transfer(1, 'owner')).toMatchObject({
        status: 200,
        body: { path_with_namespace: 'owner/web', namespace: { id: 2, kind: 'user' }, owner: { username: 'owner' } },
      })
    })

    it('copies labels of the old group that issues have', async () => {
      const bug = await created('/groups/10/labels', { name: 'bug', color: 'gold', description: 'd' })
      await created('/groups/10/labels', { name: 'unused', color: '#ff0000' })
      emulator.patch('issues', 101, { label_ids: [bug] })
      await transfer(1, 12)
      const labels = (await emulator.get('/projects/1/labels', asOwner)).body as { id: number }[]
      expect(labels).toMatchObject([{ name: 'bug', color: '#FFD700', description: 'd', is_project_label: true }])
      expect(labels[0]?.id).not.toBe(bug)
      expect(await emulator.get('/projects/1/issues/1', asOwner)).toMatchObject({ body: { labels: ['bug'] } })
    })

    it('requires the Owner role', async () => {
      expect(await transfer(1, 11, 'maintainer')).toMatchObject({ status: 403 })
      expect(await transfer(3, 12, 'outsider')).toMatchObject({ status: 404 })
    })

    it('requires a namespace that the caller is a member of', async () => {
      const unknown = { status: 404, body: { message: '404 Namespace Not Found' } }
      const own = await created('/projects', { name: 'Own' }, 'outsider')
      for (const namespace of [999, 'nothing', 'acme', 'developer']) {
        expect(await transfer(own, namespace, 'outsider')).toMatchObject(unknown)
      }
      expect(await emulator.put('/projects/1/transfer', {}, asOwner)).toMatchObject({
        status: 400,
        body: { error: 'namespace is missing' },
      })
    })

    it('requires the Maintainer role in the group, and that it allows projects', async () => {
      const denied = refused("You don't have permission to transfer projects into that namespace.")
      const own = await created('/projects', { name: 'Own' }, 'developer')
      expect(await transfer(own, 10, 'developer')).toMatchObject(denied)
      await emulator.put('/groups/12', { project_creation_level: 'noone' }, asOwner)
      expect(await transfer(1, 12)).toMatchObject(denied)
    })

    it('refuses the same namespace, and one that has a project with the name', async () => {
      expect(await transfer(1, 'acme')).toMatchObject(refused('Project is already in this namespace.'))
      await created('/projects', { name: 'Web', path: 'other', namespace_id: 12 })
      expect(await transfer(1, 12)).toMatchObject(
        refused('Project with same name or path in target namespace already exists'),
      )
    })
  })

  describe('to other namespaces', () => {
    const locations = async (of: string, query = '', as = 'owner') =>
      ((await emulator.get(`${of}/transfer_locations${query}`, { as })).body as { full_path: string }[]).map(
        ({ full_path }) => full_path,
      )

    it('lists the groups to which a project can be transferred', async () => {
      expect(await locations('/projects/1')).toEqual(['acme', 'deployers', 'acme/platform'])
      expect(await locations('/projects/1', '?search=acme')).toEqual(['acme', 'acme/platform'])
      await emulator.put('/groups/12', { project_creation_level: 'noone' }, asOwner)
      expect(await locations('/projects/1')).toEqual(['acme', 'acme/platform'])
      expect(await emulator.get('/projects/1/transfer_locations')).toMatchObject({ status: 403 })
    })

    it('lists the groups to which a group can be transferred', async () => {
      expect(await locations('/groups/11')).toEqual(['deployers'])
      expect(await locations('/groups/12')).toEqual(['acme', 'acme/platform'])
      expect(await locations('/groups/12', '?search=Platform')).toEqual(['acme/platform'])
      expect(await locations('/groups/12', '', 'root')).toEqual([])
      expect(await emulator.get('/groups/11/transfer_locations')).toMatchObject({ status: 403 })
    })
  })

  describe('of a project by an administrator, through the group', () => {
    const transfer = (group: number, project: string, as = 'root') =>
      emulator.post(`/groups/${group}/projects/${project}`, {}, { as })

    it('moves the project and responds with the group', async () => {
      const moved = await transfer(12, 'acme%2Fweb')
      expect(moved).toMatchObject({ status: 201, body: { id: 12, full_path: 'deployers' } })
      expect(moved.body).not.toHaveProperty('projects')
      expect(await emulator.get('/projects/1', asOwner)).toMatchObject({
        body: { path_with_namespace: 'deployers/web' },
      })
      expect(await transfer(11, 'acme%2Fweb')).toMatchObject({ status: 405 })
    })

    it('accepts the path of the project without escape sequences', async () => {
      expect(await transfer(12, 'acme/web')).toMatchObject({ status: 201 })
      expect(await emulator.get('/projects/deployers%2Fweb', asOwner)).toMatchObject({ body: { id: 1 } })
    })

    it('refuses other users, unknown projects, and the same group', async () => {
      expect(await transfer(12, '1', 'owner')).toMatchObject({ status: 403 })
      expect(await transfer(12, '99')).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } })
      expect(await transfer(99, '1')).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } })
      expect(await transfer(10, '1')).toMatchObject({
        status: 400,
        body: {
          message: 'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}',
        },
      })
    })
  })

  describe('of a group', () => {
    const transfer = (id: number, group_id?: number, as = 'owner') =>
      emulator.post(`/groups/${id}/transfer`, { group_id }, { as })
    const refused = (reason: string) => ({ status: 400, body: { message: `Transfer failed: ${reason}` } })

    it('moves a group with its contents into another one', async () => {
      expect(await transfer(12, 11)).toMatchObject({
        status: 201,
        // The parent is private.
        body: { id: 12, full_path: 'acme/platform/deployers', parent_id: 11, visibility: 'private' },
      })
      expect((await transfer(11, 10)).status).toBe(400)
      expect(await emulator.get('/groups/deployers', asOwner)).toMatchObject({ status: 404 })
    })

    it('moves a subgroup to the top level, where the caller becomes its owner', async () => {
      expect(await transfer(11)).toMatchObject({ status: 201, body: { full_path: 'platform', parent_id: null } })
      expect(await emulator.get('/projects/platform%2Finfra', asOwner)).toMatchObject({ body: { id: 3 } })
      expect(await emulator.get('/projects/acme%2Fplatform%2Finfra', asOwner)).toMatchObject({ status: 301 })
      expect((await emulator.get('/groups/11/members', asOwner)).body).toMatchObject([
        { username: 'owner', access_level: 50 },
      ])
      expect(await emulator.get('/groups/11')).toMatchObject({ status: 404 })
    })

    it('lowers the visibility of the contents, and applies the setting for runners', async () => {
      const project = await created('/projects', { name: 'Open', namespace_id: 12, visibility: 'internal' })
      await emulator.put('/groups/11', { shared_runners_setting: 'disabled_and_unoverridable' }, asOwner)
      expect(await transfer(12, 11)).toMatchObject({ body: { shared_runners_setting: 'disabled_and_unoverridable' } })
      expect(await emulator.get(`/projects/${project}`, asOwner)).toMatchObject({
        body: { visibility: 'private', shared_runners_enabled: false },
      })
    })

    it('requires the Owner role in the group, and in the parent the right to create subgroups', async () => {
      expect(await transfer(10, 12, 'maintainer')).toMatchObject({ status: 403 })
      expect(await transfer(11, 12, 'outsider')).toMatchObject({ status: 404 })
      const own = await created('/groups', { name: 'Own', path: 'own' }, 'developer')
      expect(await transfer(own, 10, 'developer')).toMatchObject(refused("You don't have enough permissions."))
      expect(await transfer(own, 999, 'developer')).toMatchObject({
        status: 404,
        body: { message: '404 Group Not Found' },
      })
    })

    it('refuses the same parent, a subgroup as the parent, and a path or name that is taken', async () => {
      expect(await transfer(10)).toMatchObject(refused('Group is already a root group.'))
      expect(await transfer(11, 10)).toMatchObject(refused('Group is already associated to the parent group.'))
      expect(await transfer(10, 11)).toMatchObject(refused('Cannot transfer group to one of its subgroup.'))
      const taken = refused('The parent group already has a subgroup or a project with the same path.')
      const twin = await created('/groups', { name: 'Other', path: 'web' })
      expect(await transfer(twin, 10)).toMatchObject(taken)
      const namesake = await created('/groups', { name: 'Platform', path: 'other' })
      expect(await transfer(namesake, 10)).toMatchObject(refused('Validation failed: Name has already been taken'))
    })
  })
})
