import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, verbsOf } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { useEmulator } from '../support/emulator'

describe('the preview of an object that already exists', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  /** Previews new resources in one process. Returns its warnings. */
  async function preview(resources: [kind: string, inputs: Json][], { olds = {} } = {}): Promise<string[]> {
    const warnings: string[] = []
    const config: Json = { 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' }
    const log = { warn: (text: string) => void warnings.push(text), status: () => {} }
    const connection = new Connection(settings({ get: (key) => config[key] }, {}), log, { retryDelayMs: 0 })
    emulator.clearRequests()
    await Promise.allSettled(
      resources.map(([kind, inputs]) =>
        verbsOf(load(kind), connection).preview!(olds, inputs, { name: `new ${kind}` }),
      ),
    )
    await connection.api.close()
    return warnings
  }
  const paths = () => emulator.requests().map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
  const label = (name: string): [string, Json] => ['label', { project: 1, name, color: '#112233' }]

  it('says that the update would fail, with one list for all labels of a project', async () => {
    await emulator.post('/projects/1/labels', { name: 'one', color: '#000000' })
    await emulator.post('/projects/1/labels', { name: 'two', color: '#000000' })
    const warnings = await preview([label('one'), label('two'), label('three')])
    expect(warnings).toEqual([
      expect.stringMatching(/^The update would fail: label "one" of 1 already exists \(id 1\/\d+\)\. To adopt it, add/),
      expect.stringMatching(/^The update would fail: label "two" of 1 already exists/),
    ])
    expect(paths().filter((path) => path === 'GET /api/v4/projects/1/labels')).toHaveLength(1)
  })

  it('reads one page of a long list if the program knows the key', async () => {
    for (let at = 0; at < 130; at++) await emulator.post('/projects/1/protected_tags', { name: `v${at}` })
    const warnings = await preview([['protected-tag', { project: 1, name: 'v0' }]])
    expect(warnings).toHaveLength(1)
    expect(paths().filter((path) => path.includes('protected_tags')).length).toBeLessThanOrEqual(2)
  })

  it('records the host of a hook that an exclusive set deletes, and no other part of its URL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trueup-records-'))
    process.env.TRUEUP_PREVIEW_RECORDS = join(folder, 'records')
    try {
      const { id } = (await emulator.post('/projects/1/hooks', { url: 'https://evil.example/opensesame' })).body as {
        id: number
      }
      const olds = { project: 1, exclusive: true, items: { [`#${id}`]: {} } }
      await preview([['project-hook-set', { project: 1, exclusive: true, items: {} }]], { olds })
      const text = readFileSync(join(folder, 'records'), 'utf8')
      expect(JSON.parse(text)).toMatchObject({
        ...{ effect: 'delete', kind: 'project-hook', id: `1/${id}`, subject: `project hook ${id}` },
        changes: [{ path: 'host', from: 'evil.example' }],
      })
      expect(text).not.toContain('opensesame')
    } finally {
      delete process.env.TRUEUP_PREVIEW_RECORDS
      rmSync(folder, { recursive: true })
    }
  })

  it('prints only the first twenty warnings', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `label ${at}`)
    for (const name of names) await emulator.post('/projects/1/labels', { name, color: '#000000' })
    expect(await preview(names.map(label))).toHaveLength(20)
  })
})
