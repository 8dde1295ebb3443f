import type { DriftReport } from '../../cli/drift/finding'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

describe.each(['18.9', '19.3'] as const)('drift of archived labels on GitLab %s', (release) => {
  const isNewer = release === '19.3'
  const emulator = useEmulator({ release })
  const stacks = useFakeStacks()
  const cli = useWarmCli()
  const archive = () => emulator.put('/projects/1/labels/bug', { archived: true })

  /** Runs `trueup drift`. */
  async function drift(...args: string[]): Promise<string> {
    const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
    const started = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })('drift', ...args)
    await started.ended
    return started.output.stdout
  }

  /** Creates objects like an update would, and returns their resource as in the state. */
  async function made(kind: string, args: Json): Promise<StackResource> {
    const engine = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
    await engine.up({ project: 'acme/web', ...args })
    const { id, inputs, outputs } = engine.state!
    return { kind, name: 'labels', id, inputs, outputs }
  }

  it.each([
    ['a label', 'label', { name: 'bug', color: '#FF0000', priority: 2 }],
    ['an item of a set', 'label-set', { items: { bug: { color: '#FF0000', priority: 2 } } }],
  ])('reports that another user archived %s, without its priority', async (_, kind, args) => {
    stacks.add('test', [await made(kind, args)])
    await archive()
    const { findings } = JSON.parse(await drift('--format', 'json')) as DriftReport
    const properties = [{ path: 'archived', declared: false, live: true }]
    expect(findings).toMatchObject(isNewer ? [{ difference: 'changed', subject: 'label "bug"', properties }] : [])
    const text = await drift()
    expect(text.includes('archived')).toBe(isNewer)
    expect(text).not.toContain('priority')
  })
})
