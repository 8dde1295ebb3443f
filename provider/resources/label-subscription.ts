import type { Label } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import { type ArgsOf } from '../core/schema/field'
import { object, reference } from '../core/schema/fields'

export const labelSubscription = define<Label, object>()({
  kind: 'label-subscription',
  plural: 'label subscriptions',
  access: { read: 'none', write: 'none', condition: 'any that can see the label' },
  identity: {
    parent: 'project',
    key: 'label',
    naturalKey: ['label'],
    // Who subscribes twice is subscribed once, and is told no difference.
    adoption: 'never',
  },
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Another project makes another subscription;
     * another spelling of the same project changes nothing.
     */
    project: reference('project'),
    /** The label: `bug.id`, of a resource, or its number on the service. */
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
 * The subscription of the access token's user to a label: the service tells that user of issues that get it. Deleting
 * it unsubscribes the user, also where that user had subscribed before.
 *
 * ```ts
 * new trueup.LabelSubscription("bugs", { project: "acme/web", label: bug.id })
 * ```
 */
export class LabelSubscription extends resource<LabelSubscriptionArgs>()(labelSubscription) {}
