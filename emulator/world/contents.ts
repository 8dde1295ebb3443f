import type { GroupRecord } from '../records/group'
import { issues } from '../records/issue'
import type { ProjectRecord } from '../records/project'
import { users } from '../records/user'
import type { VariableHome } from '../records/variable'
import { EnvironmentModel } from '../resources/environment-model'
import { LabelModel } from '../resources/label-model'
import { VariableModel } from '../resources/variable-model'
import { EmulatorError } from '../store/emulator-error'
import type { WorldContext } from './context'
import type { WorldGroup, WorldIssue, WorldProject } from './declaration'
import type { Problem } from './problems'

/** Adds the environments, labels, variables and issues of a project. */
export function addContents(
  context: WorldContext,
  project: ProjectRecord,
  declared: WorldProject,
  path: Problem['path'],
): void {
  const { store, now, problems } = context
  const environments = new EnvironmentModel(store)
  declared.environments?.forEach((one, at) => {
    const { name, tier, externalUrl, description } = typeof one === 'string' ? { name: one } : { ...one }
    const fields = {
      ...(tier && { tier }),
      ...(externalUrl !== undefined && { external_url: externalUrl }),
      ...(description !== undefined && { description }),
    }
    problems.try([...path, 'environments', at], () => environments.create(project, name, fields, now))
  })
  addLabels(context, { project }, declared, path)
  addVariables(context, { project_id: project.id, group_id: null }, declared, path)
  declared.issues?.forEach((one, at) => {
    problems.try([...path, 'issues', at], () =>
      addIssue(context, project, at + 1, typeof one === 'string' ? { title: one } : one),
    )
  })
}

/** Adds the labels of a project or group. */
export function addLabels(
  { store, now, problems }: WorldContext,
  home: { project: ProjectRecord } | { group: GroupRecord },
  { labels = {} }: Pick<WorldGroup, 'labels'>,
  path: Problem['path'],
): void {
  const model = new LabelModel(store)
  for (const [title, one] of Object.entries(labels)) {
    const { color, description = null, priority } = typeof one === 'string' ? { color: one } : one
    problems.try([...path, 'labels', title], () => {
      const sent = { title, description, ...(color !== undefined && { color }) }
      if (!('project' in home)) {
        if (priority !== undefined) throw new EmulatorError('"priority" is only allowed in labels of projects')
        return model.create({ project_id: null, group_id: home.group.id }, sent, now)
      }
      const label = model.create({ project_id: home.project.id, group_id: null }, sent, now)
      return priority === undefined ? label : model.prioritize(label, home.project, priority)
    })
  }
}

/** Adds the CI/CD variables of a project or group. */
export function addVariables(
  { store, now, problems }: WorldContext,
  home: VariableHome,
  { variables = [] }: Pick<WorldGroup, 'variables'>,
  path: Problem['path'],
): void {
  const model = new VariableModel(store)
  variables.forEach(({ environmentScope, file = false, hidden = false, ...fields }, at) => {
    const sent = {
      ...fields,
      ...(environmentScope !== undefined && { environment_scope: environmentScope }),
      ...(file && { variable_type: 'file' }),
      masked_and_hidden: hidden,
    }
    problems.try([...path, 'variables', at], () => model.create(home, sent, now))
  })
}

function addIssue({ store, now }: WorldContext, project: ProjectRecord, iid: number, declared: WorldIssue): void {
  const { title, description = null, closed = false, confidential = false, author, labels = [] } = declared
  const by = author === undefined ? undefined : store.of(users).find('username', author.toLowerCase())
  if (author !== undefined && !by) throw new EmulatorError(`the user ${JSON.stringify(author)} does not exist`)
  const model = new LabelModel(store)
  const label_ids = labels.map((name) => {
    const label = model.titled([`project ${project.id}`], name)
    if (!label) throw new EmulatorError(`the project has no label ${JSON.stringify(name)}`)
    return label.id
  })
  const state = closed ? ('closed' as const) : ('opened' as const)
  const fields = { iid, project_id: project.id, title, description, state, author_id: by?.id ?? project.creator_id }
  const stamps = { created_at: now, updated_at: now }
  store.of(issues).insert({ ...fields, label_ids, confidential, ...stamps })
}
