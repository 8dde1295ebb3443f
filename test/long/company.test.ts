import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriftReport, Finding } from '../../cli/drift/finding'
import type { Emulator } from '../../emulator'
import type { Client } from '../../sdk'
import { companyProjects, companyToken, startCompany } from '../support/company'
import { companyChanges, companyStrays } from '../support/company-changes'
import { expectOk, PulumiStack, said } from '../support/pulumi'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(240_000)

const trueup = useWarmCli()

let emulator: Emulator
let api: Client
let stack: PulumiStack
/** What the service has before another user changes it. */
let declared: string[]
/** What the report says that the failed repair has left. */
let unrepaired: Finding[]

beforeAll(async () => {
  ;({ emulator, api } = await startCompany())
  declared = contents()
  const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: companyToken, PULUMI_NODEJS_TRANSPILE_ONLY: 'true' }
  stack = await PulumiStack.create({ program: '', typescript: true, env })
})
beforeEach(() => emulator.clearRequests())
afterAll(async () => {
  await stack.close()
  await api.close()
  await emulator.close()
})

/** The objects of the service, without what a repair cannot restore: ids, times, tokens, and who created a member. */
function contents(): string[] {
  const lost = /^(id|token|protected_(branch|tag|environment)_id|created_by_id|(?!expires).*_at)$/
  return Object.entries(emulator.state().collections)
    .filter(([name]) => name !== 'access_tokens')
    .flatMap(([name, { records }]) =>
      records.map(
        (record) => `${name} ${JSON.stringify(record, (key, value: unknown) => (lost.test(key) ? undefined : value))}`,
      ),
    )
}

const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

const drift = async (...args: string[]) => {
  const run = trueup.in(stack.place)('drift', '--unmanaged', '--format', 'json', ...args)
  const code = await run.ended
  const { findings, failures } = JSON.parse(run.output.stdout || run.output.stderr) as DriftReport
  expect(failures).toEqual([])
  const rows = findings.map(({ difference, parent, subject, properties }) =>
    [difference, parent, subject, ...properties.map(({ path }) => path)].join(' · '),
  )
  return { code, findings, rows: rows.sort() }
}

/** The projects and groups to which requests wrote. */
function parentsOf(requests: ReturnType<Emulator['requests']>): string[] {
  const groups = emulator.state().collections.groups!.records as unknown as { id: number; full_path: string }[]
  const paths = requests.map(({ path }) => {
    const [, parents, text] = /\/(projects|groups)\/(\d+)\//.exec(path) ?? []
    const id = Number(text)
    return parents === 'projects' ? companyProjects[id - 1]! : groups.find((group) => group.id === id)!.full_path
  })
  return [...new Set(paths)].sort()
}

/** Where only a secret has changed, of which the state has no hash. */
const secretChanges = ['corp/data/svc-09', 'corp/data/svc-12']

const rowsOf = (changes: readonly { row: string }[]) => changes.map(({ row }) => row).sort()

describe('a company of 39 projects', () => {
  it('shows no difference after its export and import, and the first update sends nothing', async () => {
    expect(companyProjects).toHaveLength(39)
    const args = ['--group', 'corp', '--recursive', '--language', 'projects', '--values', '--stack', 'test']
    const run = trueup.in(stack.place)('export', '--out', stack.folder, '--force', ...args)
    expect({ code: await run.ended, stdout: run.output.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('has 27 values of the service, encrypted.') as string,
    })
    expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expectOk(await stack.up({ refresh: true, expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('reports every change by another user, and nothing else', async () => {
    for (const { make } of [...companyChanges, ...companyStrays]) await make(api)
    const { code, rows } = await drift()
    expect(rows).toEqual(rowsOf([...companyChanges, ...companyStrays]))
    expect(code).toBe(2)
  })

  it('reports drift after a repair that has repaired only some objects', async () => {
    const refusal = { status: 403, body: { message: '403 Forbidden' }, times: Infinity }
    emulator.fault({ method: 'POST', path: '/projects/11/protected_tags$', ...refusal })
    const up = await stack.up({ refresh: true })
    expect(up.code).not.toBe(0)
    expect(said(up)).toContain('POST /api/v4/projects/11/protected_tags: 403 Forbidden')
    const { code, rows, findings } = await drift()
    expect(rows).toEqual(
      expect.arrayContaining([
        'refreshed ·  · state of stack "test"',
        'refreshed · corp/data/svc-11 · protected tag "v*"',
        ...rowsOf(companyStrays),
      ]),
    )
    expect(rows.filter((row) => /^(?!refreshed|unmanaged)/.test(row))).toEqual([])
    unrepaired = findings.filter(({ kind, difference }) => kind !== 'stack' && difference === 'refreshed')
    expect(findings.find(({ kind }) => kind === 'stack')?.message).toMatch(
      /^is newer than the last complete update .*: the update of .* failed\.$/,
    )
    expect(code).toBe(2)
  })

  it('restores what is declared when the repair succeeds, after which only unmanaged objects are reported', async () => {
    emulator.clearFaults()
    expectOk(await stack.up({ refresh: true }))
    // Each change is in a project or group of its own. The report has named all that had to be repaired, except for secrets.
    const named = unrepaired.map(({ parent }) => parent)
    const repaired = parentsOf(writes()).filter((parent) => !secretChanges.includes(parent))
    expect([...new Set(named)].sort()).toEqual(repaired)
    const rules = join(stack.folder, 'ignore.yaml')
    await writeFile(rules, '- { difference: unmanaged, reason: known, until: 2999-12-31 }\n')
    const { code, rows } = await drift('--ignore', rules)
    expect({ code, rows }).toEqual({ code: 0, rows: rowsOf(companyStrays) })
    const more = contents()
    const missing = declared.filter((one) => {
      const at = more.indexOf(one)
      if (at >= 0) more.splice(at, 1)
      return at < 0
    })
    expect(missing).toEqual([])
    expect(more.map((one) => one.split(' ')[0]).sort()).toEqual(['labels', 'memberships', 'project_hooks', 'triggers'])
    const tokens = await api.triggerTokens.list('corp/payments/svc-04').all()
    expect(tokens.map(({ description }) => description)).toEqual(['nightly', 'nightly'])
  })
})
