import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform } from 'sucrase'
import { type Emulator, startEmulator } from '../../emulator'
import { expectOk, PulumiStack } from '../support/pulumi'
import { typeErrors } from '../support/type-errors'

const [tokens, operations] = ['tokens', 'operations'].map((name) =>
  resolve(__dirname, '..', '..', 'examples', name, 'index.ts'),
) as [string, string]
const { code } = transform(readFileSync(tokens, 'utf8'), { transforms: ['typescript', 'imports'] })

let emulator: Emulator
let stack: PulumiStack

beforeAll(async () => {
  emulator = await startEmulator({ flavor: 'spec', now: '2026-06-15T12:00:00Z' })
  stack = await PulumiStack.create({
    program: code,
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root' },
  })
}, 60_000)
afterAll(async () => {
  await stack.close()
  await emulator.close()
})

// Together with the one that `further-kinds.test.ts` runs.
it('has no type errors in the examples', async () => {
  expect(await typeErrors(tokens, operations)).toBe('')
}, 60_000)

/** An update on a day, and the tokens that work then, by name. */
async function upOn(day: string): Promise<string[]> {
  emulator.setClock(`${day}T12:00:00Z`)
  stack.setEnv({ TRUEUP_TEST_NOW: `${day}T12:00:00Z` })
  expectOk(await stack.up())
  const all = emulator.state().collections.access_tokens!.records as unknown as Record<string, unknown>[]
  const isPersonal = (one: Record<string, unknown>) => (one.group_id ?? one.project_id ?? null) === null
  return all.flatMap((one) => (isPersonal(one) || one.revoked ? [] : [String(one.name)])).sort()
}

const expectNothingToDo = async () => expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
const mirrors = () => emulator.state().collections.remote_mirrors!.records.length

it('rotates the tokens of the example as described', async () => {
  expect(await upOn('2026-06-15')).toEqual(['mirroring', 'registry', 'release'])
  await expectNothingToDo()
  // Forty days later, the tokens of the mirror and the pipelines have been rotated. A month after that, the machines have two.
  expect(await upOn('2026-07-26')).toEqual(['mirroring', 'registry', 'release'])
  expect(emulator.requests().filter(({ path }) => path.endsWith('/rotate'))).toHaveLength(2)
  await expectNothingToDo()
  expect(await upOn('2026-08-16')).toEqual(['mirroring', 'registry', 'registry', 'release'])
  // With one that was rotated in place, the mirror that has its value, and one with an overlap.
  await expectNothingToDo()
  expect(await upOn('2026-08-31')).toEqual(['mirroring', 'registry', 'release'])
  await expectNothingToDo()
  expect(mirrors()).toBe(1)
}, 120_000)
