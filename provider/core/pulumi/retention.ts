import type { Resource, ResourceOptions } from '@pulumi/pulumi'

/** Whether resources and components of this package have the resource option `retainOnDelete`, which children inherit. */
const retained = new WeakMap<Resource, boolean>()

/** Remembers the option, which Pulumi does not store in the resource. */
export function rememberRetention(resource: Resource, isRetained: boolean): void {
  retained.set(resource, isRetained)
}

/** Whether a resource with these options has the option `retainOnDelete`, or inherits it. */
export const isRetained = ({ retainOnDelete, parent }: ResourceOptions = {}): boolean =>
  retainOnDelete ?? (parent !== undefined && (retained.get(parent) ?? false))
