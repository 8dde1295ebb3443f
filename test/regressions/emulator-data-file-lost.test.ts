import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '../../emulator'

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-data-'))
  data = join(folder, 'world.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('contains each acknowledged write even if the emulator is killed right after it', async () => {
  const emulator = await startEmulator({ data })
  const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer' }
  const body = new URLSearchParams({ name: 'bug', color: 'red' })
  await fetch(`${emulator.url}/api/v4/projects/1/labels`, { method: 'POST', headers, body })
  expect(readFileSync(data, 'utf8')).toContain('"bug"')
  await emulator.close()
})

it('keeps a symbolic link, and creates a file that other users cannot read', async () => {
  symlinkSync('real.json', data)
  const emulator = await startEmulator({ data })
  emulator.setState(emulator.state())
  await emulator.close()
  expect(lstatSync(data).isSymbolicLink()).toBe(true)
  expect(statSync(data).mode & 0o777).toBe(0o600)
})

it('does not overwrite a data file that is not UTF-8', async () => {
  const content = Buffer.from('{"version":1,"collections":{"\xff":{"next":1,"records":[]}}}', 'latin1')
  writeFileSync(data, content)
  await expect(startEmulator({ data })).rejects.toThrow('it is not valid UTF-8')
  expect(readFileSync(data)).toEqual(content)
})

it('does not show the contents of a broken data file in the error', async () => {
  writeFileSync(data, 'glpat-Zx9')
  const error = await startEmulator({ data }).catch((caught: Error) => caught)
  expect((error as Error).message).not.toContain('Zx9')
})

it('allows one emulator at a time to use a data file', async () => {
  const emulator = await startEmulator({ data })
  await expect(startEmulator({ data })).rejects.toThrow('is in use by process')
  await emulator.close()
})
