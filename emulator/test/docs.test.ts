import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { page } from '../../test/shared/markdown'

import { startEmulator } from '..'

const { blocks } = page('docs/testing-with-the-emulator.md')

interface Shown {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** The fields of the response that the page shows. */
  expected?: unknown
}

/** The curl commands in a code block, with their responses. */
function callsIn(text: string): Shown[] {
  return text
    .split(/^(?=\$ )/m)
    .filter((part) => part.startsWith('$ curl '))
    .map((part) => {
      const [line = '', ...output] = part.split('\n')
      const [, json] = / --json '([^']*)'/.exec(line) ?? []
      const [, name, value] = / -H '([^:]*): ([^']*)'/.exec(line) ?? []
      const method = / -X (\w+)/.exec(line)?.[1] ?? (json === undefined ? 'GET' : 'POST')
      const path = / \$URL(\S+)$/.exec(line)?.[1]
      if (path === undefined) throw new Error(`not understood: ${line}`)
      const headers = {
        ...(name && { [name]: value! }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      }
      const shown = output.join('\n').trim()
      return {
        method,
        path,
        headers,
        ...(json !== undefined && { body: json }),
        ...(shown !== '' && { expected: JSON.parse(shown) as unknown }),
      }
    })
}

describe('docs/testing-with-the-emulator.md', () => {
  it('shows the actual responses to its requests', async () => {
    const calls = blocks.filter(({ language }) => language === 'console').flatMap(({ text }) => callsIn(text))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['POST /-/clock', 'POST /-/faults', 'GET /-/requests', 'PUT /-/alert-integrations']),
    )
    const emulator = await startEmulator()
    for (const { path, expected, ...init } of calls) {
      const response = await fetch(`${emulator.url}${path}`, init)
      const text = await response.text()
      expect({ path, body: text === '' ? undefined : (JSON.parse(text) as unknown) }).toMatchObject({
        path,
        body: expected,
      })
    }
    await emulator.close()
  })

  it('shows a valid world', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-docs-'))
    const file = join(folder, 'world.yaml')
    writeFileSync(file, blocks.find(({ language }) => language === 'yaml')!.text)
    const emulator = await startEmulator({ world: file })
    const get = async (path: string, token: string) =>
      (await fetch(`${emulator.url}/api/v4${path}`, { headers: { 'PRIVATE-TOKEN': token } })).json()
    expect(await get('/projects/shop%2Fweb/environments', 'bens-read-only-token')).toMatchObject([
      { name: 'production' },
      { name: 'qa', tier: 'testing' },
    ])
    expect(await get('/user', 'emulator-anna')).toMatchObject({ name: 'Anna Adams', email: 'anna@shop.example' })
    await emulator.close()
    rmSync(folder, { recursive: true })
  })
})
