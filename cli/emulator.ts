import { type Command, InvalidArgumentError, Option } from 'commander'
import { type EmulatorOptions, type RequestRecord } from '../emulator'
import { visible } from './shared/characters'

interface Flags {
  port: number
  host: string
  flavor: 'spec' | 'gitlab'
  tier: 'ce' | 'free' | 'premium' | 'ultimate'
  data?: string
  world?: string
  latency: number
  rateLimit?: number
  quiet?: boolean
}

const help = `
Exit codes: 0 it was interrupted, 1 it could not start, 64 usage error.

Example:
  $ trueup emulator --port 8080 --data world.json --rate-limit 600/min
`

/** `trueup emulator`: serves the API from memory until it is interrupted. */
export function emulator(program: Command): void {
  program
    .command('emulator')
    .description('serve an emulated API on this machine, with a small world to try things in')
    .option('--port <port>', 'port to listen on; 0 finds a free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--flavor <flavor>', 'follow the specification first, or GitLab where the two differ')
        .choices(['spec', 'gitlab'])
        .default('spec'),
    )
    .addOption(
      new Option('--tier <tier>', 'which paid features are on')
        .choices(['ce', 'free', 'premium', 'ultimate'])
        .default('ultimate'),
    )
    .option('--world <file>', 'start with the users, groups and projects of this YAML file')
    .option('--data <file>', 'keep everything in this file across restarts')
    .option('--latency <ms>', 'let every request wait this long', wholeNumber(0, 600_000), 0)
    .option('--rate-limit <n/min>', 'answer 429 to more requests a minute than this, for each token', perMinute)
    .option('--quiet', 'print nothing but the address')
    .addHelpText('after', help)
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  // Loaded when it is asked for: other commands need not wait for that.
  const { startEmulator } = await import('../emulator/index.js')
  const running = await startEmulator(optionsOf(flags, print))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close())
  print(`trueup emulator listening on ${running.url}`)
  if (!flags.quiet) print(greeting(running.url, flags.world === undefined ? seed : yours))
}

function optionsOf(flags: Flags, print: (line: string) => void): EmulatorOptions {
  const { port, host, flavor, tier, data, world, latency: latencyMs, rateLimit, quiet } = flags
  return {
    port,
    host,
    flavor,
    tier,
    latencyMs,
    onWarning: (message) => void process.stderr.write(`Warning: ${message}\n`),
    ...(data !== undefined && { data }),
    ...(world !== undefined && { world }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(!quiet && { onRequest: (record) => print(lineOf(record)) }),
  }
}

const seed = {
  tokens: `emulator-root (administrator), emulator-owner, emulator-maintainer, emulator-developer,
            emulator-reporter, emulator-guest, emulator-outsider, emulator-readonly`,
  projects: 'acme/web, acme/api, acme/platform/infra',
  request: ['emulator-maintainer', '/projects/acme%2Fweb/labels'],
}
const yours = {
  tokens: 'those of your world; emulator-<username> by default',
  projects: 'those of your world',
  request: ['emulator-root', '/projects'],
}

const greeting = (url: string, { tokens, projects, request: [token, path] }: typeof seed): string => `
  Tokens    ${tokens}
  Projects  ${projects}
  Try       curl -H 'PRIVATE-TOKEN: ${token}' ${url}/api/v4${path}
  Control   ${url}/-/requests, /-/faults, /-/clock, /-/state, /-/health

  Requests follow; Ctrl-C ends.
`

const lineOf = ({ method, path, status, actor, unused }: RequestRecord): string =>
  visible(
    `${status || 'cut'} ${method} ${path}${actor === null ? '' : ` (${actor})`}` +
      `${unused ? `, without effect: ${unused.join(', ')}` : ''}`,
  )

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
  }
}

function perMinute(text: string): number {
  const digits = /^([1-9]\d*)(?:\/min)?$/i.exec(text)?.[1]
  if (digits) return Number(digits)
  throw new InvalidArgumentError('It is a number of requests a minute, such as 600/min.')
}
