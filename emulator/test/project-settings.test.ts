import { useEmulator } from './support/emulator'

const taken = ['has already been taken']
const plain = expect.stringMatching(/^can only include non-accented letters/)
const odd = expect.stringMatching(/^can contain only letters/)
const notUpdated = { status: 422, body: { message: 'Project could not be updated!' } }
const tooLong = 'is too long (maximum is 255 characters)'

describe('settings of projects', () => {
  const emulator = useEmulator()
  const put = (fields: object, as = 'owner', id = 1) => emulator.put(`/projects/${id}`, fields, { as })
  const rejected = (message: object) => ({ status: 400, body: { message } })

  it.each([
    [{ name: '' }, { 'project_namespace.name': ["can't be blank"], name: ["can't be blank", odd] }],
    [{ name: null }, { 'project_namespace.name': ["can't be blank"], name: ["can't be blank", odd] }],
    [{ name: 'x'.repeat(256) }, { 'project_namespace.name': [tooLong], name: [tooLong] }],
    [{ name: 'API' }, { 'project_namespace.name': taken, name: taken }],
    [{ path: 'API' }, { path: taken }],
    [{ path: 'platform' }, { path: taken }],
    [{ path: 'a--b' }, { 'project_namespace.path': [plain], path: [plain] }],
    [{ path: 'x.git' }, { 'project_namespace.path': [odd], path: [odd] }],
    [{ path: 'é' }, { 'project_namespace.path': [plain, odd], path: [odd, plain] }],
    [{ path: 'Blob' }, { 'project_namespace.path': ['Blob is a reserved name'], path: ['Blob is a reserved name'] }],
    [{ path: '' }, { 'project_namespace.path': ["can't be blank", plain, odd], path: ["can't be blank", odd, plain] }],
    // The full path has the same limit.
    [{ path: 'x'.repeat(255) }, { path: [tooLong] }],
  ])('rejects %j with complaints about the project and its namespace', async (fields, message) => {
    const { status, body } = await put(fields)
    expect({ status, body }).toEqual(rejected(message))
  })

  it('distinguishes names by case, but not paths', async () => {
    expect(await put({ name: 'Api' })).toMatchObject({ status: 200, body: { name: 'Api' } })
    expect(
      await emulator.post('/projects', { name: 'api', path: 'API', namespace_id: 10 }, { as: 'owner' }),
    ).toMatchObject(rejected({ path: taken }))
  })

  it.each([
    'only_allow_merge_if_pipeline_succeeds',
    'printing_merge_request_link_enabled',
    'shared_runners_enabled',
    'public_jobs',
    'emails_enabled',
    'keep_latest_artifact',
    'prevent_merge_without_jira_issue',
    'ci_restrict_pipeline_cancellation_role',
  ])('refuses null for %s, which the database requires', async (name) => {
    expect(await put({ [name]: null, description: 'not stored' })).toMatchObject(notUpdated)
    expect((await emulator.get('/projects/1')).body).toMatchObject({ description: null })
  })

  it.each([
    ['only_allow_merge_if_all_discussions_are_resolved', null],
    ['remove_source_branch_after_merge', null],
    ['resolve_outdated_diff_discussions', null],
    ['ci_forward_deployment_enabled', null],
    ['autoclose_referenced_issues', true],
    ['merge_pipelines_enabled', false],
    ['build_git_strategy', 'clone'],
  ])('shows %s as %j after null', async (name, shown) => {
    expect(await put({ [name]: null })).toMatchObject({ status: 200, body: { [name]: shown } })
  })

  it('only lets forks be targets of their own merge requests', async () => {
    const message = { 'project_setting.mr_default_target_self': ['This setting is allowed for forked projects only'] }
    for (const value of [true, null]) {
      expect(await put({ mr_default_target_self: value })).toMatchObject(rejected(message))
    }
    expect(await put({ mr_default_target_self: false })).toMatchObject({ status: 200 })
  })

  it('fails for an unknown role that cancels pipelines, unless the license lacks the setting', async () => {
    expect(await put({ ci_restrict_pipeline_cancellation_role: 'owner' })).toMatchObject({ status: 500 })
    expect(await put({ ci_restrict_pipeline_cancellation_role: 'no_one' })).toMatchObject({
      status: 200,
      body: { ci_restrict_pipeline_cancellation_role: 'no_one' },
    })
  })

  it('inherits flows of assistants without a value, and shows null only when it was cleared', async () => {
    const field = 'duo_remote_flows_enabled'
    for (const [value, shown] of [
      [null, true],
      [false, false],
      [null, null],
      [null, true],
    ] as const) {
      expect(await put({ [field]: value })).toMatchObject({ body: { [field]: shown } })
    }
  })

  it('keeps stricter roles when variables are restricted with the deprecated setting', async () => {
    const role = 'ci_pipeline_variables_minimum_override_role'
    await put({ [role]: 'no_one_allowed' })
    expect(await put({ restrict_user_defined_variables: true })).toMatchObject({ body: { [role]: 'no_one_allowed' } })
    expect(await put({ restrict_user_defined_variables: false })).toMatchObject({ body: { [role]: 'developer' } })
    expect(await put({ restrict_user_defined_variables: true })).toMatchObject({ body: { [role]: 'maintainer' } })
  })

  it('only lets owners change from and to the role of owners for variables', async () => {
    const role = 'ci_pipeline_variables_minimum_override_role'
    const refusal = (what: string) => ({ status: 400, body: { message: `Changing the ${what} is not allowed` } })
    expect(await put({ [role]: 'owner' }, 'maintainer')).toMatchObject(refusal(`${role} to the owner role`))
    await put({ [role]: 'owner' })
    expect(await put({ [role]: 'owner' }, 'maintainer')).toMatchObject({ status: 200 })
    for (const fields of [{ [role]: 'developer' }, { restrict_user_defined_variables: false }]) {
      expect(await put(fields, 'maintainer')).toMatchObject(refusal(`restrict_user_defined_variables or ${role}`))
    }
  })

  it('sets the access level of packages by the visibility when packages are switched on', async () => {
    const level = 'package_registry_access_level'
    expect(await put({ packages_enabled: null })).toMatchObject({
      body: { packages_enabled: null, [level]: 'disabled' },
    })
    expect(await put({ packages_enabled: true })).toMatchObject({ body: { [level]: 'enabled' } })
    await put({ [level]: 'private' })
    expect(await put({ packages_enabled: true })).toMatchObject({ body: { [level]: 'private' } })
    await put({ packages_enabled: false })
    expect(await put({ packages_enabled: true, visibility: 'public' })).toMatchObject({ body: { [level]: 'public' } })
  })

  it('spells a topic as it was first used, even if no project has it any more', async () => {
    await put({ topics: ['Ruby'] })
    await put({ topics: [] })
    expect(await put({ topics: ['RUBY'] })).toMatchObject({ body: { topics: ['Ruby'] } })
  })

  it('does not store topics that are too long or have several lines', async () => {
    await put({ topics: ['a'] })
    for (const topic of ['x'.repeat(256), 'two\nlines']) {
      expect(await put({ topics: [topic, 'b'] })).toEqual(expect.objectContaining({ status: 200, body: null }))
    }
    expect((await emulator.get('/projects/1')).body).toMatchObject({ topics: ['a'] })
  })

  it('does not store an expiration policy without a state or with a long pattern', async () => {
    for (const change of [{ enabled: null }, { name_regex_keep: 'x'.repeat(256) }]) {
      expect(await put({ container_expiration_policy_attributes: change })).toMatchObject(notUpdated)
    }
  })
})

describe('settings of projects without a license', () => {
  const emulator = useEmulator({ tier: 'free' })

  it('ignores settings that need a license', async () => {
    for (const fields of [
      { ci_restrict_pipeline_cancellation_role: 'nonsense' },
      { prevent_merge_without_jira_issue: null },
    ]) {
      expect(await emulator.put('/projects/1', fields, { as: 'owner' })).toMatchObject({ status: 200, body: { id: 1 } })
    }
  })
})
