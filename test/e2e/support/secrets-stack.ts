import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../../emulator'
import type { EmulatorState } from '../../../emulator/store/store'
import { expectOk, type PulumiStack, type Result } from '../../support/pulumi'
import type { Hunt } from './secrets'

/** Records the command line of each process of Node.js: `node --require`. */
const recorder = `
const { appendFileSync } = require('node:fs')
appendFileSync(process.env.RECORD, JSON.stringify([process.title, process.argv, process.execArgv]) + '\\n')
`

/** Ends a process with a report when it sends a token, which its memory then contains. */
const crash = `
const { Socket } = require('node:net')
const { write, _writev } = Socket.prototype
let over = false
const watch = (bytes) => {
  if (over || !/^private-token:/im.test(String(bytes))) return
  over = true
  const error = new Error('provoked')
  process.report.writeReport(error)
  setImmediate(() => { throw error })
}
Socket.prototype.write = function (bytes, ...rest) {
  watch(bytes)
  return write.call(this, bytes, ...rest)
}
Socket.prototype._writev = function (chunks, done) {
  for (const { chunk } of chunks) watch(chunk)
  return _writev.call(this, chunks, done)
}
`

/** Keeps everything that commands write in the folder of the stack: logs, reports, command lines. */
export async function keepAll(stack: PulumiStack): Promise<{ record: string; crash: string }> {
  const own = join(stack.folder, '.kept')
  const temporary = join(own, 'tmp')
  await mkdir(temporary, { recursive: true })
  const record = `${stack.place.env.NODE_OPTIONS} --require ${join(own, 'record.js')}`
  await writeFile(join(own, 'record.js'), recorder)
  await writeFile(join(own, 'crash.js'), crash)
  // The CLI writes its logs to the temporary folder, and knows --event-log only so.
  const RECORD = join(own, 'processes')
  stack.setEnv({ TMPDIR: temporary, RECORD, NODE_OPTIONS: record, PULUMI_DEBUG_COMMANDS: 'true' })
  const reports = `--report-directory=${own} --report-uncaught-exception --report-on-fatalerror`
  return { record, crash: `${record} --require ${join(own, 'crash.js')} ${reports}` }
}

/** Leaves the environment out of a report, which always contains all of it. */
export function withoutEnvironment(file: string, text: string): string {
  if (!/^\.kept.report\..*\.json$/.test(file)) return text
  const { environmentVariables, ...rest } = JSON.parse(text) as Record<string, unknown>
  expect(environmentVariables).toBeDefined()
  return JSON.stringify(rest)
}

/** Runs commands whose output must not contain secrets. */
export function listening(hunt: Hunt) {
  const heard = async (running: Promise<Result>) => {
    const result = await running
    hunt.saw(result.command, result.stdout + result.stderr)
    return result
  }
  return {
    succeeds: async (running: Promise<Result>) => expectOk(await heard(running)),
    says: async (running: Promise<Result>, what: RegExp) => {
      const { stdout, stderr } = await heard(running)
      expect(stdout + stderr).toMatch(what)
    },
    fails: async (running: Promise<Result>, reason: RegExp) => {
      const { code, stdout, stderr } = await heard(running)
      expect(stdout + stderr).toMatch(reason)
      expect(code).not.toBe(0)
    },
  }
}

/** Faults whose responses repeat secrets, by path. */
export const echoing = (said: Record<string, string>, faults: Omit<Fault, 'path' | 'body'> = {}): Fault[] =>
  Object.entries(said).map(([path, message]) => ({
    ...{ path, times: 99, status: 400, body: { message: { base: [message] } } },
    ...faults,
  }))

/** The state in which the user `owner` has tokens of this test: the tokens of the seed world are public. */
export function withTokens(state: EmulatorState, values: string[]): EmulatorState {
  const tokens = state.collections.access_tokens!
  const owners = tokens.records.find((record) => (record as unknown as { token: string }).token === 'emulator-owner')!
  for (const token of values) tokens.records.push({ ...owners, id: tokens.next++, ...{ token } })
  return state
}

/** The tokens that the service has created, newest first. */
export const tokensIn = (state: EmulatorState, collection: 'triggers' | 'access_tokens'): string[] =>
  (state.collections[collection]?.records ?? [])
    .map((record) => (record as unknown as { token: string }).token)
    .reverse()
