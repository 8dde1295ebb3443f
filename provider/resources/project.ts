import { resource } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { defineContainer } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { overriddenSettings, warningsOfOverridden } from '../core/schema/overridden'
import { pathOutputs } from '../core/service/path-outputs'
import { keptBecause, markForDeletion, problemOfReplacement } from '../core/service/protected-deletion'
import { createProject, refusalsOfCreation } from './project-creation'
import { projectFields } from './project-fields'
import { hints } from './project-hints'
import { initialProject } from './project-initial'
import { type Live, ofProject, reasons, warningsOfCreation } from './project-responses'
import { problemsOf } from './project-rules'
import { type ProjectChange, refusalsOfUpdate, updateProject } from './project-update'

const path = pathOutputs('pathWithNamespace', 'namespace')

export const project = defineContainer<Live, ProjectChange>()({
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
    condition:
      'Owner for `visibility`, `emailsEnabled`, `archived` and `ciDeletePipelinesInSeconds`, and to transfer or delete it',
  },
  input: projectFields,
  output: {
    /** Id of the project. */
    projectId: number('id'),
    /** Current full path. */
    pathWithNamespace: string(path.itself),
    /** Address of its page. */
    webUrl: string(path.addressWith('webUrl')),
    /** Address of the repository for Git over SSH. */
    sshUrlToRepo: string(path.addressWith('sshUrlToRepo')),
    /** Address of the repository for Git over HTTP. */
    httpUrlToRepo: string(path.addressWith('httpUrlToRepo')),
    /** Settings that the program declares as `true`, but that its group, the instance or another setting disables. */
    overriddenSettings: overriddenSettings(),
  },
  check: problemsOf,
  hints,
  warnings: (live, values) => [...warningsOfOverridden(reasons, live, values), ...warningsOfCreation(live, values)],
  container: {
    movedBy: ['path', 'namespace'],
    path: 'pathWithNamespace',
    refusals: refusalsOfCreation,
    create: createProject,
    keptBecause,
    problemOfReplacement: problemOfReplacement('project'),
  },
  api: {
    // Only changes are sent, and responses contain all settings.
    fetchFirst: true,
    refusals: refusalsOfUpdate,
    list: (api, at) => ({ all: async () => [ofProject(await api.projects.get(at.project))] }),
    read: async (api, at) => ofProject(await api.projects.get(at.project)),
    update: (api, at, change, { live, inputs }) => updateProject(api, at.project, change, live, inputs),
    delete: (api, at) => markForDeletion(() => api.projects.delete(at.project)),
  },
})

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
