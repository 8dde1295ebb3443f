import type { Client } from '@grpc/grpc-js'
import type { ComponentResource, ComponentResourceOptions, Resource } from '@pulumi/pulumi'
import type * as requests from '@pulumi/pulumi/proto/provider_pb'
import { setAllConfig } from '@pulumi/pulumi/runtime/config'
import { serializeResourceProperties } from '@pulumi/pulumi/runtime/rpc'
import * as settings from '@pulumi/pulumi/runtime/settings'
import * as state from '@pulumi/pulumi/runtime/state'
import { childNames } from '../components/settings'
import { valueOf } from '../core/pulumi/pending'
import { leaveLedgerToPlugin } from '../core/pulumi/program'
import type { Json } from '../core/schema/json'
import { settingsTypes } from '../core/schema/provider-text'
import { hasUnknown } from '../core/schema/unknown'
import { pulumiModules } from '../core/service/pulumi-modules'
import { ResourceError } from '../core/service/resource-error'
import { GroupSettings, Projects, ProjectSettings } from '../native-components'
import type { Cancellation } from './cancellation'
import { componentArguments, type DependenciesOf } from './construct-arguments'
import { componentOptions } from './construct-options'
import { isReported, Rejections } from './construct-rejections'
import { json, struct } from './struct'
import { received } from './values'

/** Functions that Pulumi uses for its own component providers but does not export publicly. */
const { withLocalStorage } = state as unknown as {
  withLocalStorage<T>(run: () => Promise<T>): Promise<T>
}
const { awaitFeatureSupport, waitForRPCs } = settings as unknown as Record<
  'awaitFeatureSupport' | 'waitForRPCs',
  () => Promise<void>
>

/** A component of the package. */
interface Component {
  create(name: string, args: Json, options: ComponentResourceOptions): ComponentResource
  args(values: Json, dependenciesOf: DependenciesOf): Json
  /** The properties that are outputs. */
  readonly outputs: readonly string[]
}

const components: ReadonlyMap<string, Component> = new Map<string, Component>([
  [
    settingsTypes.project,
    {
      create: (name, args, options) => new ProjectSettings(name, args as never, options),
      args: componentArguments,
      outputs: ['project', 'tokens', ...childNames('project')],
    },
  ],
  [
    settingsTypes.group,
    {
      create: (name, args, options) => new GroupSettings(name, args as never, options),
      args: componentArguments,
      outputs: ['group', ...childNames('group')],
    },
  ],
  [
    'trueup:index:Projects',
    {
      create: (name, args, options) => new Projects(name, args as never, options),
      args: knownArguments,
      outputs: ['projects', 'groups'],
    },
  ],
])

/** The files are read while the program runs, so that the arguments must be known. */
function knownArguments(values: Json): Json {
  const known = received(values).values
  if (!hasUnknown(known)) return known
  throw new ResourceError('The arguments of Projects must be known in a preview: do not use outputs of new resources.')
}

/**
 * Creates a component with its children, which are resources that this process registers with the engine. Several can
 * be created at the same time.
 *
 * @throws Error for users.
 */
export function construct(
  request: requests.ConstructRequest,
  engine: string,
  { canceled }: Cancellation,
): Promise<requests.ConstructResponse> {
  const component = components.get(request.getType())
  if (!component) {
    throw new ResourceError(
      `unknown type of component "${request.getType()}": install a later release of trueup-plugin.`,
    )
  }
  const rejections = new Rejections()
  // A component has its own settings and connection to the engine, like a program.
  return withLocalStorage(() =>
    rejections.during(async () => {
      try {
        return await Promise.race([create(component, request, engine, rejections), canceled])
      } finally {
        // Ends the calls to which the engine does not respond after it has canceled the operation.
        ;(settings.getMonitor() as unknown as Client | undefined)?.close()
      }
    }),
  )
}

async function create(
  component: Component,
  request: requests.ConstructRequest,
  engine: string,
  rejections: Rejections,
): Promise<requests.ConstructResponse> {
  leaveLedgerToPlugin()
  settings.resetOptions(
    request.getProject(),
    request.getStack(),
    request.getParallel(),
    engine,
    request.getMonitorendpoint(),
    request.getDryrun(),
    request.getOrganization(),
  )
  setAllConfig(Object.fromEntries(request.getConfigMap().toArray()), request.getConfigsecretkeysList())
  await awaitFeatureSupport()
  const dependencies = request.getInputdependenciesMap()
  const args = component.args(json(request.getInputs()), (name) => dependencies.get(name)?.getUrnsList() ?? [])
  const created = component.create(request.getName(), args, componentOptions(request))
  await waitForRPCs()
  await rejections.throwFirst()
  return responseWith(created, component.outputs)
}

async function responseWith(
  component: ComponentResource,
  names: readonly string[],
): Promise<requests.ConstructResponse> {
  const { ConstructResponse } = pulumiModules.provider()
  const values: Json = {}
  const response = new ConstructResponse().setUrn(await valueOf(component.urn))
  for (const name of names) {
    const output = { [name]: (component as unknown as Json)[name] }
    // Outputs of children that were not created are missing.
    const [value, resources] = await serializeResourceProperties('outputs', output).catch((error: unknown) => {
      if (isReported(error)) return [{}, new Map<string, Set<Resource>>()] as const
      throw error
    })
    Object.assign(values, value)
    const urns = await Promise.all([...(resources.get(name) ?? [])].map(({ urn }) => valueOf(urn)))
    const dependencies = new ConstructResponse.PropertyDependencies().setUrnsList(urns)
    response.getStatedependenciesMap().set(name, dependencies)
  }
  return response.setState(struct(values))
}
