import { type Declared, nounOf, placesOf } from './declared'
import type { Findings } from './finding'
import type { Service } from './service'

const pageSize = 100

/** Compares the requests of a refresh with the remaining requests of the service's rate limit. */
export function checkBudget(findings: Findings, { margin: { limit } }: Service, declared: readonly Declared[]): void {
  const requests = refreshCost(declared)
  const takes = `A refresh takes about ${requests} ${requests === 1 ? 'request' : 'requests'}`
  if (!limit) {
    findings.ok('rate-limit', `${takes}; the service has no rate limit.`)
    return
  }
  const left = `${limit.remaining}${limit.of === undefined ? '' : ` of ${limit.of} per minute`}`
  if (requests <= limit.remaining) findings.ok('rate-limit', `${takes}; ${left} are left.`)
  else {
    const until = limit.resetAt === undefined ? 'the limit resets' : limit.resetAt.toISOString().replace(/\.\d+Z$/, 'Z')
    findings.warning(
      'rate-limit',
      `${takes}, but only ${left} are left. It must wait until ${until}.`,
      'Check what else uses the access token, set trueup:maxRequestsPerMinute to share the limit, or ask for a higher limit.',
    )
  }
}

/** One request for each page of a collection, each action, and each project or group. */
function refreshCost(declared: readonly Declared[]): number {
  const collections = new Map<string, number>()
  let records = 0
  for (const { kind, resource } of declared) {
    const { parent } = kind.identity
    if ('perform' in kind || parent === undefined) {
      records += 1
      continue
    }
    const within = (kind.identity.within ?? []).map((name) => resource.inputs[name])
    const key = JSON.stringify([nounOf(kind), resource.outputs[`${parent}Id`], ...within])
    const objects = 'of' in kind ? Object.keys(resource.inputs.items ?? {}).length : 1
    collections.set(key, (collections.get(key) ?? 0) + objects)
  }
  const pages = [...collections.values()].map((objects) => Math.max(1, Math.ceil(objects / pageSize)))
  return pages.reduce((sum, one) => sum + one, 0) + records + placesOf(declared).length
}
