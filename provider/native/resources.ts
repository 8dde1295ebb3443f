import { load } from '../core/engine/load'
import type { KindDefinition } from '../core/schema/kind-definition'
import { nativeTypeOf } from '../core/schema/provider-text'
import { ResourceError } from '../core/service/resource-error'
import { resourceKinds } from '../kinds'
import { partsOfUrn } from './urn'

const kindsByType: ReadonlyMap<string, string> = new Map(resourceKinds.map((kind) => [nativeTypeOf(kind), kind]))

/** The definition of the kind of a resource. @throws ResourceError if this release has no such kind. */
export function kindDefinitionOf(urn: string): KindDefinition {
  const { type } = partsOfUrn(urn)
  const kind = kindsByType.get(type)
  if (kind === undefined) {
    throw new ResourceError(`unknown type of resource "${type}": install a later release of trueup-plugin.`)
  }
  return load(kind)
}
