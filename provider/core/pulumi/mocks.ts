import type { Output, ProviderResource } from '@pulumi/pulumi'
import { secret } from '@pulumi/pulumi/output'
import { invokeOutput } from '@pulumi/pulumi/runtime/invoke'
import * as state from '@pulumi/pulumi/runtime/state'
import type { Json } from '../schema/json'
import type { Dependencies } from './dependencies'

const { getStore } = state as unknown as {
  getStore(): { settings: { options: { monitorAddr?: string } } }
}

/** Whether the program runs in a unit test, after `pulumi.runtime.setMocks`. */
export const isMocked = (): boolean => getStore().settings.options.monitorAddr === 'mock'

/** The token that mocks receive for a function, in the format of native providers. */
const tokenOf = (name: string) => `trueup:index:${name}`

/** A function call and the shape of its result. */
export interface MockedCall {
  readonly name: string
  readonly args: object
  readonly isSecret: boolean
  readonly isList: boolean
  readonly provider?: ProviderResource | undefined
  readonly dependsOn?: Dependencies | undefined
}

/** Returns the result of the `call` method of a test's mocks instead of querying the service. */
export function callMocks({ name, args, isSecret, isList, provider, dependsOn }: MockedCall): Output<unknown> {
  const options = { ...(provider && { provider }), ...(dependsOn && { dependsOn }) }
  const result = invokeOutput<Json>(tokenOf(name), args, options)
  const shaped: Output<unknown> = isList ? result.apply(listIn) : result
  return isSecret ? secret(shaped) : shaped
}

/** Converts the result of a mock to a list. Pulumi turns lists into objects with the keys 0, 1, … */
function listIn(result: Json): unknown[] {
  const [first, ...others] = Object.values(result)
  return Array.isArray(first) && others.length === 0 && !('0' in result) ? first : Object.values(result)
}
