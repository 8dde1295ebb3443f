import type { Resource, ResourceTransformation, ResourceTransformationResult } from '@pulumi/pulumi'

/** What Pulumi gives a transformation. */
type Given = Parameters<ResourceTransformation>[0]

interface Transformed extends Resource {
  __transformations?: ResourceTransformation[]
}

/**
 * A transformation of one resource that sees what all others have made of it: the resource's own, those of its parents
 * and of the stack, which Pulumi runs after it. Where it is not the last, it comes a second time.
 */
export function lastly(change: (given: Given) => ResourceTransformationResult): ResourceTransformation {
  let own: Resource | undefined
  const transformation = (given: Given) => {
    own ??= given.resource
    // The resource's children inherit it.
    if (given.resource !== own) return undefined
    const { __transformations: all = [] } = own as Transformed
    if (all.at(-1) !== transformation) all.push(transformation)
    return change(given)
  }
  return transformation
}
