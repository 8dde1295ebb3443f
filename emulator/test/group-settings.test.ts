import { useEmulator } from './support/emulator'

const wrongNumber = ['must be less than or equal to 10000']

describe('settings of groups', () => {
  const emulator = useEmulator()
  const put = (fields: object, as = 'owner', id = 10) => emulator.put(`/groups/${id}`, fields, { as })
  const rejected = (message: object) => ({ status: 400, body: { message } })

  it('ignores names that no branch can have', async () => {
    expect(await put({ default_branch: 'trunk' })).toMatchObject({ body: { default_branch: 'trunk' } })
    for (const name of [' padded ', 'a..b', '-x', 'refs/heads/x', 'x.lock', 'HEAD']) {
      expect(await put({ default_branch: name, description: name })).toMatchObject({
        status: 200,
        body: { default_branch: 'trunk', description: name },
      })
    }
    expect(await put({ default_branch: '<b>x</b>' })).toMatchObject({ body: { default_branch: 'x' } })
    expect(await put({ default_branch: 'x'.repeat(300) })).toMatchObject({ status: 500 })
    expect(await put({ default_branch: '' })).toMatchObject({ body: { default_branch: null } })
  })

  it('locks flows of assistants in projects, with the inherited value if the group has none', async () => {
    const shown = async () => (await emulator.get('/projects/1', { as: 'owner' })).body as Record<string, unknown>
    for (const [sent, value] of [
      [null, true],
      [false, false],
      [null, null],
      [true, true],
    ] as const) {
      await put({ duo_remote_flows_availability: sent, duo_foundational_flows_availability: sent })
      expect(await shown()).toMatchObject({ duo_remote_flows_enabled: value, duo_foundational_flows_enabled: value })
    }
  })

  it('protects default branches like the instance if the protection is empty', async () => {
    const usual = { allowed_to_push: [{ access_level: 40 }], allow_force_push: false }
    await put({ default_branch_protection_defaults: { allow_force_push: true } })
    for (const sent of [{}, null]) {
      expect(await put({ default_branch_protection_defaults: sent })).toMatchObject({
        status: 200,
        body: { default_branch_protection_defaults: usual },
      })
    }
    for (const sent of [{ allow_force_push: null }, { allowed_to_push: [{ access_level: null }] }]) {
      expect(await put({ default_branch_protection_defaults: sent })).toMatchObject(
        rejected({ 'namespace_settings.default_branch_protection_defaults': ['must be a valid json schema'] }),
      )
    }
    await put({ default_branch_protection: 3 })
    expect(await put({ default_branch_protection: null })).toMatchObject({ body: { default_branch_protection: 2 } })
  })

  it.each([
    [{ name: null }, { name: ["can't be blank", expect.anything()] }],
    [{ name: '<b>x</b>' }, { name: [expect.stringContaining('HTML/XML tags'), expect.anything()] }],
    [{ path: 'a' }, { path: ['is too short (minimum is 2 characters)'] }],
    [{ two_factor_grace_period: null }, { two_factor_grace_period: ["can't be blank", 'is not a number'] }],
    [{ unique_project_download_limit: 1e9 }, { 'namespace_settings.unique_project_download_limit': wrongNumber }],
    [
      { unique_project_download_limit: null },
      { 'namespace_settings.unique_project_download_limit': ['is not a number', "can't be blank"] },
    ],
    [{ file_template_project_id: 987 }, { file_template_project_id: ['is invalid'] }],
  ])('rejects %j', async (fields, message) => {
    const { status, body } = await put(fields)
    expect({ status, body }).toEqual(rejected(message))
  })

  it('limits the size of artifacts for administrators', async () => {
    expect(await put({ max_artifacts_size: 0 }, 'root')).toMatchObject(
      rejected({ max_artifacts_size: ['must be greater than 0'] }),
    )
    expect(await put({ max_artifacts_size: 0 })).toMatchObject({ status: 200 })
    expect(await put({ shared_runners_minutes_limit: 5 }, 'root', 11)).toMatchObject(
      rejected({ shared_runners_minutes_limit: ['is not supported for this namespace'] }),
    )
  })

  it('shows the project with templates of files if it is directly in the group', async () => {
    expect(await put({ file_template_project_id: 1 })).toMatchObject({ body: { file_template_project_id: 1 } })
    expect((await put({ file_template_project_id: 3 })).body).not.toHaveProperty('file_template_project_id')
  })

  it('sets GitLab Duo with one word', async () => {
    expect(await put({ duo_availability: 'never_on' })).toMatchObject({
      body: { duo_features_enabled: false, lock_duo_features_enabled: true },
    })
    expect(await put({ duo_availability: 'default_on' })).toMatchObject({
      body: { duo_features_enabled: true, lock_duo_features_enabled: false },
    })
    expect(await put({ duo_availability: 'nonsense' })).toMatchObject({
      status: 400,
      body: { error: 'duo_availability does not have a valid value' },
    })
  })

  it('restores a group whose path was taken with a suffix', async () => {
    const { body } = await emulator.post('/groups', { name: 'Below', path: 'below', parent_id: 10 }, { as: 'owner' })
    const { id } = body as { id: number }
    await emulator.delete(`/groups/${id}`, { as: 'owner' })
    await emulator.post('/groups', { name: 'Below', path: 'below', parent_id: 10 }, { as: 'owner' })
    const restored = await emulator.post(`/groups/${id}/restore`, {}, { as: 'owner' })
    expect(restored).toMatchObject({
      status: 201,
      body: { name: expect.stringMatching(/^Below-\w{5}$/), path: expect.stringMatching(/^below-\w{5}$/) },
    })
    // The same fields as in the response to a creation.
    expect(Object.keys(restored.body as object).sort()).toEqual(Object.keys(body as object).sort())
  })
})

describe('settings of groups by tier', () => {
  const premium = useEmulator({ tier: 'premium' })
  const free = useEmulator({ tier: 'free' })
  const community = useEmulator({ tier: 'ce' })
  const path = '/groups/10'
  const owner = { as: 'owner' }

  it('validates settings that need a license without storing them', async () => {
    const sent = { allowed_email_domains_list: 'nonsense', allow_merge_on_skipped_pipeline: true }
    expect(await free.put(path, sent, owner)).toMatchObject({ status: 200 })
    expect(await free.put(path, { duo_availability: 'x' }, owner)).toMatchObject({ status: 400 })
    expect(await free.put(path, { membership_lock: true }, owner)).toMatchObject({ body: { membership_lock: true } })
  })

  it('ignores settings that the edition does not have', async () => {
    for (const sent of [{ duo_availability: 'x' }, { duo_remote_flows_availability: 'x' }, { membership_lock: 'x' }]) {
      expect(await community.put(path, sent, owner)).toMatchObject({ status: 200 })
    }
  })

  it('has limits of downloads only in the highest tier', async () => {
    expect((await premium.get(path, owner)).body).not.toHaveProperty('unique_project_download_limit')
  })
})
