import { resource } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { defineContainer } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { overriddenSettings, warningsOfOverridden } from '../core/schema/overridden'
import { pathOutputs } from '../core/service/path-outputs'
import { keptBecause, markForDeletion, problemOfReplacement } from '../core/service/protected-deletion'
import { createGroup, refusalsOfCreation } from './group-creation'
import { groupFields } from './group-fields'
import { hints } from './group-hints'
import { initialGroup } from './group-initial'
import { type Live, ofGroup, reasons } from './group-responses'
import { problemsOf } from './group-rules'
import { effectsOfUpdate, type GroupChange, refusalsOfUpdate, updateGroup } from './group-update'

const path = pathOutputs('fullPath', 'parent')

export const group = defineContainer<Live, GroupChange>()({
  kind: 'group',
  plural: 'groups',
  otherTools: {
    terraform: 'States with groups are not read: Group adopts an existing group.',
    pulumiGitlab: 'States with groups are not read: Group adopts an existing group.',
  },
  page: () => '-/edit',
  exported: true,
  single: {
    argument: 'settings',
    title: 'The settings of the group itself',
    initialValues: initialGroup,
  },
  access: {
    read: 'owner',
    write: 'owner',
    condition: 'a role that can create subgroups in the group above, to create or transfer it',
  },
  input: groupFields,
  output: {
    /** Id of the group. */
    groupId: number('id'),
    /** Current full path. */
    fullPath: string(path.itself),
    /** Address of its page. */
    webUrl: string(path.addressWith('webUrl')),
    /** Settings that the program declares as `true`, but that a group above or the instance disables. */
    overriddenSettings: overriddenSettings(),
  },
  check: problemsOf,
  hints,
  warnings: (live, values) => [
    ...warningsOfOverridden(reasons, live, values),
    ...(live.effects ?? []).map((effect) => `now has another ${effect}.`),
  ],
  container: {
    movedBy: ['path', 'parent'],
    path: 'fullPath',
    refusals: refusalsOfCreation,
    create: createGroup,
    keptBecause,
    problemOfReplacement: problemOfReplacement('group'),
  },
  api: {
    // Only changes are sent, and responses contain all settings.
    fetchFirst: true,
    refusals: refusalsOfUpdate,
    list: (api, at) => ({ all: async () => [ofGroup(await api.groups.get(at.group))] }),
    read: async (api, at) => ofGroup(await api.groups.get(at.group)),
    effects: effectsOfUpdate,
    update: (api, at, change, { live, inputs }) => updateGroup(api, at.group, change, live, inputs),
    delete: (api, at) => markForDeletion(() => api.groups.delete(at.group)),
  },
})

/** Arguments of a {@link Group}. */
export type GroupArgs = ArgsOf<typeof groupFields>

/**
 * A group and its settings. It must exist, unless `create` is true. Each setting is only managed if the program declares
 * it. Deleting the resource keeps the group, unless an earlier update has set `deletionProtection` to `false`.
 *
 * ```ts
 * new trueup.Group("platform", { group: "acme/platform", visibility: "internal", projectCreationLevel: "maintainer" })
 * ```
 *
 * Some settings need more than the declared value to have an effect, such as a setting of the parent. Then the state
 * keeps the declared value, `overriddenSettings` names them, and the update warns. Some settings also change the projects
 * in the group: the preview and the update say how many.
 */
export class Group extends resource<GroupArgs>()(group) {}
