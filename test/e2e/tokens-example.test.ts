import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

const program = readFileSync(join(__dirname, '..', '..', 'examples', 'tokens', 'index.ts'), 'utf8')

let emulator: Emulator
let stack: PulumiStack

beforeAll(async () => {
  emulator = await startEmulator({ now: '2026-06-15T12:00:00Z' })
  stack = await PulumiStack.create({
    program,
    typescript: true,
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root' },
  })
}, 60_000)
afterAll(async () => {
  await stack.close()
  await emulator.close()
})

/** An update on a day, and the tokens that work then, by name. */
async function upOn(day: string): Promise<string[]> {
  emulator.setClock(`${day}T12:00:00Z`)
  stack.setEnv({ TRUEUP_TEST_NOW: `${day}T12:00:00Z` })
  expectOk(await stack.up())
  expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  const tokens = emulator.state().collections.access_tokens!.records as unknown as Record<string, unknown>[]
  return tokens.flatMap(({ name, group_id, revoked }) => (group_id !== null && !revoked ? [String(name)] : [])).sort()
}

const mirrors = () => emulator.state().collections.remote_mirrors!.records.length

it('the tokens of the example follow one another as it says', async () => {
  expect(await upOn('2026-06-15')).toEqual(['mirroring', 'registry'])
  // Forty days later the mirror has the next one of its own, and a month after that the machines have two.
  expect(await upOn('2026-07-26')).toEqual(['mirroring', 'registry'])
  expect(emulator.requests().filter(({ path }) => path.endsWith('/rotate'))).toHaveLength(1)
  expect(await upOn('2026-08-16')).toEqual(['mirroring', 'registry', 'registry'])
  expect(await upOn('2026-08-31')).toEqual(['mirroring', 'registry'])
  expect(mirrors()).toBe(1)
}, 120_000)
