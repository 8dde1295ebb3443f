import { createRequire } from 'node:module'
import type { ServiceDefinition } from '@grpc/grpc-js'

/** Resolved from Pulumi, because a process must use one copy of gRPC, which is not a dependency of this package. */
const load = (module: string): unknown =>
  createRequire(createRequire(__filename).resolve('@pulumi/pulumi/package.json'))(module)

/** Pulumi's protocol, and the libraries that it uses. Loaded on demand, because most processes need few of them. */
export const pulumiModules = {
  grpc: () => load('@grpc/grpc-js') as typeof import('@grpc/grpc-js'),
  engine: () => load('./proto/engine_pb') as typeof import('@pulumi/pulumi/proto/engine_pb'),
  engineService: () => load('./proto/engine_grpc_pb') as typeof import('@pulumi/pulumi/proto/engine_grpc_pb'),
  provider: () => load('./proto/provider_pb') as typeof import('@pulumi/pulumi/proto/provider_pb'),
  providerService: () => load('./proto/provider_grpc_pb') as { ResourceProviderService: ServiceDefinition },
  plugin: () => load('./proto/plugin_pb') as typeof import('@pulumi/pulumi/proto/plugin_pb'),
  status: () => load('./proto/status_pb') as typeof import('@pulumi/pulumi/proto/status_pb'),
  any: () => load('google-protobuf/google/protobuf/any_pb') as typeof import('google-protobuf/google/protobuf/any_pb'),
  empty: () =>
    load('google-protobuf/google/protobuf/empty_pb') as typeof import('google-protobuf/google/protobuf/empty_pb'),
  struct: () =>
    load('google-protobuf/google/protobuf/struct_pb') as typeof import('google-protobuf/google/protobuf/struct_pb'),
}
