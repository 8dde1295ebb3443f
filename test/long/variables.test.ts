import { type Emulator, startEmulator } from '../../emulator'
import { costlyProgramFronts, type Resources } from '../support/program-fronts'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

/** A variable, and a set with another one, which is hidden if the first one is. */
const declared = (value: string, hidden = false): Resources => ({
  variable: {
    type: 'ProjectVariable',
    args: { project: 'acme/web', key: 'FIRST', value, environmentScope: 'review/*', masked: true, hidden },
  },
  set: {
    type: 'ProjectVariableSet',
    args: { project: 'acme/web', items: { second: { key: 'SECOND', value: `${value}-of-set`, masked: true, hidden } } },
  },
})

describe.each(costlyProgramFronts)('variables of %s', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack
  beforeAll(async () => {
    emulator = await startEmulator()
    stack = await PulumiStack.create({
      program: programOf(declared('opensesame-1')),
      waitSpeed: 50,
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
  const stored = () =>
    (emulator.state().collections.variables?.records ?? [])
      .map((record) => {
        const { key, value, hidden } = record as unknown as Record<'key' | 'value' | 'hidden', unknown>
        return { key, value, hidden }
      })
      .sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1))
  /** The output of a command, and the state after it, which contain no value. */
  const withoutValues = async (run: ReturnType<PulumiStack['up']>): Promise<string> => {
    const text = said(expectOk(await run))
    for (const one of [text, JSON.stringify(await stack.export())]) expect(one).not.toContain('opensesame')
    return text
  }

  it('updates values, restores them after a change by another user, and shows none of them', async () => {
    await withoutValues(stack.up())
    await withoutValues(stack.refresh())
    expect(await withoutValues(stack.preview())).toMatch(/3 unchanged/)
    await stack.setProgram(programOf(declared('opensesame-2')))
    expect(await withoutValues(stack.preview({ diff: true }))).toMatch(/2 to update/)
    await withoutValues(stack.up())
    for (const key of ['FIRST', 'SECOND']) {
      await fetch(`${emulator.url}/api/v4/projects/1/variables/${key}`, {
        method: 'PUT',
        headers: { 'PRIVATE-TOKEN': 'emulator-root', 'content-type': 'application/json' },
        body: JSON.stringify({ value: 'opensesame-of-another-user' }),
      })
    }
    await withoutValues(stack.refresh())
    expect(await withoutValues(stack.preview({ diff: true }))).toMatch(/2 to update/)
    await withoutValues(stack.up())
    expect(stored()).toEqual([
      { key: 'FIRST', value: 'opensesame-2', hidden: false },
      { key: 'SECOND', value: 'opensesame-2-of-set', hidden: false },
    ])
  })

  it('deletes variables before it creates them as hidden ones, and then notices only changes of the program', async () => {
    await stack.setProgram(programOf(declared('opensesame-2', true)))
    emulator.clearRequests()
    await withoutValues(stack.up())
    expect(writes().sort()).toEqual(['DELETE', 'DELETE', 'POST', 'POST'])
    await withoutValues(stack.refresh())
    expect(await withoutValues(stack.preview())).toMatch(/3 unchanged/)
    await stack.setProgram(programOf(declared('opensesame-3', true)))
    expect(await withoutValues(stack.preview({ diff: true }))).toMatch(/2 to update/)
    await withoutValues(stack.up())
    expect(stored().map(({ value }) => value)).toEqual(['opensesame-3', 'opensesame-3-of-set'])
  })
})
