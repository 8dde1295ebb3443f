import { queryOf } from '../core/pulumi/query'
import type { Json } from '../core/schema/json'
import { asSecret } from '../core/schema/secret-value'
import type { Connection } from '../core/service/connection'
import { ResourceError } from '../core/service/resource-error'
import { received } from './values'

const prefix = 'trueup:index:'

/** Calls a function by its token, such as `trueup:index:getLabels`. A list is the only property of the result. */
export async function invoke(token: string, args: Json, connect: () => Connection): Promise<Json> {
  const name = token.startsWith(prefix) ? token.slice(prefix.length) : ''
  // Loaded on demand: most programs call no function.
  const functions: Json = await import('../index.js')
  const query = Object.hasOwn(functions, name) ? queryOf(functions[name]) : undefined
  if (!query) throw new ResourceError(`unknown function "${token}": install a later release of trueup-plugin.`)
  const { values, secrets } = received(args)
  const found = await query.call(values, connect, secrets)
  const result = Array.isArray(found) ? { [listName(name)]: found } : (found as Json)
  const isSecret = query.isSecret || secrets.length > 0
  return isSecret ? Object.fromEntries(Object.entries(result).map(([key, value]) => [key, asSecret(value)])) : result
}

/** The property of the result that contains a list: `getLabels` → `labels`. */
export const listName = (name: string): string =>
  name.replace(/^get(?=[A-Z])/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
