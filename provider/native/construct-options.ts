import type { Alias, ComponentResourceOptions, URN } from '@pulumi/pulumi'
import type { Alias as AliasMessage } from '@pulumi/pulumi/proto/alias_pb'
import type { ConstructRequest } from '@pulumi/pulumi/proto/provider_pb'
import { DependencyProviderResource, DependencyResource, rootStackResource } from '@pulumi/pulumi/resource'
import * as resources from '@pulumi/pulumi/runtime/resource'

/** A function that Pulumi uses for its own component providers but does not export publicly. */
const { hookBindingFromProto } = resources as unknown as {
  hookBindingFromProto(hooks: unknown): ComponentResourceOptions['hooks']
}

/**
 * The options of a component, of which its children inherit some. Options without an effect on both are omitted, except
 * `ignoreChanges`, of which the component warns.
 */
export function componentOptions(request: ConstructRequest): ComponentResourceOptions {
  const [parent, deletedWith] = [request.getParent(), request.getDeletedwith()]
  const hooks = hookBindingFromProto(request.getResourceHooks())
  const providers = request.getProvidersMap().toArray()
  const ignored = request.getIgnorechangesList()
  return {
    ...(parent !== '' && { parent: new DependencyResource(parent) }),
    aliases: request.getAliasesList().map(aliasOf),
    dependsOn: request.getDependenciesList().map((urn) => new DependencyResource(urn)),
    ...(request.hasProtect() && { protect: request.getProtect() === true }),
    providers: Object.fromEntries(providers.map(([name, ref]) => [name, new DependencyProviderResource(ref)])),
    ...(request.hasRetainondelete() && { retainOnDelete: request.getRetainondelete() === true }),
    ...(deletedWith !== '' && { deletedWith: new DependencyResource(deletedWith) }),
    ...(hooks && { hooks }),
    ...(ignored.length > 0 && { ignoreChanges: ignored }),
  }
}

function aliasOf(message: AliasMessage): Alias | URN {
  const spec = message.getSpec()
  if (!spec) return message.getUrn()
  const [name, type, stack, project] = [spec.getName(), spec.getType(), spec.getStack(), spec.getProject()]
  return {
    ...(name !== '' && { name }),
    ...(type !== '' && { type }),
    ...(stack !== '' && { stack }),
    ...(project !== '' && { project }),
    ...(spec.hasParenturn() && { parent: spec.getParenturn() }),
    ...(spec.getNoparent() && { parent: rootStackResource }),
  }
}
