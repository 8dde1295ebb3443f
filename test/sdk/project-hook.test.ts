import { type Client, Invalid } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { client, closeClients, failure } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const hook = { url: 'https://example.com/hook' }

test.each<[string, (api: Client, secret: string) => Promise<unknown>]>([
  ['token', (api, token) => api.projectHooks.update(1, 7, { token })],
  ['header', (api, value) => api.projectHooks.update(1, 7, { custom_headers: [{ key: 'X-One', value }] })],
  ['variable', (api, value) => api.projectHooks.create(1, { ...hook, url_variables: [{ key: 'one', value }] })],
  ['single header', (api, value) => api.projectHooks.setHeader(1, 7, 'X-One', value)],
  ['single variable', (api, value) => api.projectHooks.setVariable(1, 7, 'one', value)],
  ['URL', (api, value) => api.projectHooks.create(1, { url: `https://user:${value}@example.com` })],
])('shows no secret of a hook that a response repeats: %s', async (_what, call) => {
  const secret = 'S3cr3tXyzzy'
  const reply = json({ error: `${secret} of https://user:${secret}@example.com is invalid` }, 422)
  const service = await serve(inTurn(reply))
  const error = await failure(call(client(service.url), secret))
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain(secret)
})

describe('hooks of the emulator', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  test('throws Invalid with the message of the service for a hook', async () => {
    const { projectHooks } = client(emulator.url, { token: 'emulator-maintainer' })
    const error = await failure(projectHooks.create(1, { url: 'ftp://example.com' }))
    expect(Invalid.is(error)).toBe(true)
    expect(error).toMatchObject({ serverMessage: 'Invalid url given' })
  })
})
