import type { Resource, ResourceTransformation, ResourceTransformationResult } from '@pulumi/pulumi'

/** The arguments that Pulumi passes to a transformation. */
type TransformationArgs = Parameters<ResourceTransformation>[0]

interface Transformed extends Resource {
  __transformations?: ResourceTransformation[]
}

/**
 * Creates a transformation of one resource that runs after all other transformations: those of the resource, its
 * parents and the stack. If Pulumi runs another transformation after it, it runs again at the end.
 */
export function lastTransformation(
  change: (args: TransformationArgs) => ResourceTransformationResult,
): ResourceTransformation {
  let target: Resource | undefined
  const transformation = (args: TransformationArgs) => {
    target ??= args.resource
    // Children of the resource inherit the transformation.
    if (args.resource !== target) return undefined
    const { __transformations: all = [] } = target as Transformed
    if (all.at(-1) !== transformation) all.push(transformation)
    return change(args)
  }
  return transformation
}
