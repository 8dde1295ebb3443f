import type { Client } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { define } from '../core/schema/define'
import type { ArgsOf, PlainOf } from '../core/schema/field'
import { overriddenSettings, warningsOfOverridden } from '../core/schema/overridden'
import { refusal, throwIfAny } from '../core/schema/refusal'
import { notFound } from '../core/service/parent-group'
import { keptBecause, markForDeletion, problemOfReplacement } from '../core/service/protected-deletion'
import { projectFields } from './project-fields'
import { hints } from './project-hints'
import { initialProject } from './project-initial'
import { type Live, ofProject, reasons } from './project-responses'
import { findNamespace, problemsOf, problemsOfVisibility } from './project-rules'
import { type ProjectChange, refusalsOfUpdate, updateProject } from './project-update'

type Inputs = PlainOf<typeof projectFields>

export const project = define<Live, ProjectChange>()({
  kind: 'project',
  plural: 'projects',
  otherTools: {
    terraform: 'States with projects are not read: Project adopts an existing project.',
    pulumiGitlab: 'States with projects are not read: Project adopts an existing project.',
  },
  page: () => 'edit',
  exported: true,
  single: {
    argument: 'settings',
    title: 'The settings of the project itself',
    initialValues: initialProject,
  },
  access: {
    read: 'maintainer',
    write: 'maintainer',
    condition: 'Owner for `visibility`, `emailsEnabled` and `ciDeletePipelinesInSeconds`, and to transfer or delete it',
  },
  identity: {
    parent: 'project',
    key: 'projectId',
    naturalKey: [],
    isParent: true,
    adoption: 'never',
    isSingle: () => true,
  },
  input: projectFields,
  output: {
    /** Id of the project. */
    projectId: number('id'),
    /** Current full path. */
    pathWithNamespace: string(),
    /** Address of its page. */
    webUrl: string(),
    /** Address of the repository for Git over SSH. */
    sshUrlToRepo: string(),
    /** Address of the repository for Git over HTTP. */
    httpUrlToRepo: string(),
    /** Settings that the program declares as `true`, but that its group, the instance or another setting disables. */
    overriddenSettings: overriddenSettings(),
  },
  replaceOn: ['project'],
  check: problemsOf,
  hints,
  warnings: (live, values) => warningsOfOverridden(reasons, live, values),
  existence: { keptBecause },
  api: {
    // Only changes are sent, and responses contain all settings.
    fetchFirst: true,
    showsAll: true,
    parent: {
      movedBy: 'path or namespace',
      refusals: async (api, inputs) => (await placeOf(api, inputs)).refusals,
      create: createProject,
    },
    refusals: refusalsOfUpdate,
    list: (api, at) => ({ all: async () => [ofProject(await api.projects.get(at.project))] }),
    read: async (api, at) => ofProject(await api.projects.get(at.project)),
    problemOfReplacement: problemOfReplacement('project'),
    update: (api, at, change, { live, inputs }) => updateProject(api, at.project, change, live, inputs),
    delete: (api, at) => markForDeletion(() => api.projects.delete(at.project)),
  },
})

/** Creates a project with what later updates cannot change, or only other users. */
async function createProject(api: Client, inputs: Inputs) {
  const { namespace, path, refusals } = await placeOf(api, inputs)
  throwIfAny(refusals)
  const created = await api.projects.create({
    ...(namespace && { namespace_id: namespace.id }),
    path,
    ...(inputs.name !== null && { name: inputs.name }),
    ...(inputs.visibility !== null && { visibility: inputs.visibility }),
    ...(inputs.initializeWithReadme && {
      initialize_with_readme: true,
      ...(inputs.defaultBranch !== null && { default_branch: inputs.defaultBranch }),
    }),
  })
  return ofProject(created)
}

/** Where a project is to be created, and why it would not be. */
async function placeOf(api: Client, inputs: Inputs) {
  const full = String(inputs.project)
  const end = full.lastIndexOf('/')
  const [start, last] = [full.slice(0, end), full.slice(end + 1)]
  const [parent, path] = [inputs.namespace ?? start, inputs.path ?? last]
  const namespace = await findNamespace(api, parent)
  if (!namespace) return { path, refusals: [notFound('namespace', parent)] }
  const { full_path } = namespace
  // Otherwise a project whose response is lost could not be found.
  if (`${full_path}/${path}`.toLowerCase() !== full.toLowerCase()) {
    const written = JSON.stringify(`${full_path}/${path}`)
    const reason = `project must name the path of the new project: write ${written} there, or remove namespace and path`
    return { path, refusals: [refusal(reason)] }
  }
  return { namespace, path, refusals: await problemsOfVisibility(api, namespace, inputs.visibility) }
}

/** Arguments of a {@link Project}. */
export type ProjectArgs = ArgsOf<typeof projectFields>

/**
 * A project and its settings. It must exist, unless `create` is true. Each setting is only managed if the program declares
 * it. Deleting the resource keeps the project, unless an earlier update has set `deletionProtection` to `false`.
 *
 * ```ts
 * new trueup.Project("web", { project: "acme/web", visibility: "internal", mergeMethod: "ff" })
 * ```
 *
 * Some settings need more than the declared value to have an effect, such as a setting of the group. Then the state keeps
 * the declared value, `overriddenSettings` names them, and the update warns.
 */
export class Project extends resource<ProjectArgs>()(project) {}
