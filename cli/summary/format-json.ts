import { jsonOf } from '../shared/characters'
import { actions, type Plan } from './plan'
import { verdictOf } from './wording'

/** Version of this format. Incompatible changes increase it. */
const version = 1

/** The summary for programs, and for a later comparison. It contains all changes. */
export function json({ stack, objects, others, unknown, unchecked, errors }: Plan): string {
  const counts = actions.map((action) => [action, objects.filter((one) => one.action === action).length])
  const plan: Plan = { stack, objects, others, unknown, unchecked, errors }
  return jsonOf({ version, summary: verdictOf(plan), counts: Object.fromEntries(counts), ...plan })
}
