import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { SingleBar } from 'cli-progress'
import { cacheFolder, fillOnce } from './cache'
import { executable } from './paths'
import { say } from './say'

/** A program that Go builds from a module of this repository, which pins its version. */
export interface GoProgram {
  /** Its name in messages, such as `pulumi CLI 3.276.0`. */
  title: string
  /** File name without `.exe`. */
  name: string
  /** The folder with `go.mod`. */
  module: string
  /** The package to build; `.` is the module itself. */
  mainPackage: string
  /** A file that the program needs beside it, by its path from the package. */
  beside?: string
  /** Variables that the linker sets, by their complete names. */
  variables?: Record<string, string>
  /** How long the first build takes, and how much space it needs. */
  cost: string
  /** The first sentence of the error if the program cannot be built. */
  missing: string
  /** Another remedy, as an imperative. */
  alternative?: string
}

const plainLineEveryMs = 20_000

/**
 * Builds a program into the cache, unless it is there.
 *
 * @param key Names the folder in the cache: a new version needs a new key.
 * @returns its path
 * @throws Error with the remedy, for example if Go is missing.
 */
export async function builtOnce(program: GoProgram, key: string): Promise<string> {
  const folder = cached(key)
  await prepareOnce(program.title, folder, (into) => build(program, into))
  return join(folder, 'bin', executable(program.name))
}

/** Identifies the source of a program in the folder of its module, for the key of {@link builtOnce}. */
export function sourceHash(module: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(module).sort()) {
    if (/\.(go|mod|sum)$/.test(file)) hash.update(file).update(readFileSync(join(module, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** A folder in the cache for programs of this platform. */
export function cached(key: string): string {
  return join(cacheFolder(), `${key}-${process.platform}-${process.arch}`)
}

/** Fills a folder in the cache once, and prints how long it took. */
export async function prepareOnce(title: string, folder: string, make: (into: string) => Promise<void>): Promise<void> {
  const timed = async (into: string): Promise<void> => {
    const start = Date.now()
    await make(into)
    say(`the ${title} is ready after ${Math.round((Date.now() - start) / 1000)} s, cached in ${folder}`)
  }
  await fillOnce(folder, timed, () => say(`waiting for another process that prepares the ${title}`))
}

/** Builds a program with Go into `<folder>/bin`. @throws Error with the remedy, for example if Go is missing. */
export async function build(program: GoProgram, folder: string): Promise<void> {
  const { title, name, mainPackage, beside, variables = {}, cost } = program
  say(`building the ${title} with Go, once (${cost} if Go's caches are empty)`)
  const packages = await go(program, ['list', '-deps', mainPackage])
  const progress = startProgress(packages.length)
  const settings = Object.entries(variables).map(([variable, value]) => `-X ${variable}=${value}`)
  try {
    await go(
      program,
      [
        ...['build', '-v', '-trimpath', '-ldflags', ['-s -w', ...settings].join(' ')],
        ...['-o', join(folder, 'bin', executable(name)), mainPackage],
      ],
      progress.compiled,
    )
  } finally {
    progress.stop()
  }
  if (beside === undefined) return
  const [source = ''] = await go(program, ['list', '-f', '{{.Dir}}', mainPackage])
  await copyFile(join(source, beside), join(folder, 'bin', basename(beside)))
}

/** Runs Go in the module of a program. Returns the lines of its output. */
function go(program: GoProgram, args: string[], onErrorLine: (line: string) => void = () => {}): Promise<string[]> {
  const output: string[] = []
  const errors: string[] = []
  return new Promise((resolve, reject) => {
    // Without cgo, Go needs no C compiler. No program here needs cgo.
    const env = { ...process.env, CGO_ENABLED: '0' }
    const child = spawn('go', args, { cwd: program.module, env, stdio: ['ignore', 'pipe', 'pipe'] })
    createInterface(child.stdout).on('line', (line) => output.push(line))
    createInterface(child.stderr).on('line', (line) => {
      errors.push(line)
      onErrorLine(line)
    })
    child.on('error', (error) => reject(failure(program, error.message)))
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(failure(program, errors.slice(-20).join('\n')))))
  })
}

const notInstalled = /spawn go ENOENT/

const remedies: [symptom: RegExp, remedy: string][] = [
  [notInstalled, 'Go is not installed. Install Go 1.26.6 or later (https://go.dev/dl/)'],
  [
    /requires go|toolchain not available|invalid go version|unknown directive/,
    'Go is too old. Install Go 1.26.6 or later (https://go.dev/dl/)',
  ],
  [
    /no space left|quota exceeded/i,
    'The disk is full. Free 4 GB for the folders of `go env GOCACHE GOMODCACHE`, or use other folders',
  ],
  [
    /dial tcp|no such host|timeout|connection (?:refused|reset)|TLS|x509|proxyconnect|: [45]\d\d /,
    'Go modules cannot be downloaded. Check the network and the proxy of `go env GOPROXY`',
  ],
]

/** A program cannot be built, because Go is not installed. */
export class GoNotInstalled extends Error {}

/** Explains the end of Go's output, with the remedy. */
export function failure({ missing, alternative }: Pick<GoProgram, 'missing' | 'alternative'>, output: string): Error {
  const remedy = remedies.find(([symptom]) => symptom.test(output))?.[1] ?? 'Check the output of Go below'
  const message = `${missing} ${[remedy, alternative].filter(Boolean).join(', or ')}.\nOutput of Go: ${output}`
  return notInstalled.test(output) ? new GoNotInstalled(message) : new Error(message)
}

/** A progress bar on a terminal, otherwise plain lines. Go does not count packages from its cache. */
function startProgress(total: number): { compiled: (line: string) => void; stop: () => void } {
  const format = 'trueup: compiling [{bar}] {value} of {total} packages, {duration_formatted}'
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true })
  let done = 0
  const plain = setInterval(
    () => !process.stderr.isTTY && say(`compiled ${done} of ${total} packages`),
    plainLineEveryMs,
  )
  bar.start(total, 0)
  return {
    compiled(line) {
      // Go prints downloads between the names of packages.
      if (!line.startsWith('go: ')) bar.update(Math.min(++done, total))
    },
    stop() {
      clearInterval(plain)
      bar.stop()
    },
  }
}
