import { setImmediate } from 'node:timers/promises'
import type { sendUnaryData, ServerUnaryCall, ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js'
import type { PluginAttach } from '@pulumi/pulumi/proto/plugin_pb'
import type * as requests from '@pulumi/pulumi/proto/provider_pb'
import type { Difference } from '../core/engine/verbs'
import { engineAddress, useEngine } from '../core/service/log'
import { pulumiModules } from '../core/service/pulumi-modules'
import { InitFailed } from '../core/service/resource-error'
import { CallsInProgress } from './calls-in-progress'
import { Cancellation } from './cancellation'
import type { ResourceProvider } from './resource-provider'
import { json, struct } from './struct'
import { partsOfUrn } from './urn'

/** A package that the plugin serves. */
export interface Package {
  /** Reads its Pulumi schema, as JSON. Few calls of the engine need it. */
  schema(): string
  readonly version: string
}

/** Pulumi's provider protocol for the resources and functions of the package. Each operation has its own provider. */
export function providerService(
  newProvider: () => ResourceProvider,
  { schema, version }: Package,
  calls = new CallsInProgress(),
): UntypedServiceImplementation {
  const messages = pulumiModules.provider()
  const { Empty } = pulumiModules.empty()
  const { PluginInfo } = pulumiModules.plugin()
  // Created on demand: a process that only returns the schema needs none.
  let created: ResourceProvider | undefined
  const provider = (): ResourceProvider => (created ??= newProvider())
  let operation = new Cancellation()

  /** Serves the operation of an engine. A process that engines attach to serves several, one after another. */
  const serveEngine = (address: string): void => {
    if (!useEngine(address)) return
    created = undefined
    operation = new Cancellation()
  }

  /** Handles a kind of call. Calls start in the order in which they arrive. */
  const unary =
    <Q, R>(work: (request: Q) => R | Promise<R>) =>
    (call: ServerUnaryCall<Q, R>, callback: sendUnaryData<R>): void => {
      calls
        .during(async () => work(call.request))
        .then(
          (response) => callback(null, response),
          (error: unknown) => callback(serviceError(error)),
        )
    }

  const failuresOf = (reasons: readonly string[]): requests.CheckFailure[] =>
    reasons.map((reason) => new messages.CheckFailure().setReason(reason))

  return {
    handshake: unary((request: requests.ProviderHandshakeRequest) => {
      serveEngine(request.getEngineAddress())
      return new messages.ProviderHandshakeResponse()
        .setAcceptSecrets(true)
        .setAcceptResources(false)
        .setAcceptOutputs(false)
        .setSupportsAutonamingConfiguration(false)
    }),
    attach: unary((request: PluginAttach) => {
      serveEngine(request.getAddress())
      return new Empty()
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary((request: requests.GetSchemaRequest) => {
      if (request.getVersion() !== 0) throw new Error(`The schema version ${request.getVersion()} is not supported.`)
      return new messages.GetSchemaResponse().setSchema(schema())
    }),
    getMapping: unary(() => new messages.GetMappingResponse()),
    getMappings: unary(() => new messages.GetMappingsResponse()),
    // Pulumi also sends it at the end of each operation. The engine waits for requests that have no response yet, but
    // not for components. Their responses must be sent before this one, because the engine then closes the connection.
    cancel: unary(async () => {
      operation.cancel()
      await setImmediate()
      return new Empty()
    }),

    checkConfig: unary((request: requests.CheckRequest) => {
      const { inputs, failures } = provider().checkConfig(request.getUrn(), json(request.getNews()))
      return new messages.CheckResponse().setInputs(struct(inputs)).setFailuresList(failuresOf(failures))
    }),
    // Never replaces the provider, because Pulumi then also replaces its resources. If the base URL has changed, the
    // operation of each resource reports that its object is on another service.
    diffConfig: unary(() => new messages.DiffResponse()),
    configure: unary((request: requests.ConfigureRequest) => {
      provider().configure(request.getName() ?? partsOfUrn(request.getUrn() ?? '').name, json(request.getArgs()))
      return new messages.ConfigureResponse()
        .setAcceptsecrets(true)
        .setSupportspreview(true)
        .setAcceptresources(false)
        .setAcceptoutputs(false)
    }),

    check: unary((request: requests.CheckRequest) => {
      const { inputs, failures } = provider().check(request.getUrn(), json(request.getOlds()), json(request.getNews()))
      return new messages.CheckResponse().setInputs(struct(inputs)).setFailuresList(failuresOf(failures))
    }),
    diff: unary(async (request: requests.DiffRequest) => {
      const [olds, news] = [json(request.getOlds()), json(request.getNews())]
      const { DiffChanges } = messages.DiffResponse
      const difference: Difference = await provider().diff(
        request.getUrn(),
        request.getId(),
        olds,
        news,
        json(request.getOldInputs()),
        { ignoreChanges: request.getIgnorechangesList() },
      )
      const response = new messages.DiffResponse()
      if ('changes' in difference) {
        for (const name of difference.displayed ?? []) {
          const { UPDATE } = messages.PropertyDiff.Kind
          response.getDetaileddiffMap().set(name, new messages.PropertyDiff().setKind(UPDATE).setInputdiff(true))
        }
        return response
          .setChanges(difference.changes ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE)
          .setHasdetaileddiff(difference.displayed !== undefined)
      }
      // The engine compares the inputs itself, and displays the differences.
      return response
        .setChanges(DiffChanges.DIFF_UNKNOWN)
        .setReplacesList(difference.replaces)
        .setDeletebeforereplace(difference.deleteBeforeReplace)
    }),
    create: unary(async (request: requests.CreateRequest) => {
      const { id, outs } = await provider().create(
        request.getUrn(),
        json(request.getProperties()),
        request.getPreview(),
      )
      return new messages.CreateResponse().setId(id).setProperties(struct(outs))
    }),
    read: unary(async (request: requests.ReadRequest) => {
      const [state, inputs] = [json(request.getProperties()), json(request.getInputs())]
      const found = await provider().read(request.getUrn(), request.getId(), state, inputs)
      // Without an id in the response, Pulumi considers the object deleted.
      if (!found) return new messages.ReadResponse()
      return new messages.ReadResponse()
        .setId(found.id)
        .setProperties(struct(found.outs))
        .setInputs(struct(found.inputs))
    }),
    update: unary(async (request: requests.UpdateRequest) => {
      const [olds, news] = [json(request.getOlds()), json(request.getNews())]
      const [urn, id, inputs] = [request.getUrn(), request.getId(), json(request.getOldInputs())]
      const outs = await provider().update(urn, id, olds, news, request.getPreview(), inputs)
      return new messages.UpdateResponse().setProperties(struct(outs))
    }),
    delete: unary(async (request: requests.DeleteRequest) => {
      await provider().delete(request.getUrn(), request.getId(), json(request.getProperties()))
      return new Empty()
    }),
    construct: unary(async (request: requests.ConstructRequest) => {
      const engine = engineAddress()
      if (engine === undefined) throw new Error("Components require the address of Pulumi's engine.")
      // Loaded on demand: most programs have no components.
      const { construct } = await import('./construct.js')
      return construct(request, engine, operation)
    }),
    invoke: unary(async (request: requests.InvokeRequest) => {
      // Loaded on demand, like components.
      const { invoke } = require('./functions') as typeof import('./functions')
      const result = await invoke(request.getTok(), json(request.getArgs()), provider().connection)
      return new messages.InvokeResponse().setReturn(struct(result))
    }),
  }
}

/** The error that the engine displays. Of an object that exists, it contains the state. */
function serviceError(error: unknown): Partial<ServiceError> {
  const { status, Metadata } = pulumiModules.grpc()
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof InitFailed)) return { code: status.UNKNOWN, details: message }
  const { ErrorResourceInitFailed } = pulumiModules.provider()
  const detail = new ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(struct(error.properties))
    .setReasonsList(error.reasons)
  const packed = new (pulumiModules.any().Any)()
  packed.pack(detail.serializeBinary(), 'pulumirpc.ErrorResourceInitFailed')
  const response = new (pulumiModules.status().Status)().setCode(status.UNKNOWN).setMessage(message)
  response.addDetails(packed)
  const metadata = new Metadata()
  metadata.add('grpc-status-details-bin', Buffer.from(response.serializeBinary()))
  return { code: status.UNKNOWN, details: message, metadata }
}
