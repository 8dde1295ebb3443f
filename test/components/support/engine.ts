import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import * as messages from '@pulumi/pulumi/proto/resource_pb'
import { Empty } from 'google-protobuf/google/protobuf/empty_pb'
import { Struct } from 'google-protobuf/google/protobuf/struct_pb'

const load = createRequire(__filename)
const { ResourceMonitorService } = load('@pulumi/pulumi/proto/resource_grpc_pb') as {
  ResourceMonitorService: ServiceDefinition
}

type Values = Record<string, unknown>

/** A resource that a process has registered. */
export interface RegisteredResource {
  urn: string
  inputs: Values
  outputs: Values
  request: messages.RegisterResourceRequest
}

/** The part of Pulumi's engine that registers resources, for processes that create components. */
export class FakeEngine {
  readonly registered = new Map<string, RegisteredResource>()
  /** The resources that the engine does not register, by the end of their URN: it never responds, or fails with this error. */
  readonly refused = new Map<string, string | 'pending'>()

  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<FakeEngine> {
    const server = new Server()
    let engine!: FakeEngine
    const unary =
      <Q, R>(handle: (request: Q) => R | Error | undefined) =>
      ({ request }: ServerUnaryCall<Q, R>, callback: sendUnaryData<R>) => {
        const result = handle(request)
        if (result instanceof Error) callback(result)
        else if (result) callback(null, result)
      }
    const service: UntypedServiceImplementation = {
      supportsFeature: unary(() => new messages.SupportsFeatureResponse().setHassupport(true)),
      registerResource: unary((request: messages.RegisterResourceRequest) => engine.register(request)),
      registerResourceOutputs: unary((request: messages.RegisterResourceOutputsRequest) => {
        const values = request.getOutputs()?.toJavaScript() ?? {}
        Object.assign(engine.registered.get(request.getUrn())!.outputs, values)
        return new Empty()
      }),
    }
    server.addService(ResourceMonitorService, service)
    const port = await promisify(server.bindAsync.bind(server))('127.0.0.1:0', ServerCredentials.createInsecure())
    return (engine = new FakeEngine(`127.0.0.1:${port}`, server))
  }

  close(): void {
    this.server.forceShutdown()
  }

  /** The names of the registered resources with their types. */
  get names(): string[] {
    return [...this.registered.keys()].map((urn) => urn.replace('urn:pulumi:test::project::', '')).sort()
  }

  /** The registered resource with this name. */
  named(name: string): RegisteredResource {
    const found = [...this.registered.values()].find(({ urn }) => urn.endsWith(`::${name}`))
    if (!found) throw new Error(`${name} is not registered.`)
    return found
  }

  private register(request: messages.RegisterResourceRequest): messages.RegisterResourceResponse | Error | undefined {
    const refusal = this.refused.get(request.getName())
    if (refusal !== undefined) return refusal === 'pending' ? undefined : new Error(refusal)
    const [, , types = ''] = request.getParent().split('::')
    const urn = `urn:pulumi:test::project::${types ? `${types}$` : ''}${request.getType()}::${request.getName()}`
    const inputs = (request.getObject()?.toJavaScript() ?? {}) as Values
    const tokens = request.getType().endsWith('TriggerTokenSet') ? { tokens: { nightly: 'a-token' } } : {}
    this.registered.set(urn, { urn, inputs, outputs: {}, request })
    return new messages.RegisterResourceResponse()
      .setUrn(urn)
      .setId(request.getCustom() ? `id-of-${request.getName()}` : '')
      .setObject(Struct.fromJavaScript({ ...inputs, ...tokens }))
  }
}

/** The URNs that a property of a resource depends on. */
export const dependenciesOf = ({ request }: RegisteredResource, property: string): string[] =>
  request.getPropertydependenciesMap().get(property)?.getUrnsList() ?? []
