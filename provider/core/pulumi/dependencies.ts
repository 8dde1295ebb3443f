import type { Input, Output, Resource } from '@pulumi/pulumi'
import * as outputs from '@pulumi/pulumi/output'
import { CustomResource } from '@pulumi/pulumi/resource'
import * as dependsOn from '@pulumi/pulumi/runtime/dependsOn'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import { isDynamicType, isNativeType } from '../schema/provider-text'
import { isUpdated } from './known-outputs'

/** Resources that a program passes: one resource or a list. */
export type Dependencies = Input<Input<Resource>[]> | Input<Resource>

/** Functions that Pulumi uses for its own functions but does not export publicly. */
const { getAllResources } = outputs as unknown as { getAllResources(of: Output<unknown>): Promise<Set<Resource>> }
const { gatherExplicitDependencies, getAllTransitivelyReferencedResources } = dependsOn as unknown as {
  gatherExplicitDependencies(of: Dependencies | undefined): Promise<Resource[]>
  getAllTransitivelyReferencedResources(of: Set<Resource>, but: Set<Resource>): Promise<Resource[]>
}

/** The URNs of the resources that a function depends on. They are known once the resources are created or updated. */
export function urnsOf(dependencies: Dependencies | undefined): Output<string[]> | undefined {
  if (dependencies === undefined) return undefined
  const resources = gatherExplicitDependencies(dependencies).then((found) => withChildren(new Set(found)))
  return outputs.output(resources.then((found) => found.map(({ urn }) => urn)))
}

/**
 * Whether a preview can query the service with these arguments. If the update will create or change the resource that
 * an argument comes from, the result would be outdated: a planned label does not exist yet or still has its former
 * color.
 */
export async function isAsPlanned(args: Output<unknown>): Promise<boolean> {
  if (!isDryRun()) return true
  const resources = await withChildren(await getAllResources(args))
  const planned = await Promise.all(resources.map(isUnchanged))
  return planned.every(Boolean)
}

/** Whether a preview does not create the resource, and does not change it if it is one of this package. */
async function isUnchanged(resource: Resource): Promise<boolean> {
  const known = await Promise.all(outputsOf(resource).map(({ isKnown }) => isKnown))
  return known.every(Boolean) && (await isUpdated(resource as CustomResource)) !== true
}

const withChildren = (resources: Set<Resource>) => getAllTransitivelyReferencedResources(resources, new Set())

/** Outputs that are unknown in a preview that creates the resource or, for resources of this package, changes it. */
function outputsOf(resource: Resource): { isKnown: Promise<boolean> }[] {
  if (!CustomResource.isInstance(resource)) return []
  const { __pulumiType: type = '', instance } = resource as Resource & { __pulumiType?: string; instance?: unknown }
  const ownOutputs = isDynamicType(type) || isNativeType(type) ? [instance] : []
  // Resources that Pulumi knows only by URN have no id.
  return [resource.id, ...ownOutputs].filter((one) => outputs.Output.isInstance(one)) as unknown as {
    isKnown: Promise<boolean>
  }[]
}
