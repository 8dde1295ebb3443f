import { repositoryRoot } from '../tools/pulumi/paths'
import { run } from './child'
import { type Context, type Scale } from './family'

/** How long a process takes that loads this and ends. */
export interface StartupRow {
  what: string
  seconds: number[]
  /** Files of JavaScript that were loaded. */
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
  // What the host of a provider loads anyway, and what we add to it.
  'both, Pulumi first': `${pulumi}; ${provider}`,
}

const tell = `
process.stdout.write(JSON.stringify({
  modules: Object.keys(require.cache).length,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}))
process.exit()`

const timesPerRun: Record<Scale, number> = { smoke: 1, quick: 5, full: 10 }

/** Starting is quick to measure, and uneven: each run does it several times. */
export async function measureStartup({ scale, runs, say }: Context): Promise<StartupRow[]> {
  say('start-up')
  const rows = new Map<string, StartupRow>()
  for (let time = 0; time < runs * timesPerRun[scale]; time++) {
    for (const [what, load] of Object.entries(loads)) {
      const { seconds, stdout } = await run(process.execPath, ['-e', `${load}\n${tell}`], { cwd: repositoryRoot })
      const said = JSON.parse(stdout) as Omit<StartupRow, 'what' | 'seconds'>
      const row = rows.get(what) ?? { what, seconds: [], ...said }
      row.seconds.push(seconds)
      rows.set(what, row)
    }
  }
  return [...rows.values()]
}
