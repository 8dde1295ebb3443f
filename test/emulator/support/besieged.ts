import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmulatorState, Flavor } from '../../../emulator'
import type { Trueup } from '../../support/cli'
import { times } from '../../support/long'

/** How often something is tried: ten times as often in the long run. */
export const cases = (usual: number): number => times(usual, 10 * usual)

/** An emulator in a process of its own, that things are thrown at. */
export interface Besieged {
  readonly url: string
  readonly port: number
  /** Rejects unless it answers, and has nothing to complain of. */
  stands(): Promise<void>
  /** The most memory that it had at once, in MiB; 0 where the system does not tell. */
  peak(): number
  /** Ends it. What it leaves is a state that can be taken over again, and is given back. */
  end(): Promise<EmulatorState>
}

/** Of a world that makes no sense, one that `complains` may. */
export async function besiege(trueup: Trueup, flavor: Flavor, { complains = false } = {}): Promise<Besieged> {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-besieged-'))
  const data = join(folder, 'world.json')
  const run = trueup('emulator', '--port', '0', '--quiet', '--flavor', flavor, '--data', data)
  const [, url = '', port] = await run.says(/listening on (http:\/\/127\.0\.0\.1:(\d+))\n/)
  const pid = readFileSync(`${data}.lock`, 'utf8').trim()
  const isSilent = () => complains || run.output.stderr === ''
  return {
    url,
    port: Number(port),
    stands: async () => {
      const { status } = await fetch(`${url}/-/health`, { signal: AbortSignal.timeout(15_000) })
      if (status !== 200 || !isSilent()) throw new Error(`health ${status}: ${run.output.stderr}`)
    },
    peak: () => {
      const file = `/proc/${pid}/status`
      const [, kilobytes = 0] = (existsSync(file) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))) || []
      return Math.round(Number(kilobytes) / 1024)
    },
    end: async () => {
      run.kill('SIGTERM')
      if ((await run.ended) !== 0 || !isSilent()) throw new Error(`ended: ${run.output.stderr}`)
      const state = JSON.parse(readFileSync(data, 'utf8')) as EmulatorState
      rmSync(folder, { recursive: true })
      return state
    },
  }
}
