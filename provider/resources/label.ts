import type { Label as Live, LabelCreate, Project } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { integer, reference } from '../core/schema/fields'
import { inAddress } from '../core/schema/page'
import type { SetArgs, SetItem } from '../core/schema/set'
import { labelFields, whyNotArchived } from './label-fields'

export const label = define<Live, LabelCreate>()({
  kind: 'label',
  plural: 'labels',
  sets: true,
  exported: true,
  otherTools: {
    terraform: { types: ['gitlab_label', 'gitlab_project_label'], name: 'name', id: 'label_id' },
    pulumiGitlab: { key: 'labelId' },
  },
  page: ({ name }) => (name === undefined ? '-/labels' : `-/labels?search=${inAddress(name)}`),
  access: { read: 'none', write: 'planner', unarchived: 'changed' },
  identity: {
    parent: 'project',
    key: 'labelId',
    naturalKey: ['name'],
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the label. */
    project: reference('project'),
    ...labelFields,
    /**
     * Priority in the project's list of prioritized labels. 0 is the highest. An archived label has none. Default: null (none).
     */
    priority: optional(integer({ minimum: 0 }, { clearedBy: ({ archived }) => archived === true }), null),
  },
  output: {
    /** Id on the service. Renaming the label does not change it. */
    labelId: number('id'),
    /** Color of text that is readable on `color`, chosen by the service. */
    textColor: string({ changedBy: ['color'] }),
  },
  replaceOn: ['project'],
  // The service would accept the request without the priority.
  check: ({ archived, priority }) =>
    archived && priority != null
      ? [{ property: 'priority', reason: 'priority must be omitted if archived is true: an archived label has none' }]
      : [],
  existence: {
    isOwned: (live) => live.is_project_label !== false,
    notOwned: {
      reason: 'was promoted to a label of the group.',
      remedy: 'Remove it from the program. The label of the group is not deleted.',
    },
    hiddenReason: ({ issues_access_level, merge_requests_access_level }: Project) =>
      issues_access_level === 'disabled' && merge_requests_access_level === 'disabled'
        ? 'issues and merge requests of the project are disabled, which hides its labels'
        : undefined,
  },
  hints: {
    byArgument: {
      archived: whyNotArchived,
      priority: 'an archived label has none: run "pulumi up" again to unarchive it',
    },
    byStatus: {
      409: 'A parent group has a label with this name, which the project inherits: use that label, or choose another name.',
      403: 'Changing labels requires the Planner or Reporter role or higher, in a project that is neither archived nor scheduled for deletion.',
    },
  },
  api: {
    sendWith: (operation, changed) =>
      operation === 'update'
        ? [
            // The service has removed the priority of an archived label.
            ...(changed.has('archived') ? (['priority'] as const) : []),
            // The API requires one of the two in each update.
            ...(!changed.has('name') && !changed.has('color') ? (['color'] as const) : []),
          ]
        : [],
    // If no label has the number as its id, the service uses it as a title, also in updates and deletes.
    fetchFirst: true,
    list: (api, at) => api.labels.list(at.project, { include_ancestor_groups: false }),
    read: (api, at) => api.labels.get(at.project, at.labelId),
    create: (api, at, body) => api.labels.create(at.project, body),
    update: (api, at, { name, ...rest }) => api.labels.update(at.project, at.labelId, { new_name: name, ...rest }),
    delete: (api, at) => api.labels.delete(at.project, at.labelId),
  },
})

/** Arguments of a {@link Label}. */
export interface LabelArgs extends ArgsOf<typeof label.input>, AdoptableByName {}

/**
 * A label of a project.
 *
 * ```ts
 * new trueup.Label("bug", { project: "acme/web", name: "bug", color: "crimson", priority: 1 })
 * ```
 */
export class Label extends resource<LabelArgs>()(label) {}

/** Arguments of a {@link LabelSet}. */
export interface LabelSetArgs
  extends Pick<LabelArgs, 'project' | 'onConflict'>, SetArgs<SetItem<LabelArgs, 'project' | 'onConflict', 'name'>> {}

/** Labels of one project as a single resource, which is many times faster than one resource for each. */
export class LabelSet extends resourceSet<LabelSetArgs>()(label) {}
