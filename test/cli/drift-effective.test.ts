import type { DriftReport } from '../../cli/drift/finding'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator()
const stacks = useFakeStacks()
const cli = useWarmCli()

/** The JSON report of `trueup drift`. */
async function report(): Promise<DriftReport> {
  const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
  const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })('drift', '--format', 'json')
  await run.ended
  return JSON.parse(run.output.stdout) as DriftReport
}

/** Creates a stack with the settings of a project, as an update would. */
async function deployed(args: Json): Promise<void> {
  const engine = new Engine('project', { url: emulator.url, token: 'emulator-owner' })
  await engine.up({ project: 'acme/web', ...args })
  const { id, inputs, outputs } = engine.state!
  stacks.add('test', [{ kind: 'project', name: 'web', id, inputs, outputs }])
}

const disableInGroup = () => emulator.put('/groups/acme', { show_diff_preview_in_email: false }, { as: 'owner' })

describe('drift of settings that something else overrides', () => {
  it('names what overrides a setting that never had an effect, and reports no drift', async () => {
    await disableInGroup()
    await deployed({ showDiffPreviewInEmail: true })
    const { findings, warnings } = await report()
    expect(findings).toEqual([])
    expect(warnings).toEqual([
      'project acme/web (id 1) has showDiffPreviewInEmail true, which has no effect now: a group above disables it. ' +
        'The state keeps true.',
    ])
  })

  it('reports a setting that has lost its effect, and names what may have caused it', async () => {
    await deployed({ showDiffPreviewInEmail: true })
    expect((await report()).findings).toEqual([])
    await disableInGroup()
    const { findings, warnings } = await report()
    expect(findings).toMatchObject([
      { difference: 'changed', properties: [{ path: 'showDiffPreviewInEmail', declared: true, live: false }] },
    ])
    expect(warnings).toEqual([
      'project acme/web (id 1) no longer has showDiffPreviewInEmail true: a user changed it, or a group above disables it.',
    ])
  })
})
