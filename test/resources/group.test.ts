import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { parentTests } from '../support/parent-tests'
import { reportsOfPreview } from '../support/warnings-of-preview'

const group = 'acme/platform'

describe('group', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'ultimate' })
  const engine = (token = 'emulator-owner') => new Engine('group', { url: emulator.url, token })
  const put = (sent: object, id = 11) => emulator.put(`/groups/${id}`, sent, { as: 'root' })
  const live = async (id: number | string = 11) =>
    (await emulator.get(`/groups/${encodeURIComponent(id)}?with_projects=false`, { as: 'root' })).body as Record<
      string,
      unknown
    >
  const liveProject = async (id: number) =>
    (await emulator.get(`/projects/${id}`, { as: 'root' })).body as Record<string, unknown>
  const writes = () => emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

  /** Creates a top-level group. Returns its id. */
  async function topLevel(path: string, visibility = 'public'): Promise<number> {
    const created = await emulator.post('/groups', { name: path, path, visibility }, { as: 'owner' })
    expect(created.status).toBe(201)
    emulator.clearRequests()
    return (created.body as { id: number }).id
  }

  /** What the provider reports in a preview of a new resource, or of one with this state. */
  async function previewed(args: Json, stack?: Engine): Promise<string> {
    const options = { url: emulator.url, token: 'emulator-owner' }
    const { warnings, information } = await reportsOfPreview('group', options, stack?.state?.outputs ?? {}, args)
    return [...warnings, ...information].join('\n')
  }

  it('adopts the group, sends only what differs, and reports it', async () => {
    const stack = engine()
    const declared = { group, projectCreationLevel: 'maintainer', subgroupCreationLevel: 'maintainer' }
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'PUT', body: { project_creation_level: 'maintainer' } }])
    expect(stack.warnings.join()).toMatch(
      /^group acme\/platform already existed \(id 11\) and was adopted: .*projectCreationLevel "developer" → "maintainer"/,
    )
    expect(stack.state).toMatchObject({
      id: '11',
      outputs: { groupId: 11, fullPath: group, description: null, overriddenSettings: [] },
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('says in a preview what an adoption would change', async () => {
    expect(await previewed({ group, subgroupCreationLevel: 'owner' })).toMatch(
      /already exists and would be adopted: subgroupCreationLevel "maintainer" → "owner"/,
    )
  })

  it('does not manage settings that the program omits', async () => {
    const stack = engine()
    await stack.up({ group, mentionsDisabled: true })
    await put({ description: 'changed', request_access_enabled: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.clearRequests()
    expect(await stack.up({ group })).toEqual({ step: 'update', changed: ['mentionsDisabled'] })
    expect(writes()).toEqual([])
  })

  it('reports drift of a declared setting, and repairs only that', async () => {
    const stack = engine()
    const declared = { group, name: 'Platform', description: 'All', twoFactorGracePeriod: 24 }
    await stack.up(declared)
    await put({ two_factor_grace_period: 12 })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['twoFactorGracePeriod'] })
    emulator.clearRequests()
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'PUT', body: { two_factor_grace_period: 24 } }])
  })

  it('requires an Owner', async () => {
    await expect(engine('emulator-maintainer').up({ group, description: 'x' })).rejects.toThrow(
      /group acme\/platform was not adopted.*403.*Only Owners can change/s,
    )
  })

  it('names a setting that the service ignores, with the cause', async () => {
    await expect(engine().up({ group, maxArtifactsSize: 5 })).rejects.toThrow(
      /did not apply maxArtifactsSize: requested 5, got null \(only administrators can change it\)/,
    )
    await expect(engine().up({ group, enabledGitAccessProtocol: 'ssh' })).rejects.toThrow(
      /did not apply enabledGitAccessProtocol: the response does not contain it \(only top-level groups have it\)/,
    )
  })

  it('refuses settings that a subgroup cannot have before it sends anything, also in a preview', async () => {
    const declared = { group, ipRestrictionRanges: ['::1'], allowedEmailDomains: [], preventForkingOutsideGroup: true }
    const problem = 'preventForkingOutsideGroup is only for top-level groups; ipRestrictionRanges is only for'
    const { warnings } = await reportsOfPreview('group', { url: emulator.url, token: 'emulator-owner' }, {}, declared)
    expect(warnings).toEqual([expect.stringContaining(`The update would fail: group ${group}: ${problem}`)])
    await expect(engine().up(declared)).rejects.toThrow(problem)
    expect(writes()).toEqual([])
  })

  it('keeps a declared setting that a group above overrides, says what it is, and has no difference', async () => {
    await put({ show_diff_preview_in_email: false }, 10)
    const stack = engine()
    const declared = { group, showDiffPreviewInEmail: true }
    await stack.up(declared)
    expect(stack.warnings.join('\n')).toMatch(
      /group acme\/platform \(id 11\) has showDiffPreviewInEmail true, which has no effect now: a group above disables it/,
    )
    expect(stack.state?.outputs).toMatchObject({
      showDiffPreviewInEmail: true,
      overriddenSettings: ['showDiffPreviewInEmail'],
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await put({ show_diff_preview_in_email: true }, 10)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs.overriddenSettings).toEqual([])
    await put({ show_diff_preview_in_email: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['showDiffPreviewInEmail'] })
  })

  it('refuses settings that do not fit together before it sends anything', async () => {
    const skipped = { group, allowMergeOnSkippedPipeline: true }
    await expect(engine().up({ ...skipped, onlyAllowMergeIfPipelineSucceeds: false })).rejects.toThrow(
      /allowMergeOnSkippedPipeline requires onlyAllowMergeIfPipelineSucceeds, which is false/,
    )
    await expect(engine().up(skipped)).rejects.toThrow(
      /allowMergeOnSkippedPipeline requires onlyAllowMergeIfPipelineSucceeds, which the group has disabled.*Nothing was sent/,
    )
    expect(writes()).toEqual([])
    await engine().up({ ...skipped, onlyAllowMergeIfPipelineSucceeds: true })
    expect(await live()).toMatchObject({ allow_merge_on_skipped_pipeline: true })
  })

  it('refuses a visibility above that of the parent before it sends anything', async () => {
    const parent_id = await topLevel('hidden', 'private')
    await emulator.post('/groups', { name: 'Below', path: 'below', parent_id, visibility: 'private' }, { as: 'owner' })
    emulator.clearRequests()
    await expect(engine().up({ group: 'hidden/below', visibility: 'public', description: 'x' })).rejects.toThrow(
      /visibility must not be more than that of group hidden, which is private.*Nothing was sent/,
    )
    expect(writes()).toEqual([])
  })

  it('refuses a visibility below that of a project or subgroup before it sends anything', async () => {
    await expect(engine().up({ group: 'acme', visibility: 'private' })).rejects.toThrow(
      /visibility must not be less than that of project acme\/web, which is internal; .*project acme\/api, which is public/,
    )
    await emulator.put('/projects/1', { visibility: 'private' }, { as: 'root' })
    await emulator.put('/projects/2', { visibility: 'private' }, { as: 'root' })
    await put({ visibility: 'internal' })
    emulator.clearRequests()
    await expect(engine().up({ group: 'acme', visibility: 'private' })).rejects.toThrow(
      /visibility must not be less than that of subgroup acme\/platform, which is internal/,
    )
    expect(writes()).toEqual([])
    await engine().up({ group: 'acme', visibility: 'internal' })
    expect(await live(10)).toMatchObject({ visibility: 'internal' })
  })

  it('clears a string that is declared as empty, and a value with unset', async () => {
    const stack = engine('emulator-root')
    await stack.up({ group, description: 'x', defaultBranch: 'trunk', maxArtifactsSize: 5, autoDevopsEnabled: true })
    const unset = ['maxArtifactsSize', 'autoDevopsEnabled']
    const declared = { group, description: '', defaultBranch: '', unset }
    await stack.up(declared)
    expect(await live()).toMatchObject({
      description: '',
      default_branch: null,
      max_artifacts_size: null,
      auto_devops_enabled: null,
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await put({ max_artifacts_size: 7 })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['unset'] })
    emulator.clearRequests()
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'PUT', body: { max_artifacts_size: null } }])
  })

  it('removes the own value of a setting whose effective value is shown', async () => {
    const stack = engine()
    await stack.up({ group, lfsEnabled: false })
    await stack.up({ group, unset: ['lfsEnabled'] })
    expect(await live()).toMatchObject({ lfs_enabled: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('refuses a setting in unset that also has a value', async () => {
    await expect(engine().up({ group, lfsEnabled: true, unset: ['lfsEnabled'] })).rejects.toThrow(
      /unset must not contain "lfsEnabled", which has a value/,
    )
  })

  it('compares addresses and domains without order, and clears them', async () => {
    const stack = engine()
    const declared = {
      group: 'acme',
      ipRestrictionRanges: ['127.0.0.0/8', '::1'],
      allowedEmailDomains: ['b.example', 'a.example'],
    }
    await stack.up(declared)
    expect(writes().at(-1)?.body).toEqual({
      ip_restriction_ranges: '127.0.0.0/8,::1',
      allowed_email_domains_list: 'b.example,a.example',
    })
    await put({ ip_restriction_ranges: '::1, 127.0.0.0/8', allowed_email_domains_list: 'a.example,b.example' }, 10)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...declared, ipRestrictionRanges: ['::1', '127.0.0.0/8 '] })).toEqual({
      step: 'same',
      changed: [],
    })
    await stack.up({ group: 'acme', ipRestrictionRanges: [], allowedEmailDomains: [] })
    expect(await live(10)).toMatchObject({ ip_restriction_ranges: null, allowed_email_domains_list: null })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(engine().up({ group: 'acme', allowedEmailDomains: ['a,b'] })).rejects.toThrow(
      /allowedEmailDomains must contain domains without commas/,
    )
    await expect(engine().up({ group, ipRestrictionRanges: ['::1'] })).rejects.toThrow(/top-level groups/)
  })

  it('sets the protection of default branches as a whole, and compares it setting by setting', async () => {
    const stack = engine()
    // What the service shows lacks a setting that is false.
    const usual = { allowedToPush: [{ accessLevel: 'maintainer' }], allowedToMerge: [{ accessLevel: 40 }] }
    await stack.up({ group, defaultBranchProtectionDefaults: usual })
    expect(writes()).toEqual([])
    const open = { allowedToPush: [{ accessLevel: 30 }], allowForcePush: true }
    await stack.up({ group, defaultBranchProtectionDefaults: open })
    expect(writes()).toEqual([
      {
        method: 'PUT',
        body: {
          default_branch_protection_defaults: {
            allowed_to_push: [{ access_level: 30 }],
            allowed_to_merge: [],
            allow_force_push: true,
            code_owner_approval_required: false,
            developer_can_initial_push: false,
          },
        },
      },
    ])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await put({ default_branch_protection_defaults: { allowed_to_push: [{ access_level: 30 }] } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['defaultBranchProtectionDefaults'] })
  })

  it('says in a preview and in the update how many projects a setting also changes', async () => {
    const stack = engine()
    await stack.up({ group: 'acme', sharedRunnersSetting: 'enabled' })
    expect(stack.warnings.join()).not.toMatch(/which also sets/)
    const declared = { group: 'acme', sharedRunnersSetting: 'disabled_and_unoverridable' }
    const effect =
      'sharedRunnersSetting, which also sets sharedRunnersEnabled to false in the 3 projects of the group and its subgroups.'
    expect(await previewed(declared)).toMatch(`group acme (id 10) would get another ${effect}`)
    expect(await previewed(declared, stack)).toMatch(`group acme (id 10) would get another ${effect}`)
    await stack.up(declared)
    expect(stack.warnings.join()).toMatch(`group acme (id 10) now has another ${effect}`)
    expect(await liveProject(3)).toMatchObject({ shared_runners_enabled: false })
    await stack.up({ ...declared, onlyAllowMergeIfPipelineSucceeds: true })
    expect(stack.warnings.at(-1)).toMatch(
      /another onlyAllowMergeIfPipelineSucceeds, which also applies to the 3 projects of the group and its subgroups/,
    )
  })

  it('names no number of projects if the service does not count them, and says nothing about a group without projects', async () => {
    emulator.fault({ method: 'GET', path: /groups\/10\/projects/, status: 403 })
    const stack = engine()
    await stack.up({ group: 'acme', sharedRunnersSetting: 'disabled_and_overridable' })
    expect(stack.warnings.join()).toMatch(/to false in all projects of the group and its subgroups/)
    await topLevel('empty')
    const other = engine()
    await other.up({ group: 'empty', sharedRunnersSetting: 'disabled_and_overridable' })
    expect(other.warnings.join()).not.toMatch(/which also sets/)
  })

  it('never stores the tokens for registering runners, or shows them', async () => {
    const token = /GR1348941LAB/
    expect((await live()).runners_token).toMatch(token)
    const updated = await put({ description: 'one' }, 10)
    expect(JSON.stringify((updated.body as { projects: unknown }).projects)).toMatch(token)
    const stack = engine()
    await stack.up({ group: 'acme', description: 'x' })
    await stack.refresh()
    const refused = stack.up({ group: 'acme', description: 'y', defaultBranch: 'a'.repeat(255), name: 'x/y' })
    const error = await refused.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    const isNotApplied = engine().up({ group: 'acme', maxArtifactsSize: 5 })
    const ignored = await isNotApplied.catch((reason: unknown) => reason)
    expect(ignored).toBeInstanceOf(Error)
    const all = [stack.state, stack.warnings, stack.statuses, String(error), ignored, Object.entries(ignored as object)]
    expect(JSON.stringify(all)).not.toMatch(token)
  })

  it('changes a path in place, keeps the group, and asks for the new path in the program', async () => {
    const stack = engine()
    await stack.up({ group })
    expect(await stack.up({ group, path: 'base', name: 'Base' })).toEqual({
      step: 'update',
      changed: ['name', 'path'],
    })
    expect(stack.state).toMatchObject({ id: '11', outputs: { fullPath: 'acme/base' } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    // The former path does not work, but the state has the id.
    await stack.up({ group, path: 'base', name: 'Base', description: 'x' })
    expect(await live()).toMatchObject({ full_path: 'acme/base', description: 'x' })
    expect(stack.warnings.join()).toMatch(
      /group acme\/platform has moved to acme\/base: write the new path in the program/,
    )
    expect(await stack.up({ group: 'acme/base', path: 'base', description: 'y' })).toMatchObject({ step: 'update' })
    expect(await live()).toMatchObject({ description: 'y' })
  })

  it('reports that the group does not exist instead of an update of another one at its former path', async () => {
    const stack = engine()
    await stack.up({ group, description: 'x' })
    await put({ path: 'base' })
    await emulator.post('/groups', { name: 'New', path: 'platform', parent_id: 10 }, { as: 'owner' })
    await expect(stack.up({ group, description: 'y' })).rejects.toThrow(
      /belongs to group 11, but acme\/platform now names group \d+\. It was not changed/,
    )
  })

  it('transfers a group to another parent in place, and to the top level', async () => {
    const other = await topLevel('other')
    const stack = engine()
    await stack.up({ group, parent: 'acme' })
    expect(writes()).toEqual([])
    expect(await stack.up({ group, parent: 'other' })).toEqual({ step: 'update', changed: ['parent'] })
    expect(writes()).toEqual([{ method: 'POST', body: { group_id: other } }])
    expect(stack.state).toMatchObject({ id: '11', outputs: { fullPath: 'other/platform' } })
    expect(await liveProject(3)).toMatchObject({ path_with_namespace: 'other/platform/infra' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up({ group: 'other/platform', parent: other })).toMatchObject({ step: 'update' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up({ group: 'other/platform', parent: '' })
    expect(await live()).toMatchObject({ full_path: 'platform', parent_id: null })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(stack.up({ group: 'platform', parent: 'missing' })).rejects.toThrow(
      /parent missing does not exist, or the user of the access token cannot see it/,
    )
    expect(await stack.up({ group: 'platform', parent: '', description: 'x' })).toMatchObject({ step: 'update' })
  })

  it('refuses a transfer that would lower a declared visibility for good', async () => {
    await emulator.post('/groups', { name: 'Hidden', path: 'hidden', visibility: 'private' }, { as: 'owner' })
    const made = await emulator.post('/groups', { name: 'Open', path: 'open', visibility: 'internal' }, { as: 'owner' })
    expect(made.status).toBe(201)
    const stack = engine()
    const declared = { group: 'open', visibility: 'internal' }
    await stack.up(declared)
    await expect(stack.up({ ...declared, parent: 'hidden' })).rejects.toThrow(
      /visibility must not be more than that of group hidden, which is private\. Nothing was sent/,
    )
    await stack.up({ ...declared, parent: 'hidden', visibility: 'private' })
    expect((await emulator.get('/groups/hidden%2Fopen', { as: 'root' })).body).toMatchObject({ visibility: 'private' })
  })

  it('transfers a group once if the response is lost', async () => {
    await topLevel('other')
    const stack = engine()
    await stack.up({ group })
    emulator.fault({ method: 'POST', path: /transfer$/, drop: 'after' })
    await stack.up({ group, parent: 'other' })
    expect(writes()).toHaveLength(1)
    expect(await live()).toMatchObject({ full_path: 'other/platform' })
  })

  it('refuses a visibility above that of the new parent before it transfers', async () => {
    await topLevel('hidden', 'private')
    const stack = engine()
    await stack.up({ group })
    await expect(stack.up({ group, parent: 'hidden', visibility: 'internal' })).rejects.toThrow(
      /visibility must not be more than that of group hidden, which is private.*Nothing was sent/,
    )
    expect(writes()).toEqual([])
  })

  it('restores a group that has no state yet', async () => {
    await emulator.delete('/groups/11', { as: 'root' })
    await expect(engine().up({ group, create: false })).rejects.toThrow(/add create: true to create it/)
    const stack = engine()
    await stack.up({ group, restore: true, description: 'x' })
    expect(stack.state?.id).toBe('11')
    expect(await live()).toMatchObject({ marked_for_deletion_on: null, full_path: group, description: 'x' })
  })

  parentTests(emulator, {
    kind: 'group',
    path: group,
    id: 11,
    name: 'Platform',
    other: { path: 'deployers', id: 12 },
    setting: { args: { mentionsDisabled: true }, shown: { mentions_disabled: true } },
    movedBy: 'path or parent',
  })

  describe('that does not exist', () => {
    const missing = 'acme/fresh'

    it('creates the group in its parent, and sets the settings in a second request', async () => {
      const stack = engine()
      const declared = { group: missing, create: true, visibility: 'private', projectCreationLevel: 'noone' }
      expect(await stack.preview(declared)).toMatchObject({ step: 'create' })
      await stack.up(declared)
      expect(writes()).toEqual([
        { method: 'POST', body: { name: 'fresh', path: 'fresh', parent_id: 10, visibility: 'private' } },
        { method: 'PUT', body: { project_creation_level: 'noone' } },
      ])
      expect(stack.warnings).toEqual([])
      expect(stack.state?.id).toMatch(/^\d+$/)
      expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('creates a group at the top level, also with a name', async () => {
      const stack = engine()
      await stack.up({ group: 'fresh', create: true, name: 'A fresh one', parent: '' })
      expect(await live('fresh')).toMatchObject({ name: 'A fresh one', parent_id: null })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('does not create a group at another path than the declared one', async () => {
      await expect(engine().up({ group: missing, create: true, parent: 'deployers' })).rejects.toThrow(
        /group must name the path of the new group: write "deployers\/fresh" there, or remove parent and path/,
      )
      await expect(engine().up({ group: missing, create: true, path: 'newer' })).rejects.toThrow(/write "acme\/newer"/)
      await expect(engine().up({ group: 'missing/fresh', create: true })).rejects.toThrow(
        /parent missing does not exist/,
      )
      expect(writes()).toEqual([])
      await engine().up({ group: missing, create: true, parent: 10, path: 'fresh' })
      expect(await live(missing)).toMatchObject({ parent_id: 10 })
    })

    it('explains why a top-level group cannot be created', async () => {
      emulator.fault({ method: 'POST', path: /groups$/, status: 403 })
      await expect(engine().up({ group: 'fresh', create: true })).rejects.toThrow(
        /GitLab\.com does not allow clients to create top-level groups.*create it on the page of the service/,
      )
    })

    it('cannot be created where the user may not create subgroups', async () => {
      await expect(engine('emulator-developer').up({ group: missing, create: true })).rejects.toThrow(
        /403.*who can create subgroups/s,
      )
    })
  })
})

describe('group without a paid tier', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })

  it('names a setting that the tier does not have', async () => {
    const stack = new Engine('group', { url: emulator.url, token: 'emulator-owner' })
    await expect(stack.up({ group, onlyAllowMergeIfPipelineSucceeds: true })).rejects.toThrow(
      /did not apply onlyAllowMergeIfPipelineSucceeds: the response does not contain it \(requires Premium or Ultimate\)/,
    )
  })
})
