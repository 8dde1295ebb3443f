import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { parentTests } from '../support/parent-tests'
import { reportsOfPreview } from '../support/warnings-of-preview'

const project = 'acme/web'

describe('project', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'ultimate' })
  const engine = (token = 'emulator-owner') => new Engine('project', { url: emulator.url, token })
  const asMaintainer = () => engine('emulator-maintainer')
  const options = () => ({ url: emulator.url, token: 'emulator-owner' })
  const put = (sent: object, id = 1) => emulator.put(`/projects/${id}`, sent, { as: 'root' })
  const live = async (id: number | string = 1) =>
    (await emulator.get(`/projects/${encodeURIComponent(id)}`, { as: 'root' })).body as Record<string, unknown>
  const writes = () => emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

  /** What the provider reports in a preview of a new resource. */
  const previewed = async (args: Json) =>
    (await reportsOfPreview('project', { url: emulator.url, token: 'emulator-owner' }, {}, args)).information.join('\n')

  it('adopts the project, sends only what differs, and reports it', async () => {
    const stack = engine()
    const declared = { project, mergeMethod: 'ff', squashOption: 'default_off', topics: ['B', 'a'] }
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'PUT', body: { merge_method: 'ff', topics: ['a', 'B'] } }])
    expect(stack.warnings.join()).toMatch(
      /^project acme\/web already existed \(id 1\) and was adopted: .*mergeMethod "merge" → "ff"/,
    )
    expect(stack.state).toMatchObject({
      id: '1',
      outputs: { projectId: 1, pathWithNamespace: 'acme/web', description: null, overriddenSettings: [] },
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('says in a preview what an adoption would change', async () => {
    expect(await previewed({ project, mergeMethod: 'ff' })).toMatch(
      /already exists and would be adopted: mergeMethod "merge" → "ff"/,
    )
  })

  it('does not manage settings that the program omits', async () => {
    const stack = engine()
    await stack.up({ project, mergeMethod: 'ff' })
    await put({ description: 'changed', squash_option: 'never', visibility: 'private' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.clearRequests()
    expect(await stack.up({ project })).toEqual({ step: 'update', changed: ['mergeMethod'] })
    expect(writes()).toEqual([])
  })

  it('reports drift of a declared setting, and repairs only that', async () => {
    const stack = engine()
    const declared = { project, mergeMethod: 'ff', visibility: 'private', description: 'Website' }
    await stack.up(declared)
    await put({ merge_method: 'merge' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['mergeMethod'] })
    emulator.clearRequests()
    await stack.up(declared)
    expect(writes()).toEqual([{ method: 'PUT', body: { merge_method: 'ff' } }])
  })

  it('lets a Maintainer change other settings beside a visibility that only Owners can change', async () => {
    const { visibility } = await live()
    const stack = asMaintainer()
    await stack.up({ project, visibility, description: 'one' })
    await stack.up({ project, visibility, description: 'two' })
    expect(await live()).toMatchObject({ description: 'two', visibility })
    const other = visibility === 'private' ? 'internal' : 'private'
    await expect(stack.up({ project, visibility: other, description: 'two' })).rejects.toThrow(
      /403.*Only Owners can change visibility/s,
    )
  })

  it('names a setting that the service ignores, with the cause', async () => {
    await expect(asMaintainer().up({ project, emailsEnabled: false })).rejects.toThrow(
      /did not apply emailsEnabled: requested false, got true \(only Owners can change it\)/,
    )
    await expect(engine().up({ project, maxArtifactsSize: 5 })).rejects.toThrow(
      /did not apply maxArtifactsSize: requested 5, got null \(only administrators can change it\)/,
    )
  })

  it('keeps a declared setting that another one overrides, says what it is, and has no difference', async () => {
    const stack = engine()
    const declared = { project, mergePipelinesEnabled: false, mergeTrainsSkipTrainAllowed: true, mergeMethod: 'merge' }
    await stack.up(declared)
    expect(stack.warnings.join('\n')).toMatch(
      /project acme\/web \(id 1\) has mergeTrainsSkipTrainAllowed true, which has no effect now: mergeTrainsEnabled is false/,
    )
    expect(stack.state?.outputs).toMatchObject({
      mergeTrainsSkipTrainAllowed: true,
      overriddenSettings: ['mergeTrainsSkipTrainAllowed'],
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('reports drift again after the setting that overrides another one is lifted', async () => {
    const stack = engine()
    const declared = { project, mergeTrainsSkipTrainAllowed: true }
    await stack.up(declared)
    await put({ merge_pipelines_enabled: true, merge_trains_enabled: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs.overriddenSettings).toEqual([])
    await put({ merge_trains_skip_train_allowed: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['mergeTrainsSkipTrainAllowed'] })
  })

  it('refuses settings that do not fit together before it sends anything', async () => {
    await expect(
      engine().up({ project, repositoryAccessLevel: 'private', buildsAccessLevel: 'enabled' }),
    ).rejects.toThrow(/buildsAccessLevel must not be more than repositoryAccessLevel, which is "private"/)
    await expect(engine().up({ project, repositoryAccessLevel: 'private' })).rejects.toThrow(
      /repositoryAccessLevel would be private, but mergeRequestsAccessLevel is enabled.*declare both.*Nothing was sent/,
    )
    await expect(engine().up({ project, mergeTrainsEnabled: true })).rejects.toThrow(
      /mergeTrainsEnabled requires mergePipelinesEnabled, which the project has disabled/,
    )
    expect(writes()).toEqual([])
    const levels = {
      repositoryAccessLevel: 'private',
      mergeRequestsAccessLevel: 'private',
      buildsAccessLevel: 'private',
    }
    await engine().up({ project, ...levels })
    expect(await live()).toMatchObject({ repository_access_level: 'private', builds_access_level: 'private' })
  })

  it('says in a preview that settings do not fit those that the project has', async () => {
    const preview = async (former: Json, more: Json) =>
      (await reportsOfPreview('project', options(), former, { project, ...more })).warnings
    const problem = expect.stringMatching(
      /^The update would fail: project acme\/web: repositoryAccessLevel would be private, but mergeRequestsAccessLevel/,
    )
    expect(await preview({}, { repositoryAccessLevel: 'private' })).toEqual([problem])
    const stack = engine()
    await stack.up({ project, description: 'x' })
    const state = stack.state!.outputs
    expect(await preview(state, { description: 'x', repositoryAccessLevel: 'private' })).toEqual([problem])
    expect(await preview(state, { description: 'y' })).toEqual([])
  })

  it('refuses a transfer that would lower a declared visibility for good', async () => {
    await emulator.post('/groups', { name: 'Hidden', path: 'hidden', visibility: 'private' }, { as: 'owner' })
    const stack = engine()
    const declared = { project, visibility: 'internal' }
    await stack.up(declared)
    emulator.clearRequests()
    const moved = { ...declared, namespace: 'hidden' }
    const problem = /visibility must not be more than that of group hidden, which is private/
    expect((await reportsOfPreview('project', options(), stack.state!.outputs, moved)).warnings).toEqual([
      expect.stringMatching(problem),
    ])
    await expect(stack.up(moved)).rejects.toThrow(problem)
    expect(writes()).toEqual([])
    await stack.up({ ...moved, visibility: 'private' })
    expect(await live()).toMatchObject({ visibility: 'private', path_with_namespace: 'hidden/web' })
  })

  it('refuses a visibility above that of the group before it sends anything', async () => {
    const group = await emulator.post(
      '/groups',
      { name: 'Hidden', path: 'hidden', visibility: 'private' },
      { as: 'owner' },
    )
    const { id: namespace_id } = group.body as { id: number }
    await emulator.post('/projects', { path: 'web', namespace_id, visibility: 'private' }, { as: 'owner' })
    emulator.clearRequests()
    const problem = /visibility must not be more than that of group hidden, which is private/
    await expect(engine().up({ project: 'hidden/web', visibility: 'public' })).rejects.toThrow(problem)
    await expect(engine().up({ project: 'hidden/fresh', create: true, visibility: 'internal' })).rejects.toThrow(
      problem,
    )
    expect(writes()).toEqual([])
  })

  it('clears a description with an empty string, and a number with the argument unset', async () => {
    const stack = engine()
    await stack.up({ project, mergeCommitTemplate: 'x', ciDefaultGitDepth: 5 })
    const declared = { project, mergeCommitTemplate: '', unset: ['ciDefaultGitDepth'] }
    await stack.up(declared)
    expect(await live()).toMatchObject({ ci_default_git_depth: null })
    expect((await live()).merge_commit_template || null).toBeNull()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await put({ ci_default_git_depth: 7 })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['unset'] })
    await stack.up(declared)
    expect(await live()).toMatchObject({ ci_default_git_depth: null })
  })

  it('refuses a setting in unset that also has a value', async () => {
    await expect(engine().up({ project, ciDefaultGitDepth: 5, unset: ['ciDefaultGitDepth'] })).rejects.toThrow(
      /unset must not contain "ciDefaultGitDepth", which has a value/,
    )
  })

  it('compares topics without order and case', async () => {
    await put({ topics: ['go', 'Web'] })
    const stack = engine()
    emulator.clearRequests()
    await stack.up({ project, topics: ['web', 'Go '] })
    expect(writes()).toEqual([])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ project, topics: ['GO', 'web'] })).toEqual({ step: 'same', changed: [] })
  })

  it('compares only the declared part of a container expiration policy, and ignores that an empty one is disabled', async () => {
    const stack = engine()
    const declared = { project, containerExpirationPolicy: { enabled: true, keepN: 5, nameRegex: 'v.*' } }
    await stack.up(declared)
    expect((await live()).container_expiration_policy).toMatchObject({ enabled: true, keep_n: 5, name_regex: 'v.*' })
    await put({ container_expiration_policy_attributes: { enabled: false, cadence: '7d' } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await put({ container_expiration_policy_attributes: { keep_n: 10 } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['containerExpirationPolicy'] })
    emulator.clearRequests()
    await stack.up(declared)
    expect(writes()).toEqual([
      {
        method: 'PUT',
        body: { container_expiration_policy_attributes: { enabled: true, keep_n: 5, name_regex: 'v.*' } },
      },
    ])
    await stack.up({ project, containerExpirationPolicy: { keepN: 0, olderThan: 'none' } })
    expect((await live()).container_expiration_policy).toMatchObject({ keep_n: null, older_than: null })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('enables a container expiration policy that differs in nothing else', async () => {
    const stack = engine()
    const declared = { project, containerExpirationPolicy: { enabled: true, nameRegex: '.*' } }
    await stack.up(declared)
    expect((await live()).container_expiration_policy).toMatchObject({ enabled: true, name_regex: '.*' })
    await stack.up({ project, containerExpirationPolicy: { enabled: false, nameRegex: '.*' } })
    expect((await live()).container_expiration_policy).toMatchObject({ enabled: false })
    await stack.up(declared)
    expect((await live()).container_expiration_policy).toMatchObject({ enabled: true })
  })

  it('sends a setting that the service does not count beside one that it counts', async () => {
    const stack = engine()
    await stack.up({ project, showDefaultAwardEmojis: false })
    expect(writes()).toEqual([{ method: 'PUT', body: { show_default_award_emojis: false, merge_method: 'merge' } }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('reports a response of null, with which the service says that its database refused a value', async () => {
    const stack = engine()
    await stack.up({ project, description: 'one' })
    emulator.fault({ method: 'PUT', path: /projects\/1$/, status: 200, body: 'null', times: 9 })
    await expect(stack.up({ project, description: 'two' })).rejects.toThrow(
      /project acme\/web was not updated.*the response is null, probably because the database of the service refused a value/s,
    )
    expect(stack.state?.outputs.description).toBe('one')
  })

  it('never stores the token for registering runners, or shows it', async () => {
    const token = /GR1348941LAB/
    expect((await live()).runners_token).toMatch(token)
    const stack = engine()
    await stack.up({ project, description: 'x' })
    await stack.refresh()
    const refused = stack.up({ project, description: 'x', defaultBranch: 'missing' })
    const error = await refused.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify([stack.state, stack.warnings, stack.statuses, String(error)])).not.toMatch(token)
  })

  it('changes a path in place, and keeps the project', async () => {
    const stack = engine()
    await stack.up({ project })
    expect(await stack.up({ project, path: 'site', name: 'Site' })).toEqual({
      step: 'update',
      changed: ['name', 'path'],
    })
    expect(stack.state).toMatchObject({ id: '1', outputs: { pathWithNamespace: 'acme/site' } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect((await stack.preview({ project: 'acme/site', path: 'site', name: 'Site' })).step).not.toBe('replace')
  })

  it('transfers a project to another group in place', async () => {
    const group = await emulator.post('/groups', { name: 'Other', path: 'other' }, { as: 'owner' })
    expect(group.status).toBe(201)
    const stack = engine()
    await stack.up({ project, namespace: 'acme' })
    expect(await stack.up({ project, namespace: 'other' })).toEqual({ step: 'update', changed: ['namespace'] })
    expect(stack.state).toMatchObject({ id: '1', outputs: { pathWithNamespace: 'other/web' } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ project: 'other/web', namespace: 'other' })).toEqual({ step: 'same', changed: [] })
    await stack.up({ project: 'other/web', namespace: (group.body as { id: number }).id })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(stack.up({ project: 'other/web', namespace: 'missing' })).rejects.toThrow(
      /namespace missing does not exist, or the user of the access token cannot see it/,
    )
  })

  parentTests(emulator, {
    kind: 'project',
    path: project,
    id: 1,
    name: 'Web',
    other: { path: 'acme/api', id: 2 },
    setting: { args: { mergeMethod: 'ff' }, shown: { merge_method: 'ff' } },
    movedBy: 'path or namespace',
  })

  describe('that does not exist', () => {
    const missing = 'acme/fresh'

    it('creates the project, and sets in a second request what a creation does not take', async () => {
      const stack = engine()
      const declared = {
        project: missing,
        create: true,
        initializeWithReadme: true,
        visibility: 'private',
        ciDefaultGitDepth: 3,
        mergeMethod: 'ff',
      }
      expect(await stack.preview(declared)).toMatchObject({ step: 'create' })
      await stack.up(declared)
      expect(writes().map(({ method }) => method)).toEqual(['POST', 'PUT'])
      expect(writes()[1]).toEqual({ method: 'PUT', body: { ci_default_git_depth: 3, merge_method: 'ff' } })
      expect(await live(missing)).toMatchObject({ visibility: 'private', ci_default_git_depth: 3, merge_method: 'ff' })
      expect(stack.warnings).toEqual([])
      expect(stack.state?.id).toMatch(/^\d+$/)
      expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('does not create a project at another path than the one that project names', async () => {
      await expect(engine().up({ project: missing, create: true, path: 'other' })).rejects.toThrow(
        /project must name the path of the new project: write "acme\/other" there, or remove namespace and path/,
      )
      expect(writes()).toEqual([])
    })

    it('fails with the cause in a group where the user may not create projects', async () => {
      await emulator.put('/groups/10', { project_creation_level: 'noone' }, { as: 'root' })
      await expect(asMaintainer().up({ project: missing, create: true })).rejects.toThrow(
        /namespace is not valid.*The user of the access token cannot create projects in the namespace/s,
      )
      await expect(asMaintainer().up({ project: 'bob/fresh', create: true })).rejects.toThrow(
        /namespace bob does not exist, or the user of the access token cannot see it/,
      )
    })
  })
})

describe('project without a paid tier', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })

  it('names a setting that the tier does not have', async () => {
    const stack = new Engine('project', { url: emulator.url, token: 'emulator-owner' })
    const preview = await reportsOfPreview(
      'project',
      { url: emulator.url },
      {},
      { project, mergePipelinesEnabled: true },
    )
    expect(preview.warnings).toEqual([
      'The update would fail: project acme/web: mergePipelinesEnabled: the response does not contain it (requires Premium or Ultimate).',
    ])
    await expect(stack.up({ project, mergePipelinesEnabled: true })).rejects.toThrow(
      /did not apply mergePipelinesEnabled: the response does not contain it \(requires Premium or Ultimate\)/,
    )
  })
})
