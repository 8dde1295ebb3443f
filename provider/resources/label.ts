import type { Label as Live, LabelCreate, Project } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { number, string } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { color, integer, reference, text, title } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'

export const label = define<Live, LabelCreate>()({
  kind: 'label',
  plural: 'labels',
  sets: true,
  exported: true,
  access: { read: 'none', write: 'planner', unarchived: 'changed' },
  identity: {
    parent: 'project',
    key: 'labelId',
    naturalKey: ['name'],
  },
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Another project makes another label;
     * another spelling of the same project changes nothing.
     */
    project: reference('project'),
    /** Title, at most 255 characters, without commas. Renaming keeps the label and its issues. */
    name: title({ problem: (name) => (name.includes(',') ? 'must not contain a comma' : undefined) }),
    /**
     * Colour: `"#D9534F"`, `"#F00"` or the name of a CSS colour such as `"crimson"`, in any case.
     * Stored as `#RRGGBB` in upper case.
     */
    color: color(),
    /** What the label is for, at most 512 KiB. Default null: none. */
    description: optional(
      text({
        emptyIsUnset: true,
        problem: (description) =>
          Buffer.byteLength(description) > 512 * 1024 ? 'must have at most 512 KiB' : undefined,
      }),
      null,
    ),
    /** Rank in the project's list of prioritised labels, from 0, the highest. Default null: none. */
    priority: optional(integer({ minimum: 0 }), null),
  },
  output: {
    /** Id on the service; it stays when the label is renamed. */
    labelId: number('id'),
    /** Colour of text that can be read on `color`, chosen by the service. */
    textColor: string(),
  },
  replaceOn: ['project'],
  existence: {
    isOwned: (live) => live.is_project_label !== false,
    notOwned: {
      reason: "was promoted to a label of the group: it is no longer the project's own.",
      remedy: "Take it out of the program, which leaves the group's label alone.",
    },
    hiddenReason: ({ issues_access_level, merge_requests_access_level }: Project) =>
      issues_access_level === 'disabled' && merge_requests_access_level === 'disabled'
        ? 'issues and merge requests of the project are switched off, and then its labels are hidden'
        : undefined,
  },
  hints: {
    byStatus: {
      409: 'A group above the project has a label of this name, which the project inherits: use that one, or choose another name.',
      403: 'Labels are changed by members with the role Planner, Reporter or higher, while the project is not archived.',
    },
  },
  api: {
    // The API wants one of the two in each update.
    sendWith: (operation, changed) =>
      operation === 'update' && !changed.has('name') && !changed.has('color') ? ['color'] : [],
    // A number that is no label's id is taken for a title, in updates and deletes, too.
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

/** Any number of labels of one project as a single resource, which is many times faster than one resource for each. */
export class LabelSet extends resourceSet<LabelSetArgs>()(label) {}
