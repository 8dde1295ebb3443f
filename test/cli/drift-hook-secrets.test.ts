import type { DriftReport } from '../../cli/drift/finding'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const stacks = useFakeStacks()
const cli = useWarmCli()
const url = 'https://example.com/opensesame-1'
const token = 'opensesame-2'

describe.each(['18.9', '19.3'] as const)('the drift of hooks of GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const isNewer = release === '19.3'

  async function made(kind: string, args: Json) {
    const engine = new Engine(kind, { url: emulator.url })
    await engine.up({ project: 'acme/web', ...args })
    const { id, inputs, outputs } = engine.state!
    return { kind, name: kind, id, inputs, outputs }
  }
  async function findings() {
    const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
    const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })('drift', '--format', 'json')
    await run.ended
    expect(run.output.stdout).not.toMatch(/opensesame|of another user/)
    const report = JSON.parse(run.output.stdout) as DriftReport
    return report.findings.map(({ subject, message, properties }) => [subject, message, properties])
  }
  const found = (name: string, declared: unknown, live: unknown) => [
    `project hook "${name}"`,
    `token is ${JSON.stringify(live)}, declared ${JSON.stringify(declared)}.`,
    [{ path: 'token', declared, live }],
  ]

  it('lists tokens that another user removed or added, without their values', async () => {
    stacks.add('test', [
      await made('project-hook', { url, name: 'removed', token }),
      await made('project-hook-set', {
        items: { a: { url: `${url}/a`, name: 'added' }, b: { url: `${url}/b`, name: 'same', token } },
      }),
    ])
    expect(await findings()).toEqual([])
    await emulator.put('/projects/1/hooks/1', { token: '' })
    await emulator.put('/projects/1/hooks/2', { token: 'of another user' })
    const expected = [found('added', null, '[secret]'), found('removed', '[secret]', null)]
    expect(await findings()).toEqual(isNewer ? expected : [])
  })

  it('lists nothing for tokens that an import omits', async () => {
    const imported = [
      await made('project-hook', { url, name: 'one', token }),
      await made('project-hook-set', { items: { a: { url: `${url}/a`, name: 'other', token } } }),
    ]
    for (const values of imported.flatMap(({ inputs, outputs }) => [inputs, outputs])) {
      for (const one of values.items ? (Object.values(values.items) as Json[]) : [values]) {
        delete one.url
        delete one.token
        delete one.signingToken
      }
    }
    stacks.add('test', imported)
    expect(await findings()).toEqual([])
  })
})
