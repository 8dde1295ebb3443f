import { client, closeClients, failure } from '../sdk/support/client'
import { inTurn, json, serve, stopServices, text } from '../sdk/support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

// A failed list can repeat URLs of mirrors that this client did not send, with passwords that are invalid in URLs.
test.each([
  ['a slash', 'https://robot:half/other@example.com/x.git'],
  ['an at sign', 'https://robot:half@other@example.com/x.git'],
  ['a question mark and a hash', 'https://robot:half?other#@example.com/x.git'],
  ['a quote', 'https://robot:half"other@example.com/x.git'],
])('does not repeat credentials of other URLs that contain %s', async (_what, url) => {
  const message = `cannot push to ${url} nor to ${url}`
  const service = await serve(inTurn(json({ message }, 400), json({ message: { base: [message] } }, 400)))
  const api = client(service.url)
  for (const asked of [api.remoteMirrors.list(1).all(), api.remoteMirrors.get(1, 2)]) {
    const { message: said } = await failure(asked)
    expect(said).toContain('cannot push to https://[redacted]@example.com/x.git nor to https://[redacted]@')
    expect(said).not.toMatch(/half|other/)
  }
})

test('keeps URLs without credentials readable', async () => {
  const message = 'see https://example.com/acme/web, or write to owner@example.com'
  const service = await serve(inTurn(text(message, 400)))
  expect((await failure(client(service.url).labels.get(1, 1))).message).toContain(message)
})
