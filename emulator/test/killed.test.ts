import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Run, useCli } from '../../test/shared/cli'
import { times } from '../../test/shared/test-run'

import type { EmulatorState } from '..'

const trueup = useCli()
const seed = jest.getSeed()
const kills = times(10, 200)

const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer', 'Content-Type': 'application/json' }
const colorOf = (version: number): string => `#${version.toString(16).padStart(6, '0').toUpperCase()}`
const versionOf = (color: string): number => parseInt(color.slice(1), 16)

/** What is known of a label, whose color counts its versions. Of one that is gone the version is 0. */
interface Known {
  /** The newest version in a response to any client. */
  seen: number
  /** The newest that was sent. */
  sent: number
  /** Whether its removal was sent, and whether the response arrived. */
  removal?: 'sent' | 'done'
}

/** Writes and reads until the process is gone. */
class Clients {
  readonly known = new Map<string, Known>()
  #names = 0
  #responses = 0

  /** Resolves when all clients notice that the process was killed after this number of responses. */
  async hammer(run: Run, url: string, killedAt: number): Promise<void> {
    this.#responses = 0
    const labels = `${url}/api/v4/projects/1/labels`
    const ask = async (method: string, to: string, body?: object): Promise<Response> => {
      const response = await fetch(to, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      await response.clone().text()
      if (++this.#responses === killedAt) run.kill('SIGKILL')
      return response
    }
    const untilItIsGone = (work: () => Promise<void>) =>
      (async () => {
        for (;;) await work()
      })().catch((error: Error) => {
        if (!/fetch failed|terminated/.test(error.message)) throw error
      })
    const write = async () => {
      const name = `label ${this.#names++}`
      const known: Known = { seen: 0, sent: 1 }
      this.known.set(name, known)
      const { status } = await ask('POST', labels, { name, color: colorOf(1) })
      expect(status).toBe(201)
      known.seen = 1
      while (known.sent < 4) {
        await ask('PUT', `${labels}/${name}`, { color: colorOf(++known.sent) })
        known.seen = known.sent
      }
      if (this.#names % 3) return
      known.removal = 'sent'
      await ask('DELETE', `${labels}/${name}`)
      known.removal = 'done'
    }
    const read = async () => {
      const name = `label ${Math.max(0, this.#names - 2)}`
      const known = this.known.get(name)
      const { color } = (await (await ask('GET', `${labels}/${name}`)).json()) as { color?: string }
      if (known && color) known.seen = Math.max(known.seen, versionOf(color))
    }
    await Promise.all([write, write, write, write, read, read].map(untilItIsGone))
  }

  /** What the state lacks or should not have. */
  complaints({ collections }: EmulatorState): string[] {
    const records = (collections.labels?.records ?? []) as unknown as { title: string; color: string }[]
    const versions = new Map(records.map(({ title, color }) => [title, versionOf(color)]))
    return [...this.known].flatMap(([name, { seen, sent, removal }]) => {
      const version = versions.get(name) ?? 0
      const gone = removal === 'done' || (removal === 'sent' && version === 0)
      const fine = gone ? version === 0 : version >= seen && version <= sent
      // From here on it is what it is.
      this.known.set(name, { seen: version, sent: version, ...(version === 0 && { removal: 'done' as const }) })
      return fine ? [] : [`${name}: ${seen} was seen, ${sent} sent, removal ${removal ?? 'not'} sent, has ${version}`]
    })
  }
}

describe.each(['spec', 'gitlab'] as const)('flavor %s', (flavor) => {
  it(
    `keeps all changes with a response when it is killed: ${kills} times with seed ${seed}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trueup-killed-'))
      const data = join(folder, 'world.json')
      // Such files are of the user, whatever they are called.
      const others = ['world.json.tmp', 'world.json.99999999.tmp', 'world.json.bak']
      for (const file of others) writeFileSync(join(folder, file), 'mine')
      const clients = new Clients()
      const moments = fc.sample(fc.integer({ min: 1, max: 150 }), { seed, numRuns: kills })
      let halfDone = 0
      for (const killedAt of moments) {
        const run = trueup('emulator', '--port', '0', '--quiet', '--flavor', flavor, '--data', data)
        const [, url = ''] = await run.says(/listening on (\S+)\n/)
        expect(readdirSync(folder).sort()).toEqual(['world.json', 'world.json.lock', ...others].sort())
        await clients.hammer(run, url, killedAt)
        expect(await run.ended).toBeNull()
        expect(run.output.stderr).toBe('')
        halfDone += readdirSync(folder).length - others.length - 2
        expect(clients.complaints(JSON.parse(readFileSync(data, 'utf8')) as EmulatorState)).toEqual([])
      }
      const last = trueup('emulator', '--port', '0', '--quiet', '--data', data)
      const [, url = ''] = await last.says(/listening on (\S+)\n/)
      const state = (await (await fetch(`${url}/-/state`)).json()) as EmulatorState
      expect(clients.complaints(state)).toEqual([])
      last.kill('SIGTERM')
      expect(await last.ended).toBe(0)
      expect(readdirSync(folder).sort()).toEqual(['world.json', ...others].sort())
      for (const file of others) expect(readFileSync(join(folder, file), 'utf8')).toBe('mine')
      // In the middle of a write, now and then: else this would not show much.
      expect(halfDone).toBeGreaterThan(0)
      rmSync(folder, { recursive: true })
    },
    10_000 * kills,
  )
})
