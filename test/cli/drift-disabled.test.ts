import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriftReport } from '../../cli/drift/finding'
import { formatNames } from '../../cli/drift/format-names'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator()
const stacks = useFakeStacks()
const cli = useWarmCli()

/** Runs `trueup drift` to its end. */
async function drift(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
  const run = cli.in({ cwd: stacks.folder, env: { ...env, TRUEUP_TEST_NOW: testNow } })('drift', ...args)
  const code = await run.ended
  return { code, stdout: run.output.stdout, stderr: run.output.stderr.replace(/^warning: TRUEUP_TEST_NOW .*\n/m, '') }
}

const report = async (...args: string[]): Promise<DriftReport & { summary: Json }> =>
  JSON.parse((await drift('--format', 'json', ...args)).stdout) as DriftReport & { summary: Json }

async function made(kind: string, name: string, args: Json): Promise<StackResource> {
  const engine = new Engine(kind, { url: emulator.url })
  await engine.up({ project: 'acme/web', ...args })
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs }
}

const url = 'https://ci.example.com/hook?key=opensesame'
const disable = (id: number, changes: Json = {}) =>
  emulator.patch('project_hooks', id, { alert_status: 'disabled', disabled_until: null, ...changes })
const until = { alert_status: 'temporarily_disabled', disabled_until: '2026-06-16T12:00:00.000Z' }

/** A hook, and a set of two hooks with headers, which a list does not show. */
async function deployed(): Promise<void> {
  const items = {
    build: { url: `${url}&b`, name: 'build', customHeaders: { 'X-Key': 'opensesame' } },
    chat: { url: `${url}&c`, name: 'chat' },
  }
  stacks.add('test', [
    await made('project-hook', 'ci', { url, name: 'ci' }),
    await made('project-hook-set', 'all', { items }),
  ])
}

describe('drift of hooks that the service disabled', () => {
  it('reports each of them as a finding of its own, and not as a warning', async () => {
    await deployed()
    expect(await report()).toMatchObject({ findings: [], summary: { drift: 0, disabled: 0 } })
    disable(1)
    disable(2, until)
    const { code, stdout, stderr } = await drift('--format', 'json')
    const { findings, summary, warnings } = JSON.parse(stdout) as DriftReport & { summary: Json }
    expect([code, stderr, warnings]).toEqual([2, '', undefined])
    expect(summary).toMatchObject({ drift: 2, disabled: 2, changed: 0 })
    expect(findings).toEqual([
      expect.objectContaining({
        difference: 'disabled',
        name: 'all',
        item: 'build',
        kind: 'project-hook',
        subject: 'project hook "build"',
        id: '1/2',
        properties: [],
        message: 'was disabled by the service until 2026-06-16T12:00:00.000Z, because calls failed.',
        remedy: 'Check its URL.',
        webUrl: `${emulator.url}/acme/web/-/hooks`,
      }),
      expect.objectContaining({
        difference: 'disabled',
        name: 'ci',
        subject: 'project hook "ci"',
        id: '1/1',
        message: 'was disabled by the service, because calls failed.',
        remedy: 'Check its URL, and test the hook on its page, which enables it.',
      }),
    ])
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it('keeps its fingerprint when the service disables it for longer', async () => {
    await deployed()
    const fingerprints = async () => (await report()).findings.map(({ fingerprint }) => fingerprint)
    disable(3, until)
    const first = await fingerprints()
    disable(3)
    expect(first).toHaveLength(1)
    expect(await fingerprints()).toEqual(first)
  })

  it('reports a change of the same hook separately', async () => {
    await deployed()
    disable(1)
    disable(3)
    for (const id of [1, 3]) await emulator.put(`/projects/1/hooks/${id}`, { push_events: false })
    disable(1)
    disable(3)
    const { findings } = await report()
    expect(findings.map(({ difference, subject }) => `${difference} ${subject}`)).toEqual([
      'changed project hook "chat"',
      'changed project hook "ci"',
      'disabled project hook "chat"',
      'disabled project hook "ci"',
    ])
  })

  it.each(formatNames.map((name) => [name]))('shows it in the format %s, without its URL', async (format) => {
    await deployed()
    disable(1)
    const { code, stdout } = await drift('--format', format)
    expect(code).toBe(2)
    expect(stdout).toMatch(/disabled by the service, because calls failed/)
    expect(stdout).toContain('enables it')
    expect(stdout).not.toMatch(/opensesame|ci\.example/)
  })

  it('ignores it if a rule names the difference', async () => {
    await deployed()
    disable(1)
    const rule = { difference: 'disabled', kind: 'project-hook', reason: 'Being repaired', until: '2026-07-01' }
    writeFileSync(join(stacks.folder, 'ignore.yaml'), JSON.stringify([rule]))
    const { code, stdout, stderr } = await drift('--ignore', 'ignore.yaml')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Being repaired')
  })
})
