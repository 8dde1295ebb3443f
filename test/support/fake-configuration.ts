import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** A call of the fake `pulumi`. */
export interface Call {
  args: string[]
  /** The standard input, if the command reads it. */
  input?: string
}

type Configuration = Record<string, { value: string; secret: boolean }>

/** Keeps the configuration of stacks in files, and records all calls. */
const script = (folder: string) => `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const after = (flag) => args[args.indexOf(flag) + 1]
const folder = ${JSON.stringify(folder)}
const file = folder + '/stack-' + after('--stack') + '.json'
const fails = (message) => {
  fs.writeSync(2, 'error: ' + message + '\\n')
  process.exit(255)
}
const call = { args }
const command = args.slice(0, 2).join(' ')
if (command === 'config set') call.input = fs.readFileSync(0, 'utf8')
fs.appendFileSync(folder + '/calls', JSON.stringify(call) + '\\n')
if (command === 'stack init') fs.writeFileSync(file, '{}')
else if (command === 'stack --show-name') console.log('selected')
else if (args[0] === 'whoami') console.log('tester')
else {
  if (!fs.existsSync(file)) fails("no stack named '" + after('--stack') + "' found")
  const configuration = JSON.parse(fs.readFileSync(file, 'utf8'))
  if (command === 'config --json') console.log(JSON.stringify(configuration))
  else if (command === 'config set') {
    const key = args[args.indexOf('--non-interactive') - 1]
    if (fs.existsSync(folder + '/fails') && key === fs.readFileSync(folder + '/fails', 'utf8'))
      fails('the passphrase does not fit ' + call.input)
    const value = args.includes('--raw') ? call.input : call.input.replace(/\\r?\\n$/, '')
    configuration['acme-web:' + key] = { value, secret: args.includes('--secret') }
    fs.writeFileSync(file, JSON.stringify(configuration))
  } else fails('unexpected ' + args.join(' '))
}
`

/** The configuration of stacks of a fake `pulumi`, for a program of `acme/web`. Each test begins without stacks. */
export function useFakeConfiguration() {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trueup-configuration-'))
    writeFileSync(join(folder, 'pulumi'), script(folder))
    chmodSync(join(folder, 'pulumi'), 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const calls = (): Call[] => {
    if (!existsSync(join(folder, 'calls'))) return []
    const lines = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Call)
  }
  return {
    /** A `PATH` with the fake `pulumi`. */
    get path() {
      return [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    },
    calls,
    /** The keys that were set, in order. */
    keysSet: () =>
      calls().flatMap(({ args }) => (args[1] === 'set' ? [args[args.indexOf('--non-interactive') - 1]!] : [])),
    forgetCalls: () => rmSync(join(folder, 'calls'), { force: true }),
    /** The values of a stack by key. All must be secrets. */
    secretsOf(stack: string): Record<string, string> {
      const stored = JSON.parse(readFileSync(join(folder, `stack-${stack}.json`), 'utf8')) as Configuration
      expect(Object.values(stored).filter(({ secret }) => !secret)).toEqual([])
      return Object.fromEntries(Object.entries(stored).map(([key, { value }]) => [key.replace('acme-web:', ''), value]))
    },
    /** Lets the command that sets a key fail, with its value in the error. */
    failAt: (key: string) => writeFileSync(join(folder, 'fails'), key),
    repair: () => rmSync(join(folder, 'fails')),
  }
}
