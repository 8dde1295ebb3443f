import type { GroupLabel as Live, LabelCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { inAddress } from '../core/schema/page'
import type { SetArgs, SetItem } from '../core/schema/set'
import { labelFields, whyNotArchived } from './label-fields'

export const groupLabel = define<Live, Omit<LabelCreate, 'priority'>>()({
  kind: 'group-label',
  plural: 'group labels',
  sets: { objects: 'labels' },
  exported: true,
  otherTools: {
    terraform: { types: ['gitlab_group_label'], name: 'name', id: 'label_id' },
    pulumiGitlab: { key: 'labelId' },
  },
  page: ({ name }) => (name === undefined ? '-/labels' : `-/labels?search=${inAddress(name)}`),
  access: { read: 'none', write: 'planner' },
  identity: {
    parent: 'group',
    key: 'labelId',
    naturalKey: ['name'],
  },
  input: {
    /** The group: its numeric id or its full path, such as `"acme/platform"`. Changing it replaces the label. */
    group: reference('group'),
    ...labelFields,
  },
  output: {
    /** Id on the service. Renaming the label does not change it. */
    labelId: number('id'),
    /** Color of text that is readable on `color`, chosen by the service. */
    textColor: string({ changedBy: ['color'] }),
  },
  replaceOn: ['group'],
  hints: {
    byArgument: { archived: whyNotArchived },
    byStatus: {
      409: 'A parent group has a label with this name, which the group inherits: use that label, or choose another name.',
      403: 'Changing labels of a group requires the Planner or Reporter role or higher in the group.',
    },
  },
  namesakes: {
    list: (api, at, { search }, options) =>
      api.groupLabels.list(
        at.group,
        { include_ancestor_groups: false, include_descendant_groups: true, only_group_labels: false, search },
        options,
      ),
    describe: (count) =>
      `has the name of ${count === 1 ? 'a label' : `${count} labels`} of subgroups or projects below, which then show both. ` +
      'Promoting the label of a project to its group merges the two.',
  },
  api: {
    // A service that does not know the argument requires another one.
    sendWith: (operation, changed) =>
      operation === 'update' && changed.size === 1 && changed.has('archived') ? ['color'] : [],
    // If no label has the number as its id, the service uses it as a title, also in updates and deletes.
    fetchFirst: true,
    // Labels of ancestor groups look the same in responses.
    list: (api, at) => api.groupLabels.list(at.group, { include_ancestor_groups: false }),
    read: (api, at) => api.groupLabels.get(at.group, at.labelId, { include_ancestor_groups: false }),
    create: (api, at, body) => api.groupLabels.create(at.group, body),
    update: (api, at, { name, ...rest }) => api.groupLabels.update(at.group, at.labelId, { new_name: name, ...rest }),
    delete: (api, at) => api.groupLabels.delete(at.group, at.labelId),
  },
})

/** Arguments of a {@link GroupLabel}. */
export interface GroupLabelArgs extends ArgsOf<typeof groupLabel.input>, AdoptableByName {}

/**
 * A label of a group, which its subgroups and projects inherit.
 *
 * ```ts
 * new trueup.GroupLabel("bug", { group: "acme", name: "bug", color: "crimson" })
 * ```
 */
export class GroupLabel extends resource<GroupLabelArgs>()(groupLabel) {}

/** Arguments of a {@link GroupLabelSet}. */
export interface GroupLabelSetArgs
  extends
    Pick<GroupLabelArgs, 'group' | 'onConflict'>,
    SetArgs<SetItem<GroupLabelArgs, 'group' | 'onConflict', 'name'>> {}

/** Labels of one group as a single resource, which is many times faster than one resource for each. */
export class GroupLabelSet extends resourceSet<GroupLabelSetArgs>()(groupLabel) {}
