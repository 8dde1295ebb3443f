import type { Input, Output, Resource } from '@pulumi/pulumi'
import * as outputs from '@pulumi/pulumi/output'
import { CustomResource } from '@pulumi/pulumi/resource'
import * as dependsOn from '@pulumi/pulumi/runtime/dependsOn'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'

/** Resources as programs name them: one, or a list. */
export type Dependencies = Input<Input<Resource>[]> | Input<Resource>

/** What Pulumi's own functions use, and do not show. */
const { getAllResources } = outputs as unknown as { getAllResources(of: Output<unknown>): Promise<Set<Resource>> }
const { gatherExplicitDependencies, getAllTransitivelyReferencedResources } = dependsOn as unknown as {
  gatherExplicitDependencies(of: Dependencies | undefined): Promise<Resource[]>
  getAllTransitivelyReferencedResources(of: Set<Resource>, but: Set<Resource>): Promise<Resource[]>
}

/** The URNs of what a function is told to wait for. They are known when that has been done. */
export function urnsOf(given: Dependencies | undefined): Output<string[]> | undefined {
  if (given === undefined) return undefined
  const resources = gatherExplicitDependencies(given).then((found) => withChildren(new Set(found)))
  return outputs.output(resources.then((found) => found.map(({ urn }) => urn)))
}

/**
 * Whether a preview can ask about what these arguments come from. Where the update will make or change it, the answer
 * would be another one: a label that is only planned is not on the service, or still has its former color.
 */
export async function isAsPlanned(given: Output<unknown>): Promise<boolean> {
  if (!isDryRun()) return true
  const resources = await withChildren(await getAllResources(given))
  const known = await Promise.all(resources.flatMap(telltales).map(({ isKnown }) => isKnown))
  return known.every(Boolean)
}

const withChildren = (resources: Set<Resource>) => getAllTransitivelyReferencedResources(resources, new Set())

/** Outputs of a resource that a preview does not know if it makes the resource or, of a resource of ours, changes it. */
function telltales(resource: Resource): { isKnown: Promise<boolean> }[] {
  if (!CustomResource.isInstance(resource)) return []
  const { __pulumiType: type = '', instance } = resource as Resource & { __pulumiType?: string; instance?: unknown }
  const own = type.startsWith('pulumi-nodejs:dynamic/trueup:') ? [instance] : []
  // What stands for a resource that Pulumi knows by its URN alone has no id.
  return [resource.id, ...own].filter((one) => outputs.Output.isInstance(one)) as unknown as {
    isKnown: Promise<boolean>
  }[]
}
