import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SingleBar } from 'cli-progress'
import { cliName, goModuleFolder, pinnedVersion } from './paths'
import { say } from './say'

const mainPackage = 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi'
const versionVariable = 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version'
const plainLineEveryMs = 20_000

/** Builds the pinned CLI with Go into `<folder>/bin`. @throws Error with the remedy, for example if Go is missing. */
export async function build(folder: string): Promise<void> {
  const version = pinnedVersion()
  say(`building the pulumi CLI ${version} with Go, once (about 4 minutes and 3 GB if Go's caches are empty)`)
  const packages = await go(['list', '-deps', mainPackage])
  const progress = startProgress(packages.length)
  try {
    await go(
      [
        ...['build', '-v', '-trimpath', '-ldflags', `-s -w -X ${versionVariable}=v${version}`],
        ...['-o', join(folder, 'bin', cliName), mainPackage],
      ],
      progress.compiled,
    )
  } finally {
    progress.stop()
  }
}

/** Runs Go in our module. Returns the lines of its output. */
function go(args: string[], onErrorLine: (line: string) => void = () => {}): Promise<string[]> {
  const output: string[] = []
  const errors: string[] = []
  return new Promise((resolve, reject) => {
    // Without cgo, Go needs no C compiler. The CLI does not need cgo.
    const env = { ...process.env, CGO_ENABLED: '0' }
    const child = spawn('go', args, { cwd: goModuleFolder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    createInterface(child.stdout).on('line', (line) => output.push(line))
    createInterface(child.stderr).on('line', (line) => {
      errors.push(line)
      onErrorLine(line)
    })
    child.on('error', (error) => reject(failure(error.message)))
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(failure(errors.slice(-20).join('\n')))))
  })
}

const remedies: [symptom: RegExp, remedy: string][] = [
  [/spawn go ENOENT/, 'Go is not installed. Install Go 1.25.11 or later (https://go.dev/dl/)'],
  [
    /requires go|toolchain not available|invalid go version|unknown directive/,
    'Go is too old. Install Go 1.25.11 or later (https://go.dev/dl/)',
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

/** Explains the end of Go's output, with the remedy. */
export function failure(output: string): Error {
  const remedy = remedies.find(([symptom]) => symptom.test(output))?.[1] ?? 'Check the output of Go below'
  return new Error(
    `No pulumi CLI was found, and none could be built. ${remedy}, or install the pulumi CLI 3.254 or later on PATH ` +
      `(https://www.pulumi.com/docs/install/).\nOutput of Go: ${output}`,
  )
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
