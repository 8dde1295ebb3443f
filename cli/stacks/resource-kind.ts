import { type Declaration, load } from '../../provider/core/engine/load'
import type { StackResource } from './stack'

const ours = /^pulumi-nodejs:dynamic\/trueup:/

/** Whether a resource of a state is one of Trueup's. */
export const isOurs = ({ type }: StackResource): boolean => ours.test(type)

/** The kind that a resource's provider text names. */
export function kindOf({ inputs, outputs, urn }: StackResource): Declaration {
  const text = String(inputs.__provider ?? outputs.__provider ?? '')
  const [, kind] = /\bprovider\("([\w-]+)"\)/.exec(text) ?? []
  if (kind === undefined) throw new Error(`${urn} does not say what made it: was it imported without "__provider"?`)
  return load(kind)
}
