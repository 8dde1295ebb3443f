import type { Label } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { object, reference } from '../core/schema/fields'

export const labelSubscription = define<Label, object>()({
  kind: 'label-subscription',
  plural: 'label subscriptions',
  otherTools: { terraform: 'There is no such resource.', pulumiGitlab: 'There is no such resource.' },
  page: () => '-/labels',
  access: { read: 'none', write: 'none', condition: 'any that can see the label' },
  identity: {
    parent: 'project',
    key: 'label',
    naturalKey: ['label'],
    // The service does not report whether the user was already subscribed.
    adoption: 'never',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the subscription. */
    project: reference('project'),
    /** The label: `bug.id` of a resource, or its id on the service. Changing it replaces the subscription. */
    label: object('label', { wire: 'id' }),
  },
  output: {},
  replaceOn: ['project', 'label'],
  existence: {
    isEnded: (live) => !live.subscribed,
  },
  api: {
    list: (api, at) => api.labels.list(at.project),
    create: async (api, at, _body, { label }) =>
      (await api.labels.subscribe(at.project, label)) ?? api.labels.get(at.project, label),
    delete: (api, at) => api.labels.unsubscribe(at.project, at.label),
  },
})

/** Arguments of a {@link LabelSubscription}. */
export type LabelSubscriptionArgs = ArgsOf<typeof labelSubscription.input>

/**
 * A subscription of the access token's user to a label. The service notifies the user of issues that get the label.
 * Deleting it unsubscribes the user, even if the user had subscribed before.
 *
 * ```ts
 * new trueup.LabelSubscription("bugs", { project: "acme/web", label: bug.id })
 * ```
 */
export class LabelSubscription extends resource<LabelSubscriptionArgs>()(labelSubscription) {}
