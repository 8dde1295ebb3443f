import type { Resource, ResourceTransformation, ResourceTransformationResult } from '@pulumi/pulumi'

/** The arguments that Pulumi passes to a transformation. */
type Given = Parameters<ResourceTransformation>[0]

interface Transformed extends Resource {
  __transformations?: ResourceTransformation[]
}

/**
 * Makes a transformation of one resource that sees the result of all others: those of the resource, its parents and the
 * stack. If Pulumi runs another transformation after it, it runs again at the end.
 */
export function lastly(change: (given: Given) => ResourceTransformationResult): ResourceTransformation {
  let own: Resource | undefined
  const transformation = (given: Given) => {
    own ??= given.resource
    // Children of the resource inherit the transformation.
    if (given.resource !== own) return undefined
    const { __transformations: all = [] } = own as Transformed
    if (all.at(-1) !== transformation) all.push(transformation)
    return change(given)
  }
  return transformation
}
