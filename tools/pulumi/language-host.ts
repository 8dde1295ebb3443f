/**
 * A stand-in for Pulumi's `pulumi-language-nodejs`, for tests and the demo on machines where the official one is not
 * installed. It runs programs and source plugins. It does not generate code.
 *
 * The CLI starts it with the engine's address, reads the port of its gRPC server from the first line of stdout and
 * closes it with the operation.
 */
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
} from '@grpc/grpc-js'
import { type ILanguageRuntimeServer, LanguageRuntimeService } from '@pulumi/pulumi/proto/language_grpc_pb'
import {
  AboutResponse,
  GetProgramDependenciesResponse,
  GetRequiredPackagesResponse,
  InstallDependenciesResponse,
  LanguageHandshakeResponse,
  RunPluginResponse,
  type RunRequest,
  RunResponse,
} from '@pulumi/pulumi/proto/language_pb'
import { PluginInfo } from '@pulumi/pulumi/proto/plugin_pb'
import { version } from '@pulumi/pulumi/version'
import { Empty } from 'google-protobuf/google/protobuf/empty_pb'
import { pipe, start, stopChildren } from './children'

/** The exit code of a program that has already printed its error. */
const alreadyReported = 32

const host = {
  handshake: answer(() => new LanguageHandshakeResponse()),
  getPluginInfo: answer(() => new PluginInfo().setVersion(version)),
  about: answer(() => new AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  // The engine finds plugins when a resource first needs them.
  getRequiredPackages: answer(() => new GetRequiredPackagesResponse()),
  getProgramDependencies: answer(() => new GetProgramDependenciesResponse()),
  run: answer(run),
  installDependencies: stream(async (call) => {
    const folder = call.request.getDirectory()
    const [code] = await pipe(start('npm', ['install'], folder), (out, err) =>
      call.write(new InstallDependenciesResponse().setStdout(out).setStderr(err)),
    )
    if (code !== 0) throw new Error(`npm install in ${folder} ended with exit code ${code}.`)
  }),
  runPlugin: stream(async (call) => {
    const { request } = call
    const folder = request.getInfo()?.getProgramDirectory() || request.getProgram()
    const isPolicy = request.getKind() === 'analyzer'
    const args = isPolicy ? [...request.getArgsList(), folder] : [folder, ...request.getArgsList()]
    const entry = resolveFrom(folder, isPolicy ? 'run-policy-pack' : 'run-plugin')
    const env = Object.fromEntries(request.getEnvList().map((pair) => pair.split(/=(.*)/s, 2)))
    const child = start(process.execPath, [entry, ...args], isPolicy ? folder : request.getPwd(), env)
    const [code] = await pipe(child, (out, err) =>
      call.write(out.length ? new RunPluginResponse().setStdout(out) : new RunPluginResponse().setStderr(err)),
    )
    call.write(new RunPluginResponse().setExitcode(code ?? 1))
  }),
  cancel: answer(() => {
    stopChildren()
    return new Empty()
  }),
} satisfies Partial<ILanguageRuntimeServer>

/** Runs the program of a project like the loader of the SDK, including TypeScript and ES modules. */
async function run(request: RunRequest): Promise<RunResponse> {
  const info = request.getInfo()
  const options = info?.getOptions()?.toJavaScript() ?? {}
  const flags: Record<string, string> = {
    monitor: request.getMonitorAddress(),
    engine: process.argv.slice(2).findLast((argument) => !argument.startsWith('-')) ?? '',
    organization: request.getOrganization(),
    project: request.getProject(),
    'root-directory': info?.getRootDirectory() ?? '',
    stack: request.getStack(),
    pwd: request.getPwd(),
    parallel: String(request.getParallel()),
  }
  const args = [
    ...String(options['nodeargs'] ?? '')
      .split(/\s+/)
      .filter(Boolean),
    resolveFrom(info?.getProgramDirectory() || request.getPwd(), 'run'),
    ...Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
    ...(request.getDryrun() ? ['--dry-run'] : []),
    request.getProgram() || '.',
    ...request.getArgsList(),
  ]
  const child = start(process.execPath, args, request.getPwd(), {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toArray())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    PULUMI_NODEJS_TYPESCRIPT: String(options['typescript'] !== false),
    ...(options['tsconfig'] ? { PULUMI_NODEJS_TSCONFIG_PATH: String(options['tsconfig']) } : {}),
  })
  // The engine reads our output, and shows it to the user.
  const [code, signal] = await pipe(child, (out, err) => (process.stdout.write(out), process.stderr.write(err)))
  if (code === alreadyReported) return new RunResponse().setBail(true)
  return new RunResponse().setError(code === 0 ? '' : `The program exited with ${signal ?? `exit code ${code}`}.`)
}

/** The program runs with its own copy of the SDK. */
function resolveFrom(folder: string, command: string): string {
  try {
    return require.resolve(`@pulumi/pulumi/cmd/${command}`, { paths: [folder] })
  } catch {
    throw new Error(`@pulumi/pulumi is not installed in ${folder}. Run npm install there.`)
  }
}

function answer<Q, A>(work: (request: Q) => A | Promise<A>): handleUnaryCall<Q, A> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(work)
      .then((response) => callback(null, response), callback)
  }
}

function stream<Q, A>(work: (call: ServerWritableStream<Q, A>) => Promise<void>): handleServerStreamingCall<Q, A> {
  return (call) => {
    work(call).then(
      () => call.end(),
      (error: Error) => call.emit('error', error),
    )
  }
}

const server = new Server()
server.addService(LanguageRuntimeService, host)
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  process.stdout.write(`${port}\n`)
})

// A killed CLI does not close its connections.
const parent = process.ppid
setInterval(() => {
  if (process.ppid === parent) return
  stopChildren()
  process.exit(1)
}, 2_000).unref()
