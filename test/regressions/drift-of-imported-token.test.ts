import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNow, useEmulator } from '../support/emulator'
import { type StackResource, useFakeStacks } from '../support/fake-stacks'
import { useWarmCli } from '../support/warm-cli'

const emulator = useEmulator()
const stacks = useFakeStacks()
const cli = useWarmCli()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-imported-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function trueup(now: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const settings = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', TRUEUP_TEST_NOW: now }
  const run = cli.in({ cwd: stacks.folder, env: { PATH: stacks.path, ...settings } })(...args)
  const code = await run.ended
  const { stdout, stderr } = run.output
  return { code, said: (stdout + stderr).replace(/^warning: TRUEUP_TEST_NOW .*\n/gm, '') }
}

/** Writes the stack like `pulumi import --file` does: the resources as in the file, without defaults. */
function imported(): void {
  const { resources } = JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8')) as {
    resources: (StackResource & { type: string })[]
  }
  expect(resources.map(({ type }) => type.replace(/.*:/, ''))).toEqual(['GroupAccessToken'])
  expect(resources[0]?.inputs).not.toHaveProperty('rotation')
  stacks.add(
    'test',
    resources.map((one) => ({ ...one, kind: 'group-access-token' })),
  )
}

beforeEach(async () => {
  const made = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-09-01' }
  await emulator.post('/groups/10/access_tokens', made, { as: 'owner' })
  const args = ['export', '--group', 'acme', '--out', folder, '--force']
  expect(await trueup(testNow, ...args)).toMatchObject({ code: 0 })
  imported()
})

it('compares an imported group access token before its first update', async () => {
  const { code, said } = await trueup(testNow, 'drift')
  expect({ code, said }).toEqual({ code: 0, said: 'No drift.\n1 resource of 1 stack compared.\n' })
})

it('does not report an imported group access token as deleted if it expired as declared', async () => {
  const later = '2026-10-20T12:00:00Z'
  emulator.setClock(later)
  const { said } = await trueup(later, 'drift')
  expect(said).toContain('expired on the declared date')
  expect(said).toContain('No drift.')
})
