import { inspect } from 'node:util'
import type { AccessToken, Client, NewAccessToken } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { hangUp, inTurn, json, type Reply, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const token: AccessToken = {
  id: 7,
  user_id: 70,
  name: 'deploy',
  scopes: ['api'],
  access_level: 40,
  expires_at: '2027-01-31',
  created_at: '2026-11-21T12:00:00.000Z',
  active: true,
  revoked: false,
}
const minted: NewAccessToken = { ...token, token: 'glpat-freshly-minted-secret' }
const create = { name: 'deploy', scopes: ['api'], expires_at: '2027-01-31', access_level: 30, description: null }

test('types the secret only in responses that create a token', () => {
  type Api = Client['groupAccessTokens']
  type Shows<K extends keyof Api> = Api[K] extends (...args: never[]) => Promise<{ token: string }> ? true : false
  const shows: { [K in 'get' | 'create' | 'rotate' | 'rotateSelf']: Shows<K> } = {
    get: false,
    create: true,
    rotate: true,
    rotateSelf: true,
  }
  expect(Object.keys(shows)).toHaveLength(4)
})

const writes: [string, (api: Client) => Promise<unknown>][] = [
  ['create', ({ groupAccessTokens }) => groupAccessTokens.create(10, create)],
  ['rotate', ({ groupAccessTokens }) => groupAccessTokens.rotate(10, 7)],
  ['rotateSelf', ({ groupAccessTokens }) => groupAccessTokens.rotateSelf(10)],
]

/** Responses that are lost, each with a secret in its unread part. */
const losses: [string, Reply][] = [
  ['no response', hangUp],
  ['an error', json({ message: 'late', ...minted }, 503)],
  ['half of a response', cutOff],
  ['a response that is not JSON', text(`<p>{"token": "${minted.token}"`)],
  ['a response with a broken frame', brokenFrame],
]

describe.each(writes)('%s', (_name, write) => {
  test.each(losses)('sends the request once, and shows no secret, after %s', async (_loss, reply) => {
    const service = await serve(inTurn(reply))
    const api = client(service.url, { token: 'own-secret' })
    const error = await failure(write(api))
    expect(error['sent'] ?? error['status']).toBeTruthy()
    expect(service.received).toHaveLength(1)
    expect(api.retries).toEqual([])
    const shown = inspect(error, { depth: Infinity, showHidden: true }) + error.stack
    expect(shown).not.toContain(minted.token)
    expect(shown).not.toContain('own-secret')
  })

  test('retries after a 429 without showing a secret', async () => {
    const service = await serve(inTurn(json({ message: `{"token":"${minted.token}"}`, ...minted }, 429), json(minted)))
    const api = client(service.url)
    expect(await write(api)).toEqual(minted)
    expect(service.received).toHaveLength(2)
    expect(api.retries).toHaveLength(1)
    expect(inspect(api.retries)).not.toContain(minted.token)
  })
})

function cutOff(...[response, socket]: Parameters<Reply>): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write(JSON.stringify(minted), () => socket.destroy())
}

/** A chunk that is longer than announced. The error of the parser then contains the data. */
function brokenFrame(...[, socket]: Parameters<Reply>): void {
  socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${JSON.stringify(minted)}`)
}
