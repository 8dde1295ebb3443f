import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('created projects, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asOwner = { as: 'owner' }
  const create = (fields: object, as = 'developer') =>
    emulator.post('/projects', { namespace_id: 10, ...fields }, { as })

  it('creates private, empty projects', async () => {
    const { status, body } = await create({ name: 'My App' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 4,
      name: 'My App',
      path: 'my-app',
      path_with_namespace: 'acme/my-app',
      visibility: 'private',
      creator_id: 4,
      empty_repo: true,
      readme_url: null,
      default_branch: 'main',
    })
    expect(body).not.toHaveProperty('permissions')
    expect(await emulator.post('/projects/4/pipeline', { ref: 'main' })).toMatchObject({ status: 400 })
  })

  it('creates a branch with `initialize_with_readme`', async () => {
    await create({ path: 'app', initialize_with_readme: true, default_branch: 'trunk' })
    expect(await emulator.post('/projects/4/pipeline', { ref: 'trunk' })).toMatchObject({ status: 201 })
    expect(await emulator.get('/projects/4')).toMatchObject({ body: { empty_repo: false, default_branch: 'trunk' } })
  })

  it('fills a new project like the projects of the seed world', async () => {
    await create({ name: 'app' })
    expect(await emulator.post('/projects/4/labels', { name: 'bug', color: '#ff0000' })).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/4/environments', { name: 'production' })).toMatchObject({ status: 201 })
    const levels = { deploy_access_levels: [{ access_level: 40 }] }
    expect(await emulator.post('/projects/4/protected_environments', { name: 'production', ...levels })).toMatchObject({
      status: 201,
    })
  })

  it('creates projects in the namespace of the creator by default', async () => {
    expect(await emulator.post('/projects', { path: 'own' }, { as: 'outsider' })).toMatchObject({
      status: 201,
      body: { name: 'own', path_with_namespace: 'outsider/own', namespace: { id: 7, kind: 'user' } },
    })
    const notValid = { status: 400, body: { message: { namespace: ['is not valid'] } } }
    expect(await create({ path: 'own' }, 'reporter')).toMatchObject(notValid)
    expect(await create({ path: 'own', namespace_id: 999 })).toMatchObject(notValid)
    expect(await create({ path: 'own', namespace_id: 7 })).toMatchObject(notValid)
    expect(await emulator.post('/projects/user/7', { name: 'given' }, { as: 'root' })).toMatchObject({
      status: 201,
      body: { path_with_namespace: 'outsider/given', creator_id: 7 },
    })
  })

  it('limits the visibility to that of the group', async () => {
    expect(await create({ path: 'a', namespace_id: 11, visibility: 'public' })).toMatchObject({
      body: { visibility: 'private' },
    })
    expect(await emulator.put('/projects/4', { visibility: 'public' }, asOwner)).toMatchObject({
      status: 400,
      body: { message: { visibility_level: ['public is not allowed in a private namespace.'] } },
    })
  })

  it.each([
    [{}, { error: 'name, path are missing, at least one parameter must be provided' }],
    [
      { name: 'Web', path: 'WEB' },
      {
        message: {
          'project_namespace.name': ['has already been taken'],
          name: ['has already been taken'],
          path: ['has already been taken'],
        },
      },
    ],
    [{ name: '(odd)' }, { message: { name: [expect.stringContaining('can contain only letters')] } }],
    [
      { path: '-odd' },
      { message: { path: expect.arrayContaining([expect.stringContaining("Cannot start with '-'")]) } },
    ],
    [{ name: 'a', visibility: 'secret' }, { error: 'visibility does not have a valid value' }],
  ])('refuses a project with the fields %j', async (fields, body) => {
    expect(await create(fields)).toMatchObject({ status: 400, body })
  })

  it('stores settings, also by deprecated names', async () => {
    const sent = {
      merge_method: 'ff',
      build_timeout: 600,
      wiki_enabled: false,
      emails_disabled: true,
      topics: ['a', 'b'],
    }
    expect(await emulator.put('/projects/1', sent, { as: 'owner' })).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/1')).toMatchObject({
      body: {
        merge_method: 'ff',
        build_timeout: 600,
        wiki_access_level: 'disabled',
        emails_enabled: false,
        topics: ['a', 'b'],
        squash_option: 'default_off',
      },
    })
    await emulator.put('/projects/1', { builds_access_level: 'disabled' })
    expect(await emulator.get('/projects/1')).toMatchObject({ body: { jobs_enabled: false } })
    expect(await emulator.put('/projects/1', { build_timeout: 5 })).toMatchObject({
      status: 400,
      body: { message: { build_timeout: ['needs to be between 10 minutes and 1 month'] } },
    })
    expect(await emulator.put('/projects/1', { archived: true })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^allow_merge_on_skipped_pipeline, .* at least one parameter must be/) },
    })
  })

  it('returns the token for runners to maintainers only', async () => {
    const { body } = await create({ name: 'made' }, 'maintainer')
    expect(body).toMatchObject({ runners_token: expect.stringMatching(/^GR1348941LABx+4$/) })
    expect(await emulator.put('/projects/1', { description: 'x' })).toMatchObject({
      body: { runners_token: expect.stringMatching(/^GR1348941LABx+1$/) },
    })
    expect((await emulator.get('/projects/1', { as: 'developer' })).body).not.toHaveProperty('runners_token')
  })

  it('spells topics like other projects that have them, and sorts them', async () => {
    await emulator.put('/projects/2', { topics: ['Ruby'] }, asOwner)
    expect(await emulator.put('/projects/1', { topics: [' web ', 'RUBY', 'api', 'Web', ''] })).toMatchObject({
      body: { topics: ['Ruby', 'api', 'web'], tag_list: ['Ruby', 'api', 'web'] },
    })
    expect(await emulator.put('/projects/1', { topics: [] })).toMatchObject({ body: { topics: [] } })
  })

  it('removes blanks before a name, but not behind it', async () => {
    expect(await create({ name: '  My App ', path: 'app' })).toMatchObject({ body: { name: 'My App ' } })
    expect(await emulator.put('/projects/1', { name: ' Site' })).toMatchObject({ body: { name: 'Site' } })
  })

  it('accepts the present default branch of an empty project, but no other', async () => {
    await create({ name: 'app' })
    expect(await emulator.put('/projects/4', { default_branch: 'main' }, asOwner)).toMatchObject({ status: 200 })
    expect(await emulator.put('/projects/4', { default_branch: 'trunk' }, asOwner)).toMatchObject({
      status: 400,
      body: { message: { base: ["Could not change HEAD: branch 'trunk' does not exist"] } },
    })
  })

  it('creates projects with the setting for shared runners of the group', async () => {
    await emulator.put('/groups/10', { shared_runners_setting: 'disabled_and_overridable' }, asOwner)
    expect(await create({ name: 'a' })).toMatchObject({ body: { shared_runners_enabled: false } })
    expect(await create({ name: 'b', shared_runners_enabled: true })).toMatchObject({
      body: { shared_runners_enabled: true },
    })
    await emulator.put('/groups/10', { shared_runners_setting: 'disabled_and_unoverridable' }, asOwner)
    expect(await create({ name: 'c', shared_runners_enabled: true })).toMatchObject({
      status: 400,
      body: { message: { shared_runners_enabled: ['cannot be enabled because parent group does not allow it'] } },
    })
  })

  it('limits the projects in the namespace of a user', async () => {
    emulator.patch('users', 7, { projects_limit: 1 })
    const own = (name: string) => emulator.post('/projects', { name }, { as: 'outsider' })
    expect(await own('a')).toMatchObject({ status: 201 })
    expect(await own('b')).toMatchObject({
      status: 403,
      body: { error: ["You've reached your limit of 1 projects created. Contact your GitLab administrator."] },
    })
  })

  it('disables the expiration of images each hour, because the project has none', async () => {
    const policy = async () => (await emulator.get('/projects/1')).body
    const set = (fields: object) =>
      emulator.put('/projects/1', { container_expiration_policy_attributes: fields }, asOwner)
    expect(await set({ enabled: true, cadence: '7d' })).toMatchObject({
      body: { container_expiration_policy: { enabled: true, next_run_at: '2026-06-22T12:00:00.000Z' } },
    })
    emulator.advanceClock(49 * 60)
    expect(await policy()).toMatchObject({ container_expiration_policy: { enabled: true, cadence: '7d' } })
    emulator.advanceClock(60)
    expect(await policy()).toMatchObject({ container_expiration_policy: { enabled: false, cadence: '7d' } })
    expect(await set({ keep_n: 5 })).toMatchObject({ body: { container_expiration_policy: { enabled: false } } })
    expect(await set({ enabled: true })).toMatchObject({ body: { container_expiration_policy: { enabled: true } } })
  })

  it('validates the patterns of an enabled expiration of images', async () => {
    const set = (fields: object) => emulator.put('/projects/1', { container_expiration_policy_attributes: fields })
    expect(await set({ name_regex: '(?=x)' })).toMatchObject({ status: 200 })
    expect(await set({ enabled: true })).toMatchObject({
      status: 400,
      body: { message: { 'container_expiration_policy.name_regex': [expect.stringMatching(/^not valid RE2 syntax/)] } },
    })
    expect(await set({ enabled: true, name_regex: '' })).toMatchObject({
      status: 400,
      body: { message: { 'container_expiration_policy.name_regex': ["can't be blank"] } },
    })
  })

  it('lets maintainers change a project, and owners its visibility', async () => {
    expect(await emulator.put('/projects/1', { description: 'x' }, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.put('/projects/1', { description: 'x' })).toMatchObject({ body: { description: 'x' } })
    expect(await emulator.put('/projects/1', { visibility: 'private' })).toMatchObject({ status: 403 })
    expect(await emulator.put('/projects/1', { visibility: 'private' }, asOwner)).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/1', { as: 'outsider' })).toMatchObject({ status: 404 })
  })

  it('redirects from the old path of a project to the new one', async () => {
    expect(await emulator.put('/projects/1', { path: 'site' })).toMatchObject({
      body: { path_with_namespace: 'acme/site' },
    })
    for (const old of ['web', 'old-name']) {
      expect(await emulator.get(`/projects/acme%2F${old}/labels`)).toMatchObject({ status: 301 })
    }
    await emulator.put('/projects/1', { path: 'web' })
    expect(await emulator.get('/projects/acme%2Fweb')).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/acme%2Fsite')).toMatchObject({ status: 301 })
  })

  it('lets owners archive a project, which makes its labels read-only', async () => {
    expect(await emulator.post('/projects/1/archive')).toMatchObject({ status: 403 })
    expect(await emulator.post('/projects/1/archive', undefined, asOwner)).toMatchObject({
      status: 201,
      body: { archived: true },
    })
    expect(await emulator.post('/projects/1/archive', undefined, asOwner)).toMatchObject({
      status: 400,
      body: { message: 'Project is already archived.' },
    })
    expect(await emulator.post('/projects/1/labels', { name: 'a', color: 'red' })).toMatchObject({ status: 403 })
    expect(await emulator.post('/projects/1/unarchive', undefined, asOwner)).toMatchObject({
      body: { archived: false },
    })
    expect(await emulator.post('/projects/1/labels', { name: 'a', color: 'red' })).toMatchObject({ status: 201 })
  })

  describe('that are scheduled for deletion', () => {
    beforeEach(async () => {
      expect(await emulator.delete('/projects/1')).toMatchObject({ status: 403 })
      expect(await emulator.delete('/projects/1', asOwner)).toMatchObject({
        status: 202,
        body: { message: '202 Accepted' },
      })
    })

    it('renames projects that are scheduled for deletion, whose labels GitLab refuses', async () => {
      expect(await emulator.get('/projects/1')).toMatchObject({
        body: {
          name: 'Web-deletion_scheduled-1',
          path_with_namespace: 'acme/web-deletion_scheduled-1',
          marked_for_deletion_on: '2026-06-15',
          archived: false,
        },
      })
      expect(await emulator.get('/projects/acme%2Fweb')).toMatchObject({ status: 301 })
      expect(await emulator.post('/projects/1/labels', { name: 'a', color: 'red' })).toMatchObject({
        status: flavor === 'spec' ? 201 : 403,
      })
      expect(await emulator.put('/projects/1', { description: 'Goes' })).toMatchObject({ status: 200 })
      expect(await emulator.delete('/projects/1', asOwner)).toMatchObject({
        status: 400,
        body: { message: 'Project has already been marked for deletion' },
      })
    })

    it('restores a project that is scheduled for deletion', async () => {
      expect(await emulator.post('/projects/1/restore')).toMatchObject({ status: 403 })
      expect(await emulator.post('/projects/1/restore', undefined, asOwner)).toMatchObject({
        status: 201,
        body: { name: 'Web', path_with_namespace: 'acme/web', marked_for_deletion_on: null },
      })
      expect(await emulator.get('/projects/acme%2Fweb')).toMatchObject({ status: 200 })
      expect(await emulator.post('/projects/1/restore', undefined, asOwner)).toMatchObject({
        status: 400,
        body: { message: 'Project has not been marked for deletion' },
      })
    })

    it('restores a project with another name if its name was taken', async () => {
      expect(await create({ name: 'Web', path: 'web' })).toMatchObject({
        status: 201,
        body: { path_with_namespace: 'acme/web' },
      })
      expect(await emulator.post('/projects/1/restore', undefined, asOwner)).toMatchObject({
        status: 201,
        body: { path_with_namespace: expect.stringMatching(/^acme\/web-[\w-]{5}$/) },
      })
    })

    it('deletes a project immediately with `permanently_remove` and its full path', async () => {
      const removal = '/projects/1?permanently_remove=true'
      expect(await emulator.delete(`${removal}&full_path=acme%2Fweb`, asOwner)).toMatchObject({ status: 400 })
      const path = encodeURIComponent('acme/web-deletion_scheduled-1')
      expect(await emulator.delete(`${removal}&full_path=${path}`, asOwner)).toMatchObject({ status: 202 })
      expect(await emulator.get('/projects/1', asOwner)).toMatchObject({ status: 404 })
      expect(await emulator.get('/projects/acme%2Fweb', asOwner)).toMatchObject({ status: 404 })
    })
  })
})
