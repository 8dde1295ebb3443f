import { useExport } from '../support/export'

jest.setTimeout(60_000)

describe('the settings of projects and groups in an export', () => {
  const { emulator, file, imported, run } = useExport({ flavor: 'gitlab', tier: 'ultimate' })
  const asRoot = { as: 'root' }

  it('omits settings that a new project or group has', async () => {
    expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
    expect(imported()).toEqual([])
  })

  it('omits empty strings, for which a new project or group has null', async () => {
    const empty = { description: '', merge_commit_template: '', ci_config_path: '' }
    await emulator.put('/projects/1', empty, asRoot)
    expect((await emulator.get('/projects/1', asRoot)).body).toMatchObject(empty)
    expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
    expect(imported()).toEqual([])
  })

  it('writes the settings that differ, and no others', async () => {
    const policy = { enabled: true, keep_n: 5 }
    const changes = {
      visibility: 'internal',
      merge_method: 'ff',
      description: 'The "website"',
      topics: ['web'],
      container_expiration_policy_attributes: policy,
    }
    expect(await emulator.put('/groups/10', { visibility: 'internal' }, asRoot)).toMatchObject({ status: 200 })
    expect(await emulator.put('/projects/1', changes, asRoot)).toMatchObject({ status: 200 })
    await emulator.put('/groups/10', { project_creation_level: 'owner', lfs_enabled: false }, asRoot)
    expect(await run('owner', '--group', 'acme')).toMatchObject({ code: 0 })
    expect(file('index.ts')).toContain(`
new trueup.Group('acme settings', { group: acme, visibility: 'internal', projectCreationLevel: 'owner' })
`)
    expect(file('index.ts')).toContain(`
// Settings of acme/web
new trueup.Project('acme/web settings', {
  project: acmeWeb,
  description: 'The "website"',
  visibility: 'internal',
  topics: ['web'],
  mergeMethod: 'ff',
  containerExpirationPolicy: {
    enabled: true,
    cadence: '1d',
    keepN: 5,
    olderThan: '90d',
    nameRegex: '.*',
    nameRegexKeep: '',
  },
})
`)
    expect(imported().map(({ id, name }) => [id, name])).toEqual([
      ['10', 'acme settings'],
      ['1', 'acme/web settings'],
    ])
    const [, web] = imported()
    expect(web?.inputs).toMatchObject({ squashOption: null, deletionProtection: true, create: false })
    expect(JSON.stringify([imported(), file('index.ts')])).not.toContain('GR1348941LAB')
  })

  it('writes them into the files of projects as data', async () => {
    await emulator.put('/projects/1', { merge_method: 'ff' }, asRoot)
    expect(await run('owner', '--project', 'acme/web', '--language', 'projects')).toMatchObject({ code: 0 })
    expect(file('projects/acme.yaml')).toMatch(/acme\/web:\n\s+settings:\n?\s*\{? *mergeMethod: ff/)
  })
})
