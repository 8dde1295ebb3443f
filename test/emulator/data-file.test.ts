import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'

const folder = mkdtempSync(join(tmpdir(), 'trueup-emulator-'))
const file = join(folder, 'world.json')
afterEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer', 'Content-Type': 'application/json' }
const labels = ({ url }: Emulator) => `${url}/api/v4/projects/1/labels`
const create = (emulator: Emulator, name: string) =>
  fetch(labels(emulator), { method: 'POST', headers, body: JSON.stringify({ name, color: 'red' }) })

it('keeps everything across restarts', async () => {
  const first = await startEmulator({ data: file })
  await create(first, 'bug')
  await create(first, 'gone')
  await fetch(`${labels(first)}/gone`, { method: 'DELETE', headers })
  await first.close()

  const second = await startEmulator({ data: file })
  expect(await (await fetch(labels(second), { headers })).json()).toMatchObject([{ id: 1, name: 'bug' }])
  expect(await (await create(second, 'next')).json()).toMatchObject({ id: 3 })
  await second.close()
})

it('is there from the start, whole, with nothing beside it', async () => {
  const emulator = await startEmulator({ data: file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(emulator.state())
  await Promise.all(Array.from({ length: 50 }, (_, at) => create(emulator, `label ${at}`)))
  await emulator.close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(emulator.state())
  expect(readdirSync(folder)).toEqual(['world.json'])
})

it('takes over a state that was put', async () => {
  const emulator = await startEmulator({ data: file })
  emulator.setState({ version: 1, collections: {} })
  await emulator.close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, collections: {} })
})

it.each([
  ['no JSON', '{"version": 1, '],
  ['no state', '{"name": "something else"}'],
  ['empty', ''],
])('refuses a file that is %s, and leaves it as it is', async (_case, content) => {
  writeFileSync(file, content)
  await expect(startEmulator({ data: file })).rejects.toThrow(
    /^The data file .*world\.json cannot be used: .*\. It was left as it is; repair it, or move it away to begin with the seed world again\.$/,
  )
  expect(readFileSync(file, 'utf8')).toBe(content)
})

it.each([
  ['cannot be read', folder, /cannot be read \(EISDIR\)/],
  ['cannot be written', join(folder, 'none', 'world.json'), /cannot be written \(ENOENT\)/],
])('refuses a path that %s', async (_case, data, message) => {
  await expect(startEmulator({ data })).rejects.toThrow(message)
})
