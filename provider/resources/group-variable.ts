import type { Variable as Live, VariableCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { variable } from './project-variable-definition'

const { input, byArgument, ...shared } = variable('group', (api) => api.groupVariables)

export const groupVariable = define<Live, VariableCreate>()({
  ...shared,
  kind: 'group-variable',
  plural: 'group variables',
  sets: { objects: 'variables' },
  exported: true,
  page: () => '-/settings/ci_cd',
  access: {
    read: 'owner',
    write: 'owner',
    tierCondition: '`environmentScope` requires Premium or Ultimate',
  },
  input: {
    /** The group: its numeric id or its full path, such as `"acme/platform"`. Changing it replaces the variable. */
    group: reference('group'),
    ...input,
  },
  output: {},
  hints: {
    byArgument,
    byStatus: { 403: 'Managing variables of a group requires the Owner role.' },
    byError: ({ status, serverMessage }, { environmentScope }) =>
      status === 400 && /already been taken/.test(serverMessage) && environmentScope !== '*'
        ? 'Without Premium or Ultimate, the service ignores environmentScope, and the group has a variable with this key.'
        : undefined,
  },
})

/** Arguments of a {@link GroupVariable}. */
export interface GroupVariableArgs extends ArgsOf<typeof groupVariable.input>, AdoptableByName {}

/**
 * A CI/CD variable of a group, which its subgroups and projects inherit.
 *
 * ```ts
 * new trueup.GroupVariable("registry", {
 *   group: "acme", key: "REGISTRY_TOKEN", value: config.requireSecret("registryToken"), masked: true,
 * })
 * ```
 */
export class GroupVariable extends resource<GroupVariableArgs>()(groupVariable) {}

/** Arguments of a {@link GroupVariableSet}. */
export interface GroupVariableSetArgs
  extends
    Pick<GroupVariableArgs, 'group' | 'onConflict'>,
    SetArgs<SetItem<GroupVariableArgs, 'group' | 'onConflict'>> {}

/** CI/CD variables of one group as a single resource, which is many times faster than one resource for each variable. */
export class GroupVariableSet extends resourceSet<GroupVariableSetArgs>()(groupVariable) {}
