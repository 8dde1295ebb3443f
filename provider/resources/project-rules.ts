import type { Client, Namespace, Project } from '../../sdk'
import type { PlainOf } from '../core/schema/field'
import { argumentName } from '../core/schema/managed-setting'
import { type Refusal, refusal, refusalOfOther } from '../core/schema/refusal'
import { problemsOfUnset } from '../core/schema/unset'
import { isMoreVisible } from '../core/schema/visibility'
import { unlessHidden } from '../core/service/parent-group'
import type { projectFields } from './project-fields'

type Values = Readonly<Record<string, unknown>>
type Inputs = Partial<PlainOf<typeof projectFields>>

const ranks: Readonly<Record<string, number>> = { disabled: 0, private: 1, enabled: 2, public: 3 }

/** The features that cannot be more visible than the repository. */
const ofRepository = ['mergeRequestsAccessLevel', 'buildsAccessLevel'] as const

/** The problems of arguments that do not fit together. */
export function problemsOf(inputs: Inputs) {
  const failures: { property: keyof Inputs; reason: string }[] = problemsOfUnset(inputs)
  const add = (property: keyof Inputs, reason: string) => failures.push({ property, reason: `${property} ${reason}` })
  const { repositoryAccessLevel, mergeTrainsEnabled, mergeTrainsSkipTrainAllowed, mergePipelinesEnabled } = inputs
  for (const name of ofRepository) {
    if (isHigher(inputs[name], repositoryAccessLevel)) {
      add(name, `must not be more than repositoryAccessLevel, which is "${String(repositoryAccessLevel)}"`)
    }
  }
  if (mergeTrainsEnabled === true && mergePipelinesEnabled === false) {
    add('mergeTrainsEnabled', 'requires mergePipelinesEnabled, which is false')
  }
  if (mergeTrainsSkipTrainAllowed === true && (mergeTrainsEnabled === false || inputs.mergeMethod === 'ff')) {
    add('mergeTrainsSkipTrainAllowed', 'requires mergeTrainsEnabled, and another mergeMethod than "ff"')
  }
  const [regex, description] = [inputs.mergeRequestTitleRegex, inputs.mergeRequestTitleRegexDescription]
  if (isGiven(regex) !== isGiven(description)) {
    add('mergeRequestTitleRegex', 'and mergeRequestTitleRegexDescription must be declared together')
  }
  if (inputs.create === true && typeof inputs.project === 'number') {
    add('create', 'requires the full path of the project, such as "acme/web", not its id')
  }
  for (const name of onlyNew) {
    const value = inputs[name]
    if (value !== undefined && value !== null && value !== false && inputs.create === false) {
      add(name, 'requires create: true')
    }
  }
  checkTemplate(inputs, add)
  return failures
}

/** The arguments of new projects. */
const onlyNew = [
  'initializeWithReadme',
  'templateName',
  'templateProjectId',
  'useCustomTemplate',
  'groupWithProjectTemplatesId',
  'repositoryObjectFormat',
] as const

/** Adds the problems of arguments about the template of a new project. */
function checkTemplate(inputs: Inputs, add: (property: keyof Inputs, reason: string) => void): void {
  const { templateName, templateProjectId, useCustomTemplate, groupWithProjectTemplatesId } = inputs
  const isUnknown = templateName === undefined || templateProjectId === undefined || useCustomTemplate === undefined
  if (isUnknown) return
  if (templateName !== null && templateProjectId !== null) {
    add('templateProjectId', 'must be omitted if templateName is declared')
  }
  const hasTemplate = templateName !== null || templateProjectId !== null
  if (templateProjectId !== null && !useCustomTemplate) add('templateProjectId', 'requires useCustomTemplate: true')
  if (useCustomTemplate && !hasTemplate) add('useCustomTemplate', 'requires templateName or templateProjectId')
  if (isGiven(groupWithProjectTemplatesId) && !useCustomTemplate) {
    add('groupWithProjectTemplatesId', 'requires useCustomTemplate: true')
  }
  if (hasTemplate && inputs.initializeWithReadme === true) {
    add('initializeWithReadme', 'must be false with a template, which has commits of its own')
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const isHigher = (level: unknown, repository: unknown): boolean =>
  (ranks[String(level)] ?? 0) > (ranks[String(repository)] ?? Infinity)

/**
 * Why the settings do not fit those that the project has. The service would refuse them, or change only a part.
 *
 * @param moved The new namespace, if the project will be transferred.
 */
export async function conflictsOf(api: Client, project: Project, sent: Values, moved?: Namespace): Promise<Refusal[]> {
  const after: Values = { ...project, ...sent }
  const problems: Refusal[] = []
  if (sent.cicd_catalog_enabled === true && (after.description ?? '') === '') {
    problems.push(refusal('cicdCatalogEnabled requires a description of the project: declare description'))
  }
  const levels = ['merge_requests_access_level', 'builds_access_level'].flatMap((name) =>
    ['repository_access_level', name].some((one) => one in sent) && isHigher(after[name], after.repository_access_level)
      ? [
          refusal(
            `repositoryAccessLevel would be ${String(after.repository_access_level)}, but ${argumentName(name)} is ` +
              `${String(after[name])}, which must not be more: declare both`,
          ),
        ]
      : [],
  )
  problems.push(...levels)
  if (sent.merge_trains_enabled === true && after.merge_pipelines_enabled === false) {
    problems.push(
      refusal('mergeTrainsEnabled requires mergePipelinesEnabled, which the project has disabled: declare both'),
    )
  }
  const { default_branch: branch } = sent
  if (typeof branch === 'string' && project.empty_repo === true && branch !== project.default_branch) {
    problems.push(
      refusal(`defaultBranch ${JSON.stringify(branch)} does not exist, because the repository is empty: push it first`),
    )
  }
  const namespace = moved ?? project.namespace
  if (namespace && sent.visibility !== undefined && (moved || isMoreVisible(sent.visibility, project.visibility))) {
    problems.push(...(await problemsOfVisibility(api, namespace, sent.visibility)))
  }
  return problems
}

/** Reads the namespace of a project. Undefined if it does not exist, or the token cannot see it. */
export const findNamespace = (api: Client, reference: number | string): Promise<Namespace | undefined> =>
  unlessHidden(() => api.namespaces.get(reference))

/** Why a project in the namespace cannot have the visibility. A creation would lower it without an error. */
export async function problemsOfVisibility(
  api: Client,
  { kind, id }: { kind: string; id: number },
  visibility: unknown,
): Promise<Refusal[]> {
  if (kind !== 'group' || !isMoreVisible(visibility, 'private')) return []
  const group = await api.groups.get(id).catch(() => undefined)
  if (!group || !isMoreVisible(visibility, group.visibility)) return []
  return [
    refusalOfOther(
      `visibility must not be more than that of group ${group.full_path}, which is ${String(group.visibility)}`,
    ),
  ]
}
