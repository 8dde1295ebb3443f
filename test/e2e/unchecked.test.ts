import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { useCli } from '../shared/cli'
import { costlyProgramFronts, type Resources } from '../support/program-fronts'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

describe.each(costlyProgramFronts)('%s that names a misspelled project', (_, programOf, options) => {
  let emulator: Emulator
  let folder: string
  const stacks: PulumiStack[] = []
  const cli = useCli('of all')
  const labels = (project: string): Resources =>
    Object.fromEntries(
      ['one', 'two', 'three'].map((name) => [name, { type: 'Label', args: { project, name, color: '#112233' } }]),
    )
  const stackWith = async (env: Record<string, string>) => {
    const stack = await PulumiStack.create({
      program: programOf(labels('acme/wbe')),
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_PREVIEW_RECORDS: join(folder, 'records.jsonl'), ...env },
    })
    stacks.push(stack)
    return stack
  }
  const summary = async (...args: string[]) => {
    const all = ['summary', 'preview.json', '--records', 'records.jsonl', ...args]
    const { ended, output } = cli.in({ cwd: folder, env: { PATH: process.env.PATH } })(...all)
    return { code: await ended, ...output }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-unchecked-'))
    emulator = await startEmulator({ flavor: 'gitlab' })
  })
  afterAll(async () => {
    for (const stack of stacks) await stack.close()
    await emulator?.close()
    await rm(folder, { recursive: true })
  })

  it('warns once in its preview, and its summary fails with --fail-on unchecked', async () => {
    const stack = await stackWith({ TRUEUP_TOKEN: 'emulator-maintainer' })
    const { stdout, stderr, json } = expectOk(await stack.preview({ json: true }))
    expect(json.changeSummary).toMatchObject({ create: 4 })
    await writeFile(join(folder, 'preview.json'), stdout)
    expect(`${stdout}${stderr}`.match(/could not check anything in project acme\/wbe/g)).toHaveLength(1)
    expect(emulator.requests().filter(({ status }) => status === 404)).toHaveLength(1)
    const { code, stdout: text, stderr: warnings } = await summary('--fail-on', 'conflict,unchecked')
    expect(code).toBe(2)
    expect(text.split('\n')[0]).toBe('Stack test: not checked: 1 project (404) · creates 3 labels')
    expect(text).toContain('\nNot checked\n  project acme/wbe: GET /api/v4/projects/acme%2Fwbe: 404 Project Not Found')
    expect(warnings).toBe('warning: 1 unchecked part (--fail-on unchecked=1).\n')
  })

  it('warns once in its preview if there is no access token', async () => {
    const stack = await stackWith({ TRUEUP_TOKEN: '' })
    const { stdout, stderr } = expectOk(await stack.preview({ json: true }))
    await writeFile(join(folder, 'preview.json'), stdout)
    expect(`${stdout}${stderr}`.match(/could not check anything: no access token for/g)).toHaveLength(1)
    const { code, stdout: text } = await summary('--fail-on', 'unchecked')
    expect(code).toBe(2)
    expect(text.split('\n')[0]).toBe('Stack test: not checked: everything on the service · creates 3 labels')
  })
})
