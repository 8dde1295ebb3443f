import type { Variable as Live, VariableCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { variable } from './project-variable-definition'

const { input, byArgument, ...shared } = variable('project', (api) => api.projectVariables)

export const projectVariable = define<Live, VariableCreate>()({
  ...shared,
  kind: 'project-variable',
  plural: 'variables',
  sets: true,
  exported: true,
  page: () => '-/settings/ci_cd#js-cicd-variables-settings',
  access: { read: 'maintainer', write: 'maintainer', features: ['builds', 'repository'] },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the variable. */
    project: reference('project'),
    ...input,
  },
  output: {},
  hints: {
    byArgument,
    byStatus: {
      403: 'Managing variables requires the Maintainer role, in a project with CI/CD and a repository.',
    },
  },
})

/** Arguments of a {@link ProjectVariable}. */
export interface ProjectVariableArgs extends ArgsOf<typeof projectVariable.input>, AdoptableByName {}

/**
 * A CI/CD variable of a project.
 *
 * ```ts
 * new trueup.ProjectVariable("url", {
 *   project: "acme/web", key: "DATABASE_URL", value: config.requireSecret("databaseUrl"), environmentScope: "production",
 * })
 * ```
 */
export class ProjectVariable extends resource<ProjectVariableArgs>()(projectVariable) {}

/** Arguments of a {@link ProjectVariableSet}. */
export interface ProjectVariableSetArgs
  extends
    Pick<ProjectVariableArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProjectVariableArgs, 'project' | 'onConflict'>> {}

/** CI/CD variables of one project as a single resource, which is many times faster than one resource for each variable. */
export class ProjectVariableSet extends resourceSet<ProjectVariableSetArgs>()(projectVariable) {}
