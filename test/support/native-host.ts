import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type Client,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import type { dynamic } from '@pulumi/pulumi'
import * as messages from '@pulumi/pulumi/proto/provider_pb'
import { Status } from '@pulumi/pulumi/proto/status_pb'
import { Struct } from 'google-protobuf/google/protobuf/struct_pb'
import { load } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf } from '../../provider/core/schema/provider-text'
import type { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { pulumiModules } from '../../provider/core/service/pulumi-modules'
import { ResourceError } from '../../provider/core/service/resource-error'
import { ResourceProvider } from '../../provider/native/resource-provider'
import { withSecrets } from '../../provider/native/secrets'
import { providerService } from '../../provider/native/service'
import { received } from '../../provider/native/values'

type Calls = Client &
  Record<
    string,
    (request: object, metadata: Metadata, callback: (error: ServiceError | null, response: unknown) => void) => void
  >
type Handler = (
  call: ServerUnaryCall<object, unknown>,
  callback: (error: Partial<ServiceError> | null, response?: unknown) => void,
) => void

/** The plugins of a test process. All are served at one port; a header says which one a call is for. */
const plugins = new Map<string, UntypedServiceImplementation>()
let server: Server | undefined
let client: Promise<Calls> | undefined

async function connected(): Promise<Calls> {
  const definition = pulumiModules.providerService().ResourceProviderService
  server = new Server()
  server.addService(
    definition,
    Object.fromEntries(
      Object.keys(definition).map((method) => {
        const handle: Handler = (call, callback) =>
          (plugins.get(String(call.metadata.get('plugin')[0]))?.[method] as Handler)(call, callback)
        return [method, handle]
      }),
    ),
  )
  const port = await promisify(server.bindAsync.bind(server))('127.0.0.1:0', ServerCredentials.createInsecure())
  const Service = makeGenericClientConstructor(definition, 'ResourceProvider')
  return new Service(`127.0.0.1:${port}`, credentials.createInsecure()) as unknown as Calls
}

/** Ends all processes of the plugin. */
export async function endPlugins(): Promise<void> {
  ;(await client)?.close()
  server?.forceShutdown()
  client = undefined
}

/** The provider of a kind in a process of the plugin, called through Pulumi's protocol over a socket. */
export class NativeHost implements dynamic.ResourceProvider<Json, Json> {
  private constructor(
    private readonly plugin: string,
    private readonly kind: string,
    private readonly name = 'unnamed',
  ) {}

  /** Starts a process of the plugin. */
  static start(kind: string, connectTo: () => Connection, operation = new EngineOperation()): NativeHost {
    const plugin = randomUUID()
    const provider = new ResourceProvider(connectTo, operation)
    provider.configure('default', {})
    plugins.set(
      plugin,
      providerService(() => provider, { schema: () => '{}', version: '0.0.0' }),
    )
    return new NativeHost(plugin, kind)
  }

  /** Another kind in the same process. */
  ofKind(kind: string): NativeHost {
    return new NativeHost(this.plugin, kind, this.name)
  }

  /** A resource in the same process, by its name in the program. */
  named(name: string): NativeHost {
    return new NativeHost(this.plugin, this.kind, name)
  }

  private get urn(): string {
    return `urn:pulumi:dev::test::${nativeTypeOf(this.kind)}::${this.name}`
  }

  async check(olds: Json, news: Json): Promise<dynamic.CheckResult<Json>> {
    const request = new messages.CheckRequest().setUrn(this.urn).setOlds(this.struct(olds)).setNews(this.struct(news))
    const response = await this.call<messages.CheckResponse>('check', request)
    return {
      inputs: json(response.getInputs()),
      failures: response.getFailuresList().map((failure) => failure.toObject()),
    }
  }

  async diff(id: string, olds: Json, news: Json): Promise<dynamic.DiffResult> {
    const request = new messages.DiffRequest().setUrn(this.urn).setId(id)
    const response = await this.call<messages.DiffResponse>(
      'diff',
      request.setOlds(this.struct(olds)).setNews(this.struct(news)),
    )
    const { DIFF_UNKNOWN, DIFF_SOME } = messages.DiffResponse.DiffChanges
    const changes = response.getChanges()
    if (changes !== DIFF_UNKNOWN) return { changes: changes === DIFF_SOME }
    return { replaces: response.getReplacesList(), deleteBeforeReplace: response.getDeletebeforereplace() }
  }

  async create(inputs: Json): Promise<dynamic.CreateResult<Json>> {
    const request = new messages.CreateRequest().setUrn(this.urn).setProperties(this.struct(inputs))
    const response = await this.call<messages.CreateResponse>('create', request)
    return { id: response.getId(), outs: json(response.getProperties()) }
  }

  async read(id: string, props: Json = {}): Promise<dynamic.ReadResult<Json>> {
    const request = new messages.ReadRequest().setUrn(this.urn).setId(id).setProperties(this.struct(props))
    const response = await this.call<messages.ReadResponse>('read', request)
    if (response.getId() === '') return {}
    return { id: response.getId(), props: json(response.getProperties()), inputs: json(response.getInputs()) }
  }

  async update(id: string, olds: Json, news: Json): Promise<dynamic.UpdateResult<Json>> {
    const request = new messages.UpdateRequest().setUrn(this.urn).setId(id)
    const response = await this.call<messages.UpdateResponse>(
      'update',
      request.setOlds(this.struct(olds)).setNews(this.struct(news)),
    )
    return { outs: json(response.getProperties()) }
  }

  async delete(id: string, props: Json): Promise<void> {
    await this.call('delete', new messages.DeleteRequest().setUrn(this.urn).setId(id).setProperties(this.struct(props)))
  }

  /** Values of a state or a program, with secrets marked as Pulumi stores them. */
  private struct(values: Json): Struct {
    return Struct.fromJavaScript(withSecrets(load(this.kind), values) as never)
  }

  private async call<R>(method: string, request: object): Promise<R> {
    const calls = await (client ??= connected())
    const metadata = new Metadata()
    metadata.set('plugin', this.plugin)
    return new Promise<R>((resolve, reject) =>
      calls[method]!(request, metadata, (error, response) =>
        error ? reject(failureOf(error)) : resolve(response as R),
      ),
    )
  }
}

const json = (values: Struct | undefined): Json => received(values?.toJavaScript() ?? {}).values

/** The error of a call, with the state of an object that exists. The protocol has no classes of errors. */
function failureOf({ details, metadata }: ServiceError): Error {
  const [bytes] = metadata.get('grpc-status-details-bin')
  const [packed] = bytes ? Status.deserializeBinary(bytes as Buffer).getDetailsList() : []
  const error = new ResourceError(details)
  if (!packed) return error
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(packed.getValue_asU8())
  return Object.assign(error, {
    id: failed.getId(),
    properties: json(failed.getProperties()),
    reasons: failed.getReasonsList(),
  })
}
