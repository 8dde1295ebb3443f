import type { Client } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { isInside } from '../core/schema/container'
import { define } from '../core/schema/define'
import type { ArgsOf, PlainOf } from '../core/schema/field'
import { overriddenSettings, warningsOfOverridden } from '../core/schema/overridden'
import { refusal, throwIfAny } from '../core/schema/refusal'
import { findParent, notFound } from '../core/service/parent-group'
import { keptBecause, markForDeletion, problemOfReplacement } from '../core/service/protected-deletion'
import { groupFields } from './group-fields'
import { hints } from './group-hints'
import { initialGroup } from './group-initial'
import { endOf, type Live, ofGroup, reasons, startOf } from './group-responses'
import { problemsOf, problemsOfParent } from './group-rules'
import { effectsOfUpdate, type GroupChange, refusalsOfUpdate, updateGroup } from './group-update'

type Inputs = PlainOf<typeof groupFields>

export const group = define<Live, GroupChange>()({
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
    condition: 'a user who can create subgroups in the parent to create or transfer it',
  },
  identity: {
    parent: 'group',
    key: 'groupId',
    naturalKey: [],
    isParent: true,
    adoption: 'never',
    isSingle: () => true,
  },
  input: groupFields,
  output: {
    /** Id of the group. */
    groupId: number('id'),
    /** Current full path. */
    fullPath: string(),
    /** Address of its page. */
    webUrl: string(),
    /** Settings that the program declares as `true`, but that a group above or the instance disables. */
    overriddenSettings: overriddenSettings(),
  },
  replaceOn: ['group'],
  check: problemsOf,
  hints,
  warnings: (live, values) => [
    ...warningsOfOverridden(reasons, live, values),
    ...(live.effects ?? []).map((effect) => `now has another ${effect}.`),
  ],
  existence: { keptBecause },
  api: {
    // Only changes are sent, and responses contain all settings.
    fetchFirst: true,
    showsAll: true,
    parent: {
      movedBy: 'path or parent',
      refusals: async (api, inputs) => (await placeOf(api, inputs)).refusals,
      create: createGroup,
    },
    refusals: refusalsOfUpdate,
    list: (api, at) => ({ all: async () => [ofGroup(await api.groups.get(at.group))] }),
    read: async (api, at) => ofGroup(await api.groups.get(at.group)),
    problemOfReplacement: problemOfReplacement('group'),
    effects: (api, at, change) => effectsOfUpdate(api, at.group, change),
    update: (api, at, change, { live, inputs }) => updateGroup(api, at.group, change, live, inputs),
    delete: (api, at) => markForDeletion(() => api.groups.delete(at.group)),
  },
})

/** Creates a group at its path. A later update sets the settings. */
async function createGroup(api: Client, inputs: Inputs) {
  const { parent, path, refusals } = await placeOf(api, inputs)
  throwIfAny(refusals)
  const created = await api.groups.create({
    name: inputs.name ?? path,
    path,
    ...(parent && { parent_id: parent.id }),
    ...(inputs.visibility !== null && { visibility: inputs.visibility }),
  })
  return ofGroup(created)
}

/** Where a group is to be created, and why it would not be. */
async function placeOf(api: Client, inputs: Inputs) {
  const full = String(inputs.group)
  const [start, end] = [startOf(full), endOf(full)]
  const [reference, path] = [inputs.parent ?? start, inputs.path ?? end]
  const parent = reference === '' ? null : await findParent(api, reference)
  if (parent === undefined) return { path, refusals: [notFound('parent', reference)] }
  const { id, full_path } = parent ?? { id: 0, full_path: '' }
  // Otherwise a group whose response is lost could not be found.
  if (!isInside({ id, full_path }, start) || path.toLowerCase() !== end.toLowerCase()) {
    const written = JSON.stringify(`${full_path}/${path}`.replace(/^\//, ''))
    const reason = `group must name the path of the new group: write ${written} there, or remove parent and path`
    return { path, refusals: [refusal(reason)] }
  }
  return { parent, path, refusals: problemsOfParent(parent, inputs.visibility) }
}

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
