import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriftReport } from '../../cli/drift/finding'
import { formatNames } from '../../cli/drift/format-names'
import type { Json } from '../../provider/core/schema/json'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import type { Imported } from '../support/export'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator({ flavor: 'gitlab' })
const stacks = useFakeStacks()
const cli = useWarmCli()

async function drift(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = {
    PATH: stacks.path,
    TRUEUP_BASE_URL: emulator.url,
    TRUEUP_TOKEN: 'emulator-owner',
    TRUEUP_TEST_NOW: testNow,
  }
  const run = cli.in({ cwd: stacks.folder, env })('drift', ...args)
  const code = await run.ended
  return { code, stdout: run.output.stdout, stderr: run.output.stderr.replace(/^warning: TRUEUP_TEST_NOW .*\n/m, '') }
}
const findings = async () =>
  (JSON.parse((await drift('--format', 'json')).stdout) as DriftReport).findings.map(
    ({ difference, kind, name, item, message }) => [difference, kind, item ?? name, message],
  )

const update = (result = 'succeeded', environment = {}) => ({
  kind: 'update',
  result,
  environment,
  endTime: '2026-06-15T10:00:00.000Z',
  resourceChanges: { same: 1 },
})
const refresh = (resourceChanges: object) => ({ kind: 'refresh', result: 'succeeded', resourceChanges })

const project = 'acme/web'

/** A resource of the state after an update, changes by another user, and a refresh. */
async function refreshed(
  kind: string,
  name: string,
  args: Json,
  change: () => Promise<unknown>,
): Promise<StackResource> {
  const engine = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  await engine.up(args)
  await change()
  await engine.refresh()
  const { id, inputs, outputs } = engine.state!
  return { kind, name, id, inputs, outputs }
}

const put = (name: string, values: Json) => emulator.put(`/projects/1/labels/${name}`, values)
const label = (name: string, change: Json) =>
  refreshed('label', name, { project, name, color: '#111111' }, () => put(name, change))

describe('drift of a state that was refreshed', () => {
  it('reports what the refresh has changed, until an update completes', async () => {
    stacks.add('test', [await label('bug', { color: '#222222' }), await label('idea', { priority: 3 })])
    stacks.setHistory('test', [refresh({ update: 2 }), update()])
    const found = [
      ['refreshed', 'label', 'bug', 'has changed (color), and the state was refreshed since.'],
      ['refreshed', 'label', 'idea', 'has changed (priority), and the state was refreshed since.'],
    ]
    expect(await findings()).toEqual(found)
    const { code, stdout } = await drift()
    expect(code).toBe(2)
    expect(stdout).toContain('Run "pulumi preview", and "pulumi up" to restore what the program declares.')
    stacks.setHistory('test', [update(), refresh({ update: 2 })])
    expect(await drift()).toMatchObject({ code: 0, stdout: expect.stringContaining('No drift.') as string })
  })

  it('names what a refresh has changed in a stack that only the import of an export has filled', async () => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#111111' })
    const folder = join(stacks.folder, 'exported')
    const env = { PATH: stacks.path, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
    expect(await cli.in({ env })('export', '--project', project, '--out', folder).ended).toBe(0)
    const { resources } = JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8')) as { resources: Imported[] }
    const { id, inputs, outputs } = resources.find(({ type }) => type.endsWith(':Label'))!
    const engine = new Engine('label', { url: emulator.url, token: 'emulator-owner' })
    engine.state = { id, inputs, outputs }
    await put('bug', { color: '#222222' })
    await engine.refresh()
    stacks.add('test', [{ kind: 'label', name: 'bug', ...engine.state }])
    stacks.setHistory('test', [refresh({ update: 1 }), update()])
    expect(await findings()).toEqual([
      ['refreshed', 'label', 'bug', 'has changed (color), and the state was refreshed since.'],
    ])
  })

  it('reports what has changed since the refresh as well', async () => {
    stacks.add('test', [await label('bug', { color: '#222222' })])
    stacks.setHistory('test', [refresh({ update: 1 }), update()])
    await put('bug', { description: 'changed' })
    expect((await findings()).map(([difference]) => difference)).toEqual(['changed', 'refreshed'])
    await put('bug', { color: '#333333' })
    expect((await findings()).map(([difference]) => difference)).toEqual(['changed'])
  })

  it('reports items that have changed or are gone', async () => {
    const args = { project, items: { a: { color: '#111111' }, b: { color: '#111111' }, c: { color: '#111111' } } }
    const set = await refreshed('label-set', 'labels', args, async () => {
      await put('b', { color: '#222222' })
      await emulator.delete('/projects/1/labels/c')
    })
    stacks.add('test', [set])
    stacks.setHistory('test', [refresh({ update: 1 }), update()])
    expect(await findings()).toEqual([
      ['refreshed', 'label', 'b', 'has changed, and the state was refreshed since.'],
      ['refreshed', 'label', 'c', 'is gone, and the state was refreshed since.'],
    ])
  })

  it.each([
    ['ignoreChanges', ['color']],
    ['ignoreChanges of all', ['*']],
  ])('does not report arguments of %s', async (_, ignoreChanges) => {
    stacks.add('test', [{ ...(await label('bug', { color: '#222222' })), ignoreChanges }])
    stacks.setHistory('test', [refresh({ same: 1 }), update('failed'), update()])
    expect((await findings()).map(([, kind]) => kind)).toEqual(['stack'])
  })

  const newer = 'is newer than the last complete update'
  const at = '2026-06-15T10:00:00.000Z'
  it.each([
    [
      'removed by a refresh',
      [refresh({ delete: 2 }), update()],
      `${newer} (${at}): refreshes have removed up to 2 resources.`,
    ],
    [
      'missing after an update that failed',
      [update('failed'), update()],
      `${newer} (${at}): the update of ${at} failed.`,
    ],
    [
      'removed before a targeted update',
      [update('succeeded', { 'pulumi.flag.target': 'set' }), refresh({ delete: 1 }), update()],
      `${newer} (${at}): refreshes have removed up to 1 resource.`,
    ],
    ['missing without a complete update', [update('failed')], `${newer}: the update of ${at} failed.`],
  ])('reports that resources may be %s', async (_, history, message) => {
    stacks.add('test', [])
    stacks.setHistory('test', history)
    expect(await findings()).toEqual([['refreshed', 'stack', undefined, message]])
    expect((await drift()).code).toBe(2)
  })

  it('reports the state of an older release by its history alone', async () => {
    const { outputs, ...old } = await label('bug', { color: '#222222' })
    stacks.add('test', [{ ...old, outputs: { ...outputs, __trueup: { mark: 'old' } } }])
    stacks.setHistory('test', [refresh({ update: 1 }), update()])
    expect(await findings()).toEqual([
      ['refreshed', 'stack', undefined, `${newer} (${at}): refreshes have changed up to 1 resource.`],
    ])
  })

  it.each([
    ['a refresh that has changed nothing', [refresh({ same: 3 }), update()]],
    ['a complete update', [update(), update('failed'), refresh({ delete: 1 })]],
    ['no history', []],
  ])('reports nothing after %s', async (_, history) => {
    stacks.add('test', [])
    stacks.setHistory('test', history)
    expect(await drift()).toEqual({ code: 0, stderr: '', stdout: 'No drift.\n0 resources of 1 stack compared.\n' })
  })

  it.each(formatNames)('says it in the format %s', async (format) => {
    stacks.add('test', [await label('bug', { color: '#222222' })])
    stacks.setHistory('test', [refresh({ update: 1, delete: 1 }), update()])
    const { code, stdout } = await drift('--format', format)
    expect(code).toBe(2)
    expect(stdout).toMatch(/the state was refreshed since/)
    expect(stdout).toMatch(/newer than the last complete update/)
  })

  it('contains no hash of a secret in the state', async () => {
    const variable = await refreshed('project-variable', 'v', { project, key: 'KEY', value: 'hidden-value-1' }, () =>
      emulator.put('/projects/1/variables/KEY', { value: 'hidden-value-2' }),
    )
    expect(variable.outputs.__trueup).toMatchObject({ declared: {} })
    stacks.add('test', [variable])
    stacks.setHistory('test', [refresh({ update: 1 }), update()])
    expect((await findings()).map(([, kind]) => kind)).toEqual(['stack'])
  })
})
