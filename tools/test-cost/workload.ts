import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Script } from 'node:vm'
import { gunzipSync, gzipSync } from 'node:zlib'

/*
 * A fixed amount of the work that tests do: compiling, objects, text, hashes, requests on a real socket, and processes.
 * The cost of `npm test` is compared with it. A change here makes the recorded cost meaningless: record it again.
 */

const rounds = 20

/** Pseudo-random numbers, which are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let value = seed; ;) yield (value = (value * 1_103_515_245 + 12_345) % 2 ** 31)
}

function computeOnce(round: number): string {
  const source = numbers(round + 1)
  const objects = Array.from({ length: 20_000 }, () => {
    const id = source.next().value
    return { id, name: `label ${id % 1_000}`, color: `#${(id % 2 ** 24).toString(16)}`, of: { project: id % 97 } }
  })
  const copies = JSON.parse(JSON.stringify(objects)) as typeof objects
  copies.sort((one, other) => one.of.project - other.of.project || one.name.localeCompare(other.name, 'en'))
  const text = copies.map(({ name, color }) => `${name.replace(/\d+/g, (digits) => `(${digits})`)}${color}`).join('\n')
  const functions = Array.from(
    { length: 2_000 },
    (_, at) => `function f${at}(a) { return [a, ${at}].map((x) => x + 1) }`,
  )
  new Script(functions.join('\n')).runInThisContext()
  return createHash('sha256')
    .update(gunzipSync(gzipSync(text)))
    .digest('hex')
}

async function send(count: number): Promise<void> {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"id":1}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (let at = 0; at < count; at++) {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: `/${at}` }).end(JSON.stringify({ at }))
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
    response.resume()
    await once(response, 'end')
  }
  server.close()
  server.closeAllConnections()
}

async function main(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    computeOnce(round)
    await send(500)
    spawnSync(process.execPath, ['-e', 'require("node:http"); require("node:crypto")'])
  }
}

void main()
