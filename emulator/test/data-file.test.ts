import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Emulator, startEmulator } from '..'

const folder = mkdtempSync(join(tmpdir(), 'trueup-emulator-'))
const file = join(folder, 'world.json')
beforeEach(() => mkdirSync(folder, { recursive: true }))
afterEach(() => rmSync(folder, { recursive: true }))

const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer', 'Content-Type': 'application/json' }
const labels = ({ url }: Emulator) => `${url}/api/v4/projects/1/labels`
const create = (emulator: Emulator, name: string) =>
  fetch(labels(emulator), { method: 'POST', headers, body: JSON.stringify({ name, color: 'red' }) })

it('keeps the state across restarts', async () => {
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

it('writes a complete data file at the start, and no other files', async () => {
  const emulator = await startEmulator({ data: file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(emulator.state())
  await Promise.all(Array.from({ length: 50 }, (_, at) => create(emulator, `label ${at}`)))
  await emulator.close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(emulator.state())
  expect(readdirSync(folder)).toEqual(['world.json'])
})

it('saves a state that was set', async () => {
  const emulator = await startEmulator({ data: file })
  emulator.setState({ version: 1, collections: {} })
  await emulator.close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, collections: {} })
})

it('saves changes before it sends the response', async () => {
  const emulator = await startEmulator({ data: file })
  const held = () => JSON.parse(readFileSync(file, 'utf8')) as unknown
  for (let at = 0; at < 20; at++) {
    await create(emulator, `label ${at}`)
    expect(held()).toEqual(emulator.state())
  }
  await fetch(`${emulator.url}/-/state`, { method: 'PUT', body: '{"version":1,"collections":{}}' })
  expect(held()).toEqual({ version: 1, collections: {} })
  await emulator.close()
})

it('contains each acknowledged write even if the emulator is killed right after it', async () => {
  const emulator = await startEmulator({ data: file })
  await create(emulator, 'bug')
  expect(readFileSync(file, 'utf8')).toContain('"bug"')
  await emulator.close()
})

it.each([
  ['no JSON', '{"version": 1, ', 'it is not valid JSON, or is incomplete'],
  ['cut off', (text: string) => text.slice(0, text.length / 2), 'it is not valid JSON, or is incomplete'],
  ['no state', '{"name": "something else"}', 'this is not an emulator state of version 1'],
  [
    'of a newer release',
    '{"version":2,"collections":{}}',
    'this is an emulator state of version 2, but this release only supports version 1: upgrade trueup',
  ],
  ['empty', '', 'it is empty'],
  ['blank', ' \n', 'it is empty'],
  [
    'no UTF-8',
    Buffer.from('{"version":1,"collections":{"x\xff":{"next":1,"records":[]}}}', 'latin1'),
    'it is not valid UTF-8',
  ],
  ['all zeros', Buffer.alloc(4096), 'it is not valid JSON, or is incomplete'],
  [
    'of records that nothing could find',
    '{"version":1,"collections":{"redirects":{"next":2,"records":[{"id":1}]}}}',
    'record 1 of collection redirects of the emulator state lacks a field of an index',
  ],
])('refuses a data file that is %s, and does not change it', async (_case, content, reason) => {
  if (typeof content === 'function') {
    await (await startEmulator({ data: file })).close()
    writeFileSync(file, content(readFileSync(file, 'utf8')))
  } else writeFileSync(file, content)
  const before = readFileSync(file)
  await expect(startEmulator({ data: file })).rejects.toThrow(
    `The data file ${file} cannot be used: ${reason}. The file was not changed. ` +
      'Repair it, or move it away to start with the seed world.',
  )
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(folder)).toEqual(['world.json'])
})

it('does not overwrite a data file that is not UTF-8', async () => {
  const content = Buffer.from('{"version":1,"collections":{"\xff":{"next":1,"records":[]}}}', 'latin1')
  writeFileSync(file, content)
  await expect(startEmulator({ data: file })).rejects.toThrow('it is not valid UTF-8')
  expect(readFileSync(file)).toEqual(content)
})

it('does not show the contents of a broken data file in the error', async () => {
  writeFileSync(file, 'glpat-Zx9')
  const error = await startEmulator({ data: file }).catch((caught: Error) => caught)
  expect((error as Error).message).not.toContain('Zx9')
})

it('refuses a path that is not a regular file, without reading it', async () => {
  execFileSync('mkfifo', [file])
  await expect(startEmulator({ data: file })).rejects.toThrow(
    /cannot be read: it is not a regular file\. Name another file\.$/,
  )
  expect(lstatSync(file).isFIFO()).toBe(true)
})

it.each([
  ['cannot be read', folder, /cannot be read: it is a folder\. Name another file\.$/],
  ['cannot be written', join(folder, 'none', 'world.json'), /cannot be written \(ENOENT\)/],
])('refuses a data file whose path %s', async (_case, data, message) => {
  await expect(startEmulator({ data })).rejects.toThrow(message)
})

describe('properties of the data file', () => {
  it('keeps a symbolic link', async () => {
    const link = join(folder, 'link.json')
    symlinkSync('target.json', link)
    for (const names of [['bug'], ['bug', 'bug 2']]) {
      const emulator = await startEmulator({ data: link })
      await create(emulator, names.at(-1)!)
      await emulator.close()
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(lstatSync(join(folder, 'target.json')).isFile()).toBe(true)
    }
    expect(readFileSync(link, 'utf8')).toContain('"bug 2"')
    expect(readdirSync(folder).sort()).toEqual(['link.json', 'target.json'])
  })

  it('keeps a symbolic link, and creates a file that other users cannot read', async () => {
    symlinkSync('real.json', file)
    const emulator = await startEmulator({ data: file })
    emulator.setState(emulator.state())
    await emulator.close()
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('keeps the permissions, and creates a new file for its owner only', async () => {
    const mode = () => (statSync(file).mode & 0o777).toString(8)
    const first = await startEmulator({ data: file })
    expect(mode()).toBe('600')
    chmodSync(file, 0o664)
    await create(first, 'bug')
    expect(mode()).toBe('664')
    await first.close()
  })
})

describe('two emulators with the same data file', () => {
  const inUse =
    /^The data file .*world\.json is in use by process \d+: stop that emulator, or name another file\. If that process is not an emulator, delete .*world\.json\.lock\.$/

  it('allows one emulator at a time to use a data file', async () => {
    const emulator = await startEmulator({ data: file })
    await expect(startEmulator({ data: file })).rejects.toThrow('is in use by process')
    await emulator.close()
  })

  it('refuses a second emulator, even with another path of the file', async () => {
    const first = await startEmulator({ data: file })
    symlinkSync(file, join(folder, 'link.json'))
    for (const data of [file, join(folder, 'link.json'), join(folder, '.', 'world.json')]) {
      await expect(startEmulator({ data })).rejects.toThrow(inUse)
    }
    await create(first, 'bug')
    await first.close()
    const second = await startEmulator({ data: file })
    expect(await (await fetch(labels(second), { headers })).json()).toMatchObject([{ name: 'bug' }])
    await second.close()
  })

  it('refuses a second emulator while the process of the first one runs', async () => {
    // The one that runs the tests.
    writeFileSync(`${file}.lock`, `${process.ppid}\n`)
    writeFileSync(`${file}.${process.ppid}.tmp`, 'of the other')
    await expect(startEmulator({ data: file })).rejects.toThrow(inUse)
    expect(readdirSync(folder).sort()).toEqual([`world.json.${process.ppid}.tmp`, 'world.json.lock'].sort())
  })

  it.each([
    ['of a process that is gone', '99999999\n'],
    ['of a process before this one, which had the same id', `${process.pid}\n`],
    ['of nobody: it was killed too soon', ''],
  ])('ignores a lock %s', async (_case, lock) => {
    writeFileSync(`${file}.lock`, lock)
    if (lock) writeFileSync(`${file}.${lock.trim()}.tmp`, '{"version":1,"coll')
    const emulator = await startEmulator({ data: file })
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(`${process.pid}\n`)
    await emulator.close()
    expect(readdirSync(folder)).toEqual(['world.json'])
  })

  it('releases the lock if the start fails', async () => {
    const busy = await startEmulator()
    await expect(startEmulator({ data: file, port: Number(new URL(busy.url).port) })).rejects.toThrow('is taken')
    await busy.close()
    expect(readdirSync(folder)).toEqual(['world.json'])
    await (await startEmulator({ data: file })).close()
  })
})

it('continues in memory with an error message while the file cannot be written, and writes it again later', async () => {
  const said: string[] = []
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const emulator = await startEmulator({ data: file })
  rmSync(folder, { recursive: true })
  expect((await create(emulator, 'bug')).status).toBe(201)
  expect(said).toEqual([
    expect.stringMatching(/^trueup emulator: The data file .* cannot be written \(ENOENT\): .*\n$/),
  ])
  mkdirSync(folder)
  // Also without another change.
  await emulator.close()
  spy.mockRestore()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(emulator.state())
  expect(readdirSync(folder)).toEqual(['world.json'])
})
