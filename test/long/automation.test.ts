import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { costlyRows } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

const run = promisify(execFile)

/**
 * Runs two stacks concurrently in one process. Their programs move labels from single resources into a set of an
 * explicit provider and back. Starts in another folder, in which Pulumi would look for the packages without `main`.
 */
const script = `
const { LocalWorkspace } = require('@pulumi/pulumi/automation')
const trueup = require('trueup')
const stackOf = async (name, project) => {
  const labels = ['one', 'two', 'three']
  const more = { project, onConflict: 'adopt' }
  const program = (isSet) => async () => {
    if (!isSet) for (const label of labels) new trueup.Label(label, { ...more, name: label, color: 'crimson' })
    else {
      const provider = new trueup.Provider('other', { baseUrl: process.env.TRUEUP_BASE_URL, tokenEnv: 'TRUEUP_TOKEN' })
      const items = Object.fromEntries(labels.map((label) => [label, { color: 'crimson' }]))
      new trueup.LabelSet('set', { ...more, items }, { provider })
    }
  }
  const projectSettings = { name: 'inline', runtime: 'nodejs', main: __dirname }
  const inline = { stackName: name, projectName: 'inline', program: program(false) }
  const stack = await LocalWorkspace.createOrSelectStack(inline, { projectSettings })
  for (const isSet of [false, true, false]) {
    stack.workspace.program = program(isSet)
    await stack.up()
  }
}
Promise.all([stackOf('web', 'acme/web'), stackOf('api', 'acme/api')]).then(() => console.log('done'))
`

describe.each(costlyRows(['true', 'false'], 1))(
  'inline programs of one process, with PULUMI_PARALLEL_DIFF=%s',
  (parallel) => {
    const emulator = useEmulator({ flavor: 'spec' })

    it('keeps a ledger for each inline program, and moves objects without a write', async () => {
      const stack = await PulumiStack.create({
        program: '',
        env: {
          TRUEUP_BASE_URL: emulator.url,
          TRUEUP_TOKEN: 'emulator-maintainer',
          PULUMI_PARALLEL_DIFF: parallel,
        },
      })
      try {
        await stack.write('inline.js', script)
        const { cwd, env } = stack.place
        const { stdout } = await run(process.execPath, [join(cwd, 'inline.js')], { cwd: tmpdir(), env })
        expect(stdout).toContain('done')
        const writes = emulator.requests().filter(({ method, status }) => method !== 'GET' && status < 400)
        expect(writes.map(({ method }) => method)).toEqual(Array.from({ length: 6 }, () => 'POST'))
      } finally {
        await stack.close()
      }
    })
  },
)
