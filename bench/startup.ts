import { repositoryRoot } from '../tools/pulumi/paths'
import { run } from './child'
import type { Context, Scale } from './family'

/** The time of a process that loads a module and exits. */
export interface StartupRow {
  what: string
  seconds: number[]
  /** Number of loaded JavaScript files. */
  modules: number
  peakBytes: number
}

const provider = `require('trueup/runtime').provider('label')`
const pulumi = `require('@pulumi/pulumi')`

const loads: Record<string, string> = {
  'Node.js alone': '',
  [provider]: provider,
  [`require('trueup')`]: `require('trueup')`,
  [`require('trueup/sdk')`]: `require('trueup/sdk')`,
  [pulumi]: pulumi,
  // The modules that a provider process loads in any case, and ours.
  'both, Pulumi first': `${pulumi}; ${provider}`,
}

const printUsage = `
process.stdout.write(JSON.stringify({
  modules: Object.keys(require.cache).length,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}))
process.exit()`

const timesPerRun: Record<Scale, number> = { smoke: 1, quick: 5, full: 10 }

/** Each run measures several processes, because the startup time is short and varies. */
export async function measureStartup({ scale, runs, say }: Context): Promise<StartupRow[]> {
  say('start-up')
  const rows = new Map<string, StartupRow>()
  for (let time = 0; time < runs * timesPerRun[scale]; time++) {
    for (const [what, load] of Object.entries(loads)) {
      const { seconds, stdout } = await run(process.execPath, ['-e', `${load}\n${printUsage}`], { cwd: repositoryRoot })
      const usage = JSON.parse(stdout) as Omit<StartupRow, 'what' | 'seconds'>
      const row = rows.get(what) ?? { what, seconds: [], ...usage }
      row.seconds.push(seconds)
      rows.set(what, row)
    }
  }
  return [...rows.values()]
}
