import { type Command, InvalidArgumentError, Option } from 'commander'
import type { EmulatorOptions, RequestRecord } from '../emulator'
import { integer } from './shared/argument-types'
import { visible } from './shared/characters'

interface Flags {
  port: number
  host: string
  flavor: 'spec' | 'gitlab'
  tier: 'ce' | 'free' | 'premium' | 'ultimate'
  release: '18.9' | '19.3'
  data?: string
  world?: string
  latency: number
  rateLimit?: number
  cors?: boolean
  quiet?: boolean
}

const help = `
Exit codes: 0 interrupted by a signal, 1 could not start, 64 usage error.

Example:
  $ trueup emulator --port 8080 --data world.json --rate-limit 600/min
`

/** `trueup emulator` serves an emulated API from memory until it is interrupted. */
export function emulator(program: Command): void {
  program
    .command('emulator')
    .description('serve an emulated API on this machine, with sample users and projects')
    .option('--port <port>', 'port to listen on; 0 selects a free port', integer(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--flavor <flavor>', 'behavior where the specification and GitLab differ')
        .choices(['gitlab', 'spec'])
        .default('gitlab'),
    )
    .addOption(
      new Option('--tier <tier>', 'edition or tier with the enabled features')
        .choices(['ce', 'free', 'premium', 'ultimate'])
        .default('ultimate'),
    )
    .addOption(
      new Option('--release <release>', 'release of GitLab whose behavior the flavor gitlab has')
        .choices(['18.9', '19.3'])
        .default('19.3'),
    )
    .option('--world <file>', 'YAML file with the users, groups and projects to start with')
    .option('--data <file>', 'file that stores all data across restarts')
    .option('--latency <ms>', 'delay of each response in milliseconds', integer(0, 600_000), 0)
    .option('--rate-limit <n/min>', 'requests per minute and token; more requests get status 429', perMinute)
    .option('--cors', 'allow pages of all sites to use the API, as GitLab does')
    .option('--quiet', 'print only the address')
    .addHelpText('after', help)
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  // Loaded on demand, so that other commands start faster.
  const { startEmulator } = await import('../emulator/index.js')
  const running = await startEmulator(optionsOf(flags, print))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close())
  print(`trueup emulator listening on ${running.url}`)
  if (!flags.quiet) print(greeting(running.url, flags.world === undefined ? sampleWorld : ownWorld))
}

function optionsOf(flags: Flags, print: (line: string) => void): EmulatorOptions {
  const { port, host, flavor, tier, release, data, world, latency: latencyMs, rateLimit, cors, quiet } = flags
  return {
    port,
    host,
    flavor,
    tier,
    release,
    latencyMs,
    onWarning: (message) => void process.stderr.write(`Warning: ${message}\n`),
    ...(data !== undefined && { data }),
    ...(world !== undefined && { world }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(cors && { cors }),
    ...(!quiet && { onRequest: (record) => print(lineOf(record)) }),
  }
}

const sampleWorld = {
  tokens: `emulator-root (administrator), emulator-owner, emulator-maintainer, emulator-developer,
            emulator-reporter, emulator-guest, emulator-outsider, emulator-readonly`,
  projects: 'acme/web, acme/api, acme/platform/infra',
  request: ['emulator-maintainer', '/projects/acme%2Fweb/labels'],
}
const ownWorld = {
  tokens: 'from your world file; emulator-<username> by default',
  projects: 'from your world file',
  request: ['emulator-root', '/projects'],
}

const greeting = (url: string, { tokens, projects, request: [token, path] }: typeof sampleWorld): string => `
  Tokens    ${tokens}
  Projects  ${projects}
  Try       curl -H 'PRIVATE-TOKEN: ${token}' ${url}/api/v4${path}
  Control   ${url}/-/requests, /-/faults, /-/clock, /-/state, /-/health

  Requests are listed below. Press Ctrl-C to stop.
`

const lineOf = ({ method, path, status, actor, unused }: RequestRecord): string =>
  visible(
    `${status || 'cut'} ${method} ${path}${actor === null ? '' : ` (${actor})`}` +
      `${unused ? `, ignored: ${unused.join(', ')}` : ''}`,
  )

function perMinute(text: string): number {
  const digits = /^([1-9]\d*)(?:\/min)?$/i.exec(text)?.[1]
  if (digits) return Number(digits)
  throw new InvalidArgumentError('It must be a number of requests per minute, such as 600/min.')
}
