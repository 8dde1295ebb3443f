import { resource } from '../core/pulumi/resource'
import { action } from '../core/schema/action'
import { computed, number, orNull, recordOf, string } from '../core/schema/computed'
import { type ArgsOf, optional } from '../core/schema/field'
import { anything, choice, flag, reference, text, title } from '../core/schema/fields'
import { InvalidResponse } from '../core/schema/invalid-response'
import { inAddress } from '../core/schema/page'
import { failingTests, isRunning, type Live, look, type TestSummary, validPipeline } from './pipeline-run-status'
import { inputs, plainOf, variables } from './pipeline-run-variables'

/** `refs/heads/main` → `main`. */
const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\/(?=.)/, '')

/** The remedies of errors, by their messages. */
const hints = [
  {
    pattern: /permissions to set pipeline variables/i,
    hint:
      'The setting ciPipelineVariablesMinimumOverrideRole of the project does not allow variables to the role of the user: ' +
      'lower it, use the token of a user with the role, or remove the variables.',
  },
  {
    pattern: /Given inputs not defined/,
    hint: 'The CI file of the ref does not declare one of the inputs in spec:inputs: declare it there, or remove it.',
  },
]

export const pipelineRun = action<Live>()({
  kind: 'pipeline-run',
  plural: 'pipeline runs',
  page: ({ pipelineId }) => `-/pipelines/${inAddress(pipelineId)}`,
  access: { read: 'reporter', write: 'developer', unarchived: 'changed', features: ['builds', 'repository'] },
  identity: {
    parent: 'project',
    key: 'pipelineId',
    title: 'ref',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the run. */
    project: reference('project'),
    /** Branch or tag, such as `"main"` or `"refs/heads/main"`. Changing it starts another run. */
    ref: text({
      meaning: shortRef,
      problem: (ref) => (ref.trim() === '' ? 'must be a branch or a tag' : undefined),
    }),
    /**
     * Variables of the pipeline by name. Values can be Pulumi secrets. Changing them starts another run. Default: none.
     */
    variables: optional(variables, {}),
    /**
     * Values of the inputs that the CI file declares in `spec:inputs`, by name. They can be Pulumi secrets. No response shows
     * them, so that nothing says whether a service without inputs has ignored them. Changing them starts another run.
     * Default: none.
     */
    inputs: optional(inputs, {}),
    /**
     * A trigger token of the project, which runs the pipeline as its owner, or the token of a running CI/CD job
     * (`CI_JOB_TOKEN`), which runs it as the user of the job. Encrypted in the state. Changing it does not start
     * another run. Default: null (runs as the user of the access token).
     */
    triggerToken: optional(text({ secret: true, local: true }), null),
    /** Name of the pipeline. Default: null (the name in the CI file). */
    name: optional(title(), null),
    /** Any value, such as a commit or a date. Changing it starts another run. Default: null. */
    triggers: optional(anything({ local: true }), null),
    /**
     * Whether to wait for the end of the pipeline. If the pipeline fails, the update then also fails. A pipeline that
     * waits for a manual action counts as ended. Default: true.
     */
    wait: optional(flag({ local: true }), true),
    /**
     * What to do with the pipeline when the resource is deleted or replaced. `"keep"`: nothing. `"cancel"`: cancels it.
     * `"delete"`: deletes it with its jobs and logs, which requires the Owner role. Default: `"keep"`.
     */
    onDelete: optional(choice(['keep', 'cancel', 'delete'], { local: true }), 'keep'),
  },
  output: {
    /** Id on the service. */
    pipelineId: number('id'),
    /** Last known status: `"success"`, `"failed"`, `"running"` and others. */
    status: string({ changedBy: 'any' }),
    /** URL of the pipeline's page. */
    webUrl: string(),
    /** Results of the tests. Null while the pipeline runs, and without `wait`. Time is in seconds. */
    testSummary: computed<TestSummary | null>(orNull(recordOf(Number.isFinite)), { changedBy: 'any' }),
  },
  replaceOn: ['project', 'ref', 'variables', 'inputs', 'triggers'],
  check: ({ triggerToken, variables = {} }) =>
    triggerToken && Object.values(variables).some((value) => plainOf(value).variableType === 'file')
      ? [
          {
            property: 'variables',
            reason: 'variables must not have variableType "file" if a triggerToken runs the pipeline',
          },
        ]
      : [],
  hints: {
    byStatus: {
      403: 'Running pipelines requires the Developer role and permission to push to the ref, and deleting them the Owner role.',
      404: 'The project does not exist, or the triggerToken does not belong to it.',
    },
    byError: ({ serverMessage }) => hints.find(({ pattern }) => pattern.test(serverMessage))?.hint,
  },
  idOf: ({ projectId, pipelineId }) => `${String(projectId)}/${String(pipelineId)}`,
  perform: async (api, { ref, variables, inputs: given, triggerToken }, { project }) => {
    const also = Object.keys(given).length > 0 && { inputs: given }
    const declared = Object.entries(variables).map(([key, value]) => ({ key, ...plainOf(value) }))
    if (triggerToken !== null) {
      const byName = Object.fromEntries(declared.map(({ key, value }) => [key, value]))
      return validPipeline(
        await api.triggerTokens.run(project, { ref, token: triggerToken, variables: byName, ...also }),
      )
    }
    const sent = declared.map(({ key, value, variableType }) => ({ key, value, variable_type: variableType }))
    return validPipeline(await api.pipelines.create(project, { ref, variables: sent, ...also }))
  },
  recent: async (api, { ref, triggerToken }, { project }) => {
    // Pipelines show the short name of their branch or tag, even if the full name was sent.
    const short = shortRef(ref)
    if (triggerToken === null) {
      return (await api.pipelines.list(project, { ref: short, source: 'api' }).page()).items.map(validPipeline)
    }
    // Job tokens look similar to trigger tokens, but their pipelines have another source.
    const { items } = await api.pipelines.list(project, { ref: short }).page()
    return items.map(validPipeline).filter(({ source }) => ['trigger', 'pipeline'].includes(source))
  },
  isResultOf: async (api, { variables, triggerToken }, { project_id, id }) => {
    try {
      const actual = new Map((await api.pipelines.variables(project_id, id)).map(({ key, value }) => [key, value]))
      const declared = Object.entries(variables).map(([key, value]) => [key, plainOf(value).value] as const)
      // Triggered pipelines have additional variables.
      return (
        declared.every(([key, value]) => actual.get(key) === value) &&
        (triggerToken !== null || actual.size === declared.length)
      )
    } catch (error) {
      // Reading variables requires the Maintainer role or being the user who started the pipeline. With a trigger
      // token, that can be another user.
      if ((error as { status?: number }).status !== 403) throw error
      return triggerToken !== null
    }
  },
  read: (api, { projectId, pipelineId }) => look(api, Number(projectId), Number(pipelineId)),
  observed: (live, { name }) => (name == null || live.name === undefined ? {} : { name: live.name }),
  change: async (api, { projectId, pipelineId, name }) => {
    if (name === null) return look(api, Number(projectId), Number(pipelineId))
    return validPipeline(await api.pipelines.updateMetadata(Number(projectId), Number(pipelineId), { name }))
  },
  ending: {
    isAwaited: ({ wait }) => wait,
    isReached: ({ status }) => !isRunning(status),
    progress: ({ status, web_url }) => `${status}, ${web_url}`,
    failure: async (api, live) =>
      ['failed', 'canceled'].includes(live.status)
        ? `${live.status === 'failed' ? 'failed' : 'was canceled'}: ${live.web_url}.${await failingTests(api, live)} ` +
          'Retry it there and run "pulumi up" again, or change its triggers to start another run.'
        : undefined,
    warning: ({ status, web_url }) => (status === 'manual' ? `waits for a manual action: ${web_url}` : undefined),
  },
  undo: async (api, { projectId, pipelineId, onDelete, webUrl }) => {
    const [project, pipeline] = [Number(projectId), Number(pipelineId)]
    if (onDelete === 'cancel') {
      const response = await api.pipelines.cancel(project, pipeline)
      if (response?.id !== pipeline) throw new InvalidResponse()
    }
    if (onDelete === 'delete') {
      // If the pipeline does not exist, the service reports no error.
      const response: unknown = await api.pipelines.delete(project, pipeline)
      if (response !== undefined) throw new InvalidResponse()
    }
    return onDelete === 'keep' ? `remains on the service: ${String(webUrl)}` : undefined
  },
})

/** Arguments of a {@link PipelineRun}. */
export type PipelineRunArgs = ArgsOf<typeof pipelineRun.input>

/**
 * A run of a project's pipeline, as a step of a deployment. Resources that must wait for it can list it in `dependsOn`.
 * It runs when the resource is created, and again when `ref`, `variables`, `inputs` or `triggers` change. It does not run
 * again if the pipeline is deleted on the service.
 *
 * ```ts
 * new trueup.PipelineRun("migrate", { project: "acme/web", ref: "main", variables: { TASK: "migrate" }, triggers:
 * version })
 * ```
 */
export class PipelineRun extends resource<PipelineRunArgs>()(pipelineRun) {}
