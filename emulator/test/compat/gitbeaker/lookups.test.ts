import { Groups, Issues, Metadata, Projects, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const ids = (found: { id: number }[]) => found.map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('reading with gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  it('reads the version of the service', async () => {
    const metadata = new Metadata(access(emulator, 'guest'))
    const shown = await metadata.show()
    expect(shown).toMatchObject({
      version: expect.stringMatching(spec ? /^1[56]\./ : /^19\.3\./),
      revision: expect.any(String),
      kas: { enabled: expect.any(Boolean) },
      enterprise: true,
    })
    // The older route says the same.
    expect(await metadata.requester.get('version')).toMatchObject({ body: shown })
    await expect(new Metadata(access(emulator, null)).show()).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })

  describe('of users', () => {
    const users = (as?: string | null) => new Users(access(emulator, as))

    it('reads the current user', async () => {
      const self = await users('developer').showCurrentUser()
      expect(self).toMatchObject({ id: 4, username: 'developer', name: 'Developer', state: 'active', bot: false })
      expect(self).not.toHaveProperty('is_admin')
      expect(await users('root').showCurrentUser()).toMatchObject({ id: 1, is_admin: true })
      await expect(users(null).showCurrentUser()).rejects.toMatchObject(refused(401, '401 Unauthorized'))
    })

    it('reads other users, by id and by query', async () => {
      expect(await users().show(4)).toMatchObject({ id: 4, username: 'developer' })
      await expect(users().show(99)).rejects.toMatchObject(refused(404, '404 User Not Found'))
      expect(ids(await users().all({ username: 'owner' }))).toEqual([2])
      expect(ids(await users().all({ search: 'main' }))).toEqual([3])
      expect(ids(await users().all())).toEqual([7, 6, 5, 4, 3, 2, 1])
    })
  })

  describe('of projects', () => {
    const projects = (as?: string | null) => new Projects(access(emulator, as))

    it('reads a project by id, path and former path', async () => {
      const web = await projects().show(1)
      expect(web).toMatchObject({
        id: 1,
        name: 'Web',
        path: 'web',
        path_with_namespace: 'acme/web',
        default_branch: 'main',
        visibility: 'internal',
        archived: false,
        namespace: { id: 10, full_path: 'acme', kind: 'group' },
        permissions: { group_access: { access_level: 40 } },
      })
      for (const path of ['acme/web', 'ACME/Web', 'acme/old-name']) expect(await projects().show(path)).toEqual(web)
    })

    it('lists projects by query', async () => {
      expect(ids(await projects().all())).toEqual([3, 2, 1])
      expect(ids(await projects().all({ orderBy: 'path', sort: 'asc' }))).toEqual([2, 3, 1])
      expect(ids(await projects().all({ visibility: 'public' }))).toEqual([2])
      expect(ids(await projects().all({ search: 'INF' }))).toEqual([3])
      expect(ids(await projects('owner').all({ owned: true }))).toEqual([3, 2, 1])
      expect(ids(await projects().all({ owned: true }))).toEqual([])
      expect(ids(await projects('outsider').all({ membership: true }))).toEqual([])
      expect(ids(await projects('root').all({ repositoryStorage: 'fast' }))).toEqual([])
      expect(ids(await projects().all({ repositoryStorage: 'fast' }))).toEqual([3, 2, 1])
    })
  })

  describe('of groups', () => {
    const groups = (as?: string | null) => new Groups(access(emulator, as))

    it('reads a group by id and path', async () => {
      const platform = await groups().show('acme/platform')
      expect(platform).toMatchObject({ id: 11, name: 'Platform', full_path: 'acme/platform', parent_id: 10 })
      expect(platform).toMatchObject({ full_name: 'Acme / Platform', visibility: 'private' })
      expect(await groups().show(11)).toEqual(platform)
      expect(await groups().show('acme')).toMatchObject({ id: 10, parent_id: null })
      await expect(groups('outsider').show(11)).rejects.toMatchObject(refused(404, '404 Group Not Found'))
    })

    it('lists groups by name', async () => {
      expect(ids(await groups().all())).toEqual([10, 11])
      expect(ids(await groups().all({ allAvailable: true, skipGroups: [10] }))).toEqual([12, 11])
      expect(ids(await groups().all({ search: 'plat' }))).toEqual([11])
      expect(ids(await groups(null).all())).toEqual([10])
    })
  })

  describe('of issues', () => {
    const issues = (as?: string | null) => new Issues(access(emulator, as))
    const iids = (found: { iid: number }[]) => found.map(({ iid }) => iid)

    it('reads an issue of a project', async () => {
      expect(await issues().show(2, { projectId: 'acme/web' })).toMatchObject({
        id: 102,
        iid: 2,
        project_id: 1,
        title: 'Issue 2 of Web',
        state: 'opened',
        labels: [],
        author: { username: 'developer' },
      })
      await expect(issues().show(9, { projectId: 1 })).rejects.toMatchObject(refused(404, '404 Not found'))
    })

    it('lists issues of a project by query', async () => {
      expect(iids(await issues().all({ projectId: 1 }))).toEqual([5, 4, 3, 2, 1])
      expect(iids(await issues().all({ projectId: 1, sort: 'asc' }))).toEqual([1, 2, 3, 4, 5])
      expect(iids(await issues().all({ projectId: 1, state: 'closed' }))).toEqual([5])
      expect(iids(await issues().all({ projectId: 1, iids: [2, 3] }))).toEqual([3, 2])
      expect(iids(await issues().all({ projectId: 1, search: '4 of' }))).toEqual([4])
    })
  })
})
