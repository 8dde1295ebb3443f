import type { Call } from '../http/call'
import { notModified } from '../http/errors'
import type { UserCall } from '../http/login'
import type { LabelRecord } from '../records/label'
import { labels } from './label-lookup'

type Subscription = LabelRecord['subscriptions'][number]

const isMine = (call: Call, { user_id }: Subscription): boolean => user_id === call.user?.id

/**
 * Subscribes or unsubscribes the caller in one project or, with null, in the whole group. Subscribing to the group
 * replaces the subscriptions to its projects, and the reverse. @throws HttpError 304 if nothing changes.
 */
export function subscribe(call: UserCall, label: LabelRecord, project: number | null, on: boolean): LabelRecord {
  const here = (one: Subscription): boolean => isMine(call, one) && one.project_id === project
  if (label.subscriptions.some(here) === on) throw notModified()
  const mine = { user_id: call.user.id, project_id: project }
  const isReplaced = (one: Subscription): boolean =>
    on && isMine(call, one) && (one.project_id === null) !== (project === null)
  const others = label.subscriptions.filter((one) => !here(one) && !isReplaced(one))
  return labels(call).subscribe(label, on ? [...others, mine] : others)
}

/** Whether the caller is subscribed in the project or in the whole group. */
export const isSubscribed = (call: Call, label: LabelRecord, project: number | null): boolean =>
  label.subscriptions.some((one) => isMine(call, one) && (one.project_id === project || one.project_id === null))
