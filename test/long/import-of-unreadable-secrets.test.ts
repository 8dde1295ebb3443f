import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said } from '../support/pulumi'

const program = `
resources:
  hidden:
    type: trueup:ProjectVariable
    properties: { project: 1, key: K, value: not-shown, masked: true, hidden: true }
  hook:
    type: trueup:ProjectHook
    properties: { project: 1, url: "https://example.com/a", pushEvents: true, customHeaders: { X-Key: not-shown } }
`

let emulator: Emulator
let stack: PulumiStack

beforeAll(async () => {
  emulator = await startEmulator({ flavor: 'gitlab' })
  stack = await PulumiStack.create({
    language: 'yaml',
    plugins,
    program,
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
  })
})

afterAll(async () => {
  await stack?.close()
  await emulator?.close()
})

async function created(path: string, body: object): Promise<{ id: number }> {
  const response = await fetch(`${emulator.url}/api/v4/projects/1/${path}`, {
    method: 'POST',
    headers: { 'private-token': 'emulator-maintainer', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { id: number }
}

it('imports objects whose secrets no response contains, without the report of a bug in the provider', async () => {
  await created('variables', { key: 'K', value: 'not-shown', masked_and_hidden: true })
  const headers = [{ key: 'X-Key', value: 'not-shown' }]
  const { id } = await created('hooks', { url: 'https://example.com/a', custom_headers: headers })
  const resources = [
    { type: 'trueup:index:ProjectVariable', name: 'hidden', id: '1/K~*' },
    { type: 'trueup:index:ProjectHook', name: 'hook', id: `1/${id}` },
  ]
  await writeFile(join(stack.place.cwd, 'import.json'), JSON.stringify({ resources }))
  const imported = expectOk(await stack.run('import', '--file', 'import.json', '--yes', '--protect=false'))
  expect(said(imported)).not.toMatch(/bug in the|failed to validate/)
  expect(said(imported)).toMatch(/project variable "K".* was imported without the value of value/)
  expect(said(imported)).toMatch(/project hook .* was imported without the value of customHeaders/)
  emulator.clearRequests()
  expectOk(await stack.up())
  const sent = emulator.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))
  expect(sent.sort()).toEqual([
    `PUT /api/v4/projects/1/hooks/${id}`,
    expect.stringMatching(/^PUT \/api\/v4\/projects\/1\/variables\/K\b/),
  ])
  expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
})
