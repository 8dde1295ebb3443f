import type { CustomResource } from '@pulumi/pulumi'

/** The base of resource classes until Pulumi's runtime is loaded. No object is created from it. */
export const LateBase = class {} as unknown as typeof CustomResource

type ResourceClass = abstract new (...args: never[]) => CustomResource

let base: typeof CustomResource | undefined
const waiting: ResourceClass[] = []

/**
 * Lets a resource class, which extends {@link LateBase}, extend Pulumi's class as soon as that is loaded. The plugin and
 * the command line use the definitions next to the classes, and most of their processes create no resource.
 */
export function extendLate(resourceClass: ResourceClass): void {
  if (base) extend(resourceClass, base)
  else waiting.push(resourceClass)
}

/** Lets all resource classes extend Pulumi's class. */
export function setBase(loaded: typeof CustomResource): void {
  base = loaded
  for (const resourceClass of waiting.splice(0)) extend(resourceClass, loaded)
}

/** `super` calls the prototype of the class. */
function extend(resourceClass: ResourceClass, loaded: typeof CustomResource): void {
  Object.setPrototypeOf(resourceClass, loaded)
  Object.setPrototypeOf(resourceClass.prototype as object, loaded.prototype)
}
