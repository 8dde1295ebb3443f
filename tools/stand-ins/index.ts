/**
 * A stand-in for Pulumi's `pulumi-language-<language>`, for tests and the demo on machines where the official one is not
 * installed. It runs programs, and source plugins in TypeScript and JavaScript. It does not generate code.
 *
 * The CLI starts it with the engine's address, reads the port of its gRPC server from the first line of stdout and
 * closes it with the operation. Our launcher adds the language as the first argument.
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
import { go } from './go'
import { bun, nodejs } from './nodejs'
import { python } from './python'
import { runOf, type Runtime } from './runtime'

/** The exit code of a program that has already printed its error. */
const alreadyReported = 32

const runtimes: Record<string, Runtime> = { nodejs, bun, python, go }
const [language = '', ...engineArguments] = process.argv.slice(2)
const runtime = runtimes[language]
if (!runtime) throw new Error(`The language must be one of ${Object.keys(runtimes).join(', ')} (got ${language}).`)

const host = {
  handshake: unary(() => new LanguageHandshakeResponse()),
  getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
  about: unary(() => new AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  // The engine finds plugins when a resource first needs them.
  getRequiredPackages: unary(() => new GetRequiredPackagesResponse()),
  getProgramDependencies: unary(() => new GetProgramDependenciesResponse()),
  run: unary((request: RunRequest) => run(request, runtime)),
  installDependencies: stream(async (call) => {
    const folder = call.request.getDirectory()
    if (!runtime.install)
      throw new Error(`Install all of Pulumi to install the dependencies of programs in ${language}.`)
    const { command, args } = runtime.install(call.request.getInfo()?.getOptions()?.toJavaScript() ?? {})
    const [code] = await pipe(start(command, args, folder), (out, err) =>
      call.write(new InstallDependenciesResponse().setStdout(out).setStderr(err)),
    )
    if (code !== 0) throw new Error(`${[command, ...args].join(' ')} in ${folder} ended with exit code ${code}.`)
  }),
  runPlugin: stream(async (call) => {
    if (!runtime.plugin) throw new Error(`Install all of Pulumi to run plugins in ${language}.`)
    const { command, args, cwd, env } = runtime.plugin(call.request)
    const [code] = await pipe(start(command, args, cwd, env), (out, err) =>
      call.write(out.length ? new RunPluginResponse().setStdout(out) : new RunPluginResponse().setStderr(err)),
    )
    call.write(new RunPluginResponse().setExitcode(code ?? 1))
  }),
  cancel: unary(() => {
    stopChildren()
    return new Empty()
  }),
} satisfies Partial<ILanguageRuntimeServer>

/** Runs the program of a project. */
async function run(request: RunRequest, runtime: Runtime): Promise<RunResponse> {
  const engine = engineArguments.findLast((argument) => !argument.startsWith('-')) ?? ''
  const { command, args, env, cleanUp } = await runtime.program(runOf(request, engine))
  const child = start(command, args, request.getPwd(), env)
  // The engine reads our output, and shows it to the user.
  const [code, signal] = await pipe(child, (out, err) => (process.stdout.write(out), process.stderr.write(err)))
  cleanUp?.()
  if (code === alreadyReported) return new RunResponse().setBail(true)
  return new RunResponse().setError(code === 0 ? '' : `The program exited with ${signal ?? `exit code ${code}`}.`)
}

function unary<Q, R>(work: (request: Q) => R | Promise<R>): handleUnaryCall<Q, R> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(work)
      .then((response) => callback(null, response), callback)
  }
}

function stream<Q, R>(work: (call: ServerWritableStream<Q, R>) => Promise<void>): handleServerStreamingCall<Q, R> {
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
