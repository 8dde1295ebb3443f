import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { reportsOfPreview } from '../support/warnings-of-preview'

const project = 'acme/web'

/** Settings that GitLab 18.9 does not have, or not all services, with their values on the service. */
const later = {
  mrDefaultTitleTemplate: ['Draft: %{first_commit}', 'mr_default_title_template', ''],
  mergeTrainEnforcement: ['enforce_for_all_users', 'merge_train_enforcement', 'allow_bypass'],
  maxPipelinesPerMergeTrain: [5, 'max_pipelines_per_merge_train', 6],
  reviewerAssignmentStrategy: ['code_owners', 'reviewer_assignment_strategy', 'disabled'],
  securityPolicyPipelineMustSucceed: [true, 'security_policy_pipeline_must_succeed', false],
  protectMergeRequestPipelines: [false, 'protect_merge_request_pipelines', true],
  ciDisplayPipelineVariables: [true, 'ci_display_pipeline_variables', false],
  cicdCatalogEnabled: [true, 'cicd_catalog_enabled', false],
  duoSecretDetectionFpEnabled: [true, 'duo_secret_detection_fp_enabled', false],
  duoDependencyBumpBreakingChangesEnabled: [true, 'duo_dependency_bump_breaking_changes_enabled', false],
} as const
const names = Object.keys(later) as (keyof typeof later)[]
const declared = {
  project,
  description: 'The website',
  ...Object.fromEntries(names.map((name) => [name, later[name][0]])),
}

const older = useEmulator({ flavor: 'gitlab', release: '18.9' })
const emulator = useEmulator({ flavor: 'gitlab' })
const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
const options = ({ url } = emulator) => ({ url, token: 'emulator-owner' })
const engine = (on = emulator) => new Engine('project', options(on))
const writes = (on = emulator) =>
  on.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

describe('settings of GitLab 19.3', () => {
  it('sets them once, without a difference, and shows their drift', async () => {
    const stack = engine()
    await stack.up(declared)
    expect(writes()).toEqual([
      {
        method: 'PUT',
        body: {
          description: 'The website',
          ...Object.fromEntries(names.map((name) => [later[name][1], later[name][0]])),
        },
      },
    ])
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const others = Object.fromEntries(names.map((name) => [later[name][1], later[name][2]]))
    expect(await emulator.put('/projects/1', others, { as: 'owner' })).toMatchObject({ status: 200 })
    expect((await stack.refresh()).drifted.sort()).toEqual([...names].sort())
  })

  it('does not send them to an older service if the program does not declare them', async () => {
    const stack = engine(older)
    await stack.up({ project, mergeMethod: 'ff' })
    expect(writes(older)).toEqual([{ method: 'PUT', body: { merge_method: 'ff' } }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each(names)('fails on GitLab 18.9 without sending it, and warns in the preview: %s', async (name) => {
    const args = { project, description: 'The website', [name]: later[name][0] }
    const problem = new RegExp(
      `${name}: the response does not contain it \\(not known to this service; GitLab 19.3 has it`,
    )
    expect((await reportsOfPreview('project', options(older), {}, args)).warnings.join()).toMatch(problem)
    const adopting = engine(older)
    await expect(adopting.up(args)).rejects.toThrow(problem)
    const updating = engine(older)
    await updating.up({ project, description: 'The website' })
    older.clearRequests()
    await expect(updating.up(args)).rejects.toThrow(problem)
    expect(writes(older)).toEqual([])
  })

  it('names the tier that has them', async () => {
    const problem =
      /reviewerAssignmentStrategy: .*not known to this service; GitLab 19.3 has it with Premium or Ultimate/
    await expect(engine(free).up({ project, reviewerAssignmentStrategy: 'code_owners' })).rejects.toThrow(problem)
  })

  it('removes the number of pipelines of a merge train with unset', async () => {
    const stack = engine()
    await stack.up({ project, maxPipelinesPerMergeTrain: 5 })
    await stack.up({ project, unset: ['maxPipelinesPerMergeTrain'] })
    expect(writes().at(-1)).toEqual({ method: 'PUT', body: { max_pipelines_per_merge_train: null } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })
})

describe('a setting that not each project has', () => {
  it('names the add-on or the service that has it, and is not sent', async () => {
    const up = (more: object) => engine().up({ project, ...more })
    await expect(up({ autoDuoCodeReviewEnabled: true })).rejects.toThrow(
      /autoDuoCodeReviewEnabled: the response does not contain it \(requires an add-on for GitLab Duo/,
    )
    await expect(up({ webBasedCommitSigningEnabled: true })).rejects.toThrow(
      /webBasedCommitSigningEnabled: the response does not contain it \(only GitLab.com has it/,
    )
    expect(writes()).toEqual([])
  })

  it('does not send mrDefaultTargetSelf to a project that is not a fork, and sets that of a fork', async () => {
    const args = { project, mrDefaultTargetSelf: true }
    await expect(engine().up(args)).rejects.toThrow(
      /mrDefaultTargetSelf: the response does not contain it \(only forks have it/,
    )
    expect(writes()).toEqual([])
    emulator.patch('projects', 1, { forked_from_id: 2 })
    const stack = engine()
    await stack.up(args)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('refuses cicdCatalogEnabled for a project without a description, unless the program declares one', async () => {
    emulator.patch('projects', 1, { description: '' })
    const problem = /cicdCatalogEnabled requires a description of the project: declare description/
    await expect(engine().up({ project, cicdCatalogEnabled: true })).rejects.toThrow(problem)
    expect(writes()).toEqual([])
    await engine().up({ project, cicdCatalogEnabled: true, description: 'Components' })
  })

  it('compares fallbackApprovalsRequired with what the service calls approvals_before_merge', async () => {
    for (const on of [older, emulator]) {
      const stack = engine(on)
      const args = { project, fallbackApprovalsRequired: 2 }
      await stack.up(args)
      expect(writes(on)).toEqual([{ method: 'PUT', body: { fallback_approvals_required: 2 } }])
      expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
      await on.put('/projects/1', { fallback_approvals_required: 1 }, { as: 'owner' })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['fallbackApprovalsRequired'] })
    }
    await expect(engine(free).up({ project, fallbackApprovalsRequired: 2 })).rejects.toThrow(
      /fallbackApprovalsRequired: the response does not contain it \(requires Premium or Ultimate/,
    )
  })

  it('says that only Owners can change who starts pipelines with variables, once it is strict', async () => {
    const role = (name: string) => ({ project, ciPipelineVariablesMinimumOverrideRole: name })
    await engine().up(role('no_one_allowed'))
    await expect(
      new Engine('project', { url: emulator.url, token: 'emulator-maintainer' }).up(role('developer')),
    ).rejects.toThrow(/Changing the .* is not allowed.*Only Owners can change who starts pipelines with variables/s)
  })
})

describe('a new project', () => {
  const fresh = { project: 'acme/fresh', create: true }

  it('creates it from a template, and later changes of the template have no effect', async () => {
    const stack = engine()
    await stack.up({ ...fresh, templateName: 'rails', description: 'From a template' })
    expect(writes()).toEqual([
      { method: 'POST', body: { namespace_id: 10, path: 'fresh', template_name: 'rails' } },
      { method: 'PUT', body: { description: 'From a template' } },
    ])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.clearRequests()
    await stack.up({ ...fresh, templateName: 'spring', description: 'From a template' })
    expect(writes()).toEqual([])
  })

  it('sends what the template of a group is, and names the cause if the service does not have it', async () => {
    const args = { ...fresh, templateProjectId: 7, useCustomTemplate: true, groupWithProjectTemplatesId: 12 }
    await expect(engine().up(args)).rejects.toThrow(
      /7 is unknown or invalid.*The service has no such template.*require Premium or Ultimate/s,
    )
    expect(writes()).toEqual([
      {
        method: 'POST',
        body: {
          ...{ namespace_id: 10, path: 'fresh', template_project_id: 7 },
          ...{ use_custom_template: true, group_with_project_templates_id: 12 },
        },
      },
    ])
  })

  it('warns if the service did not fill it from the template', async () => {
    const stack = engine()
    const args = { ...fresh, templateName: 'rails' }
    await stack.up(args)
    const id = Number(stack.state?.id)
    emulator.patch('projects', id, { settings: { import_status: 'failed' } })
    await stack.refresh()
    expect(stack.warnings.join()).toMatch(/acme\/fresh \(id \d+\) was not filled from its template/)
  })

  it('warns if the service has created it with another object format, without a difference', async () => {
    const stack = engine()
    const args = { ...fresh, repositoryObjectFormat: 'sha256' }
    await stack.up(args)
    expect(writes()[0]).toMatchObject({ body: { repository_object_format: 'sha256' } })
    expect(stack.warnings.join()).toMatch(/has the object format sha1, not sha256 as repositoryObjectFormat says/)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([
    [{ project, templateName: 'rails' }, /templateName requires create: true/],
    [{ project, repositoryObjectFormat: 'sha1' }, /repositoryObjectFormat requires create: true/],
    [{ ...fresh, templateName: 'rails', templateProjectId: 7, useCustomTemplate: true }, /must be omitted/],
    [{ ...fresh, templateProjectId: 7 }, /templateProjectId requires useCustomTemplate: true/],
    [{ ...fresh, useCustomTemplate: true }, /useCustomTemplate requires templateName or templateProjectId/],
    [{ ...fresh, groupWithProjectTemplatesId: 7 }, /groupWithProjectTemplatesId requires useCustomTemplate: true/],
    [{ ...fresh, templateName: 'rails', initializeWithReadme: true }, /must be false with a template/],
  ])('refuses arguments of templates that do not fit together: %j', async (args, problem) => {
    await expect(engine().up(args)).rejects.toThrow(problem)
    expect(emulator.requests()).toEqual([])
  })
})
