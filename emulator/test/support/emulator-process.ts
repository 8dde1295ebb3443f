import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trueup } from '../../../test/shared/cli'
import { times } from '../../../test/shared/test-run'
import type { EmulatorState, Flavor } from '../..'

/** Number of cases. */
export const cases = (usual: number): number => times(usual, 40 * usual)

/** An emulator in its own process, for tests that could crash it. */
export interface EmulatorProcess {
  readonly url: string
  readonly port: number
  /** Rejects unless the emulator responds and has not written any error. */
  checkHealth(): Promise<void>
  /** Maximum memory so far in MiB; 0 if the system does not report it. */
  peakMemory(): number
  /** The processor time so far in milliseconds; 0 if the system does not report it. */
  processorTime(): number
  /** Stops the process. Returns the state in its data file. */
  stop(): Promise<EmulatorState>
}

/** With `complains`, the emulator can write errors. */
export async function startEmulatorProcess(
  trueup: Trueup,
  flavor: Flavor,
  { complains = false } = {},
): Promise<EmulatorProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-emulator-'))
  const data = join(folder, 'world.json')
  const run = trueup('emulator', '--port', '0', '--quiet', '--flavor', flavor, '--data', data)
  const [, url = '', port] = await run.says(/listening on (http:\/\/127\.0\.0\.1:(\d+))\n/)
  const pid = readFileSync(`${data}.lock`, 'utf8').trim()
  const isSilent = () => complains || run.output.stderr === ''
  return {
    url,
    port: Number(port),
    checkHealth: async () => {
      const { status } = await fetch(`${url}/-/health`, { signal: AbortSignal.timeout(15_000) })
      if (status !== 200 || !isSilent()) throw new Error(`health ${status}: ${run.output.stderr}`)
    },
    peakMemory: () => {
      const file = `/proc/${pid}/status`
      const [, kilobytes = 0] = (existsSync(file) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))) || []
      return Math.round(Number(kilobytes) / 1024)
    },
    processorTime: () => {
      const file = `/proc/${pid}/stat`
      // The name of the process, which can contain spaces, is in parentheses. Times are in hundredths of a second.
      const fields = existsSync(file)
        ? readFileSync(file, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')
        : []
      return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
    },
    stop: async () => {
      run.kill('SIGTERM')
      if ((await run.ended) !== 0 || !isSilent()) throw new Error(`ended: ${run.output.stderr}`)
      const state = JSON.parse(readFileSync(data, 'utf8')) as EmulatorState
      rmSync(folder, { recursive: true })
      return state
    },
  }
}
