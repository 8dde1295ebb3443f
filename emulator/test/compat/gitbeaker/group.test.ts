import { Groups, Projects } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const ids = (found: { id: number }[]) => found.map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('groups by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const groups = (as: string | null = 'owner') => new Groups(access(emulator, as))

  it('creates a group with settings, and reads it', async () => {
    const made = await groups().create('Fresh', 'fresh', {
      description: 'It is new',
      visibility: 'internal',
      projectCreationLevel: 'maintainer',
      subgroupCreationLevel: 'owner',
      requestAccessEnabled: false,
      lfsEnabled: false,
      shareWithGroupLock: true,
    })
    expect(made).toMatchObject({
      name: 'Fresh',
      path: 'fresh',
      full_path: 'fresh',
      full_name: 'Fresh',
      parent_id: null,
      description: 'It is new',
      visibility: 'internal',
      project_creation_level: 'maintainer',
      subgroup_creation_level: 'owner',
      request_access_enabled: false,
      lfs_enabled: false,
      share_with_group_lock: true,
      web_url: `${emulator.url}/groups/fresh`,
      created_at: testNow,
    })
    expect(await groups().show(made.id)).toMatchObject({ ...made, projects: [], shared_projects: [] })
    expect(await groups().show('fresh')).toMatchObject(made)
    expect(await groups().search('Fresh')).toMatchObject([{ id: made.id }])
  })

  it('creates a subgroup, and lists subgroups and descendants', async () => {
    const made = await groups().create('Tools', 'tools', { parentId: 11 })
    expect(made).toMatchObject({ parent_id: 11, full_path: 'acme/platform/tools', visibility: 'private' })
    expect(ids(await groups().allSubgroups('acme'))).toEqual([11])
    expect(ids(await groups().allSubgroups(11))).toEqual([made.id])
    expect(ids(await groups().allDescendantGroups(10, {}))).toEqual([11, made.id])
    expect(ids(await groups().allDescendantGroups(10, { orderBy: 'id', sort: 'desc' }))).toEqual([made.id, 11])
    expect(ids(await groups().allSubgroups(10, { search: 'other' }))).toEqual([])
    expect(await groups('outsider').allSubgroups(10)).toEqual([])
  })

  it('updates settings, and keeps the others', async () => {
    const old = await groups().show(12)
    const changed = await groups().edit(12, {
      name: 'Ops',
      path: 'ops',
      description: 'They deploy',
      visibility: 'private',
      mentionsDisabled: true,
      preventSharingGroupsOutsideHierarchy: true,
      sharedRunnersSetting: 'disabled_and_overridable',
      twoFactorGracePeriod: 24,
    })
    expect(changed).toMatchObject({
      id: 12,
      name: 'Ops',
      full_path: 'ops',
      description: 'They deploy',
      visibility: 'private',
      mentions_disabled: true,
      prevent_sharing_groups_outside_hierarchy: true,
      shared_runners_setting: 'disabled_and_overridable',
      two_factor_grace_period: 24,
      project_creation_level: old.project_creation_level,
    })
    expect(changed).toMatchObject(await groups().show('ops', { withProjects: flavor === 'gitlab' }))
    await expect(groups('maintainer').edit(10, { name: 'Mine' })).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })

  it('lists the projects of a group by query', async () => {
    expect(ids(await groups().allProjects(10, { withShared: false }))).toEqual([2, 1])
    expect(ids(await groups().allProjects('acme', { includeSubgroups: true }))).toEqual([3, 2, 1])
    expect(ids(await groups().allProjects(10, { visibility: 'public' }))).toEqual([2])
    expect(ids(await groups().allProjects(12))).toEqual([1])
    expect(ids(await groups().allProjects(12, { withShared: false }))).toEqual([])
    expect(ids(await groups().allSharedProjects(12))).toEqual([1])
    expect(ids(await groups().allSharedProjects(12, { search: 'infra' }))).toEqual([])
    const [simple] = await groups().allProjects(11, { simple: true })
    expect(simple).toMatchObject({ id: 3, path_with_namespace: 'acme/platform/infra' })
    expect(simple).not.toHaveProperty('merge_method')
  })

  it('transfers a group with its projects', async () => {
    expect(await groups().transfer(12, { groupId: 10 })).toMatchObject({ full_path: 'acme/deployers', parent_id: 10 })
    expect(await groups().transfer(11)).toMatchObject({ id: 11, full_path: 'platform', parent_id: null })
    expect(await groups().show('platform')).toMatchObject({ id: 11 })
    expect(await new Projects(access(emulator, 'owner')).show('platform/infra')).toMatchObject({ id: 3 })
  })

  it('moves a project into a group, for administrators', async () => {
    expect(await groups('root').transferProject(12, 'acme/web')).toMatchObject({ id: 12, full_path: 'deployers' })
    expect(ids(await groups().allProjects(12))).toEqual([1])
    await expect(groups().transferProject(12, 2)).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })

  it('shares a group with another one', async () => {
    expect(await groups().share(10, 12, 30, { expiresAt: '2026-07-01' })).toMatchObject({
      id: 10,
      shared_with_groups: [
        { group_id: 12, group_full_path: 'deployers', group_access_level: 30, expires_at: '2026-07-01' },
      ],
    })
    expect(await groups().unshare(10, 12, {})).toBeNull()
    expect(await groups().show(10)).toMatchObject({ shared_with_groups: [] })
  })

  it('schedules the removal of a group, restores it, and removes it', async () => {
    const accepted = { message: '202 Accepted' }
    expect(await groups().remove(11)).toEqual(accepted)
    expect(await groups().show(11)).toMatchObject({
      full_path: 'acme/platform-deletion_scheduled-11',
      marked_for_deletion_on: '2026-06-15',
    })
    expect(await groups().restore(11)).toMatchObject({ full_path: 'acme/platform', marked_for_deletion_on: null })
    await groups().remove(11)
    const fullPath = 'acme/platform-deletion_scheduled-11'
    expect(await groups().remove(11, { permanentlyRemove: true, fullPath })).toEqual(accepted)
    await expect(groups().show(11)).rejects.toMatchObject(refused(404, '404 Group Not Found'))
  })
})
