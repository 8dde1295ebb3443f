import { ProjectLabels, Projects } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const ids = (found: { id: number }[]) => found.map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('projects by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const projects = (as: string | null = 'owner') => new Projects(access(emulator, as))

  it('creates a project in a group with settings, and reads it', async () => {
    const made = await projects().create({
      name: 'Fresh App',
      namespaceId: 10,
      description: 'It is new',
      visibility: 'internal',
      initializeWithReadme: true,
      defaultBranch: 'trunk',
      mergeMethod: 'ff',
      squashOption: 'always',
      wikiAccessLevel: 'disabled',
      topics: ['a', 'b'],
    })
    expect(made).toMatchObject({
      id: 4,
      name: 'Fresh App',
      name_with_namespace: 'Acme / Fresh App',
      path: 'fresh-app',
      path_with_namespace: 'acme/fresh-app',
      description: 'It is new',
      visibility: 'internal',
      default_branch: 'trunk',
      empty_repo: false,
      creator_id: 2,
      namespace: { id: 10, kind: 'group', full_path: 'acme' },
      merge_method: 'ff',
      squash_option: 'always',
      wiki_access_level: 'disabled',
      wiki_enabled: false,
      topics: ['a', 'b'],
      created_at: testNow,
    })
    const { permissions, ...shown } = await projects().show('acme/fresh-app')
    expect(permissions).toMatchObject({ group_access: { access_level: 50 } })
    expect(shown).toMatchObject(made)
    expect(ids(await projects().search('fresh'))).toEqual([4])
    expect(await new ProjectLabels(access(emulator)).create(4, 'bug', 'red')).toMatchObject({ id: 1 })
  })

  it('creates a project in the namespace of a user', async () => {
    expect(await projects('developer').create({ path: 'own' })).toMatchObject({
      path_with_namespace: 'developer/own',
      namespace: { kind: 'user', id: 4 },
    })
    expect(await projects('root').create({ userId: 7, name: 'given' })).toMatchObject({
      path_with_namespace: 'outsider/given',
      creator_id: 7,
    })
  })

  it('updates settings, and keeps the others', async () => {
    const old = await projects().show(1)
    const changed = await projects().edit('acme/web', {
      name: 'Site',
      path: 'site',
      description: 'The site',
      visibility: 'private',
      mergeMethod: 'rebase_merge',
      onlyAllowMergeIfPipelineSucceeds: true,
      onlyAllowMergeIfAllDiscussionsAreResolved: true,
      removeSourceBranchAfterMerge: false,
      buildTimeout: 600,
      ciConfigPath: 'ci/main.yml',
      sharedRunnersEnabled: false,
      issuesAccessLevel: 'private',
      mergeCommitTemplate: '%{title}',
      topics: ['web'],
    })
    expect(changed).toMatchObject({
      id: 1,
      name: 'Site',
      path_with_namespace: 'acme/site',
      description: 'The site',
      visibility: 'private',
      merge_method: 'rebase_merge',
      only_allow_merge_if_pipeline_succeeds: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
      remove_source_branch_after_merge: false,
      build_timeout: 600,
      ci_config_path: 'ci/main.yml',
      shared_runners_enabled: false,
      issues_access_level: 'private',
      merge_commit_template: '%{title}',
      topics: ['web'],
      squash_option: old.squash_option,
      lfs_enabled: old.lfs_enabled,
    })
    const { permissions: _, ...shown } = await projects().show(1)
    expect(changed).toMatchObject(shown)
  })

  // gitbeaker sends the names of a form as they are, so that only names of one word work.
  it('reads the fields that gitbeaker sends in a form next to an avatar', async () => {
    const avatar = { content: new Blob(['x']), filename: 'logo.png' }
    const made = await projects().create({ name: 'Fresh', visibility: 'internal', avatar })
    expect(made).toMatchObject({ id: 4, path_with_namespace: 'owner/Fresh', visibility: 'internal' })
    expect(await projects().edit(4, { description: 'a form', avatar })).toMatchObject({ description: 'a form' })
    expect(await projects().removeAvatar(4)).toMatchObject({ description: 'a form', avatar_url: null })
  })

  it('archives and unarchives a project', async () => {
    expect(await projects().archive(1)).toMatchObject({ id: 1, archived: true })
    await expect(new ProjectLabels(access(emulator)).create(1, 'bug', 'red')).rejects.toMatchObject(
      refused(403, '403 Forbidden'),
    )
    expect(await projects().unarchive(1)).toMatchObject({ id: 1, archived: false })
  })

  it('transfers a project by id and path of the namespace', async () => {
    expect(await projects().transfer(1, 'deployers')).toMatchObject({
      id: 1,
      path_with_namespace: 'deployers/web',
      namespace: { id: 12 },
    })
    expect(await projects().transfer(1, 11)).toMatchObject({ path_with_namespace: 'acme/platform/web' })
    expect(await projects().show('acme/web')).toMatchObject({ id: 1, path_with_namespace: 'acme/platform/web' })
    await expect(projects('maintainer').transfer(2, 12)).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })

  it('shares a project with a group', async () => {
    const share = { id: expect.any(Number), project_id: 3, group_id: 12, group_access: 30, expires_at: '2026-07-01' }
    expect(await projects().share(3, 12, 30, { expiresAt: '2026-07-01' })).toMatchObject(share)
    expect(await projects().show(3)).toMatchObject({
      shared_with_groups: [{ group_id: 12, group_full_path: 'deployers', group_access_level: 30 }],
    })
    expect(await projects().allInvitedGroups(3)).toMatchObject([{ id: 12, full_path: 'deployers' }])
    expect(await projects().unshare(3, 12)).toBeNull()
    expect(await projects().allInvitedGroups(3)).toEqual([])
  })

  it('schedules the removal of a project, restores it, and removes it', async () => {
    const accepted = { message: '202 Accepted' }
    expect(await projects().remove(1)).toEqual(accepted)
    const scheduled = await projects().show(1)
    expect(scheduled).toMatchObject({
      path_with_namespace: 'acme/web-deletion_scheduled-1',
      marked_for_deletion_on: '2026-06-15',
    })
    expect(await projects().restore(1)).toMatchObject({ path_with_namespace: 'acme/web' })
    expect(await projects().show('acme/web')).toMatchObject({ id: 1, marked_for_deletion_on: null })
    await projects().remove(1)
    const fullPath = scheduled.path_with_namespace
    expect(await projects().remove(1, { permanentlyRemove: true, fullPath })).toEqual(accepted)
    await expect(projects().show(1)).rejects.toMatchObject(refused(404, '404 Project Not Found'))
  })
})
