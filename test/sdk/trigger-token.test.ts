import { inspect } from 'node:util'
import { client, closeClients, failure } from './support/client'
import { hangUp, inTurn, json, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const token = 'glptt-abcdefghijklmnopqrst'

describe('a pipeline trigger', () => {
  const run = { ref: 'release/1.0', token, variables: { REGION: 'eu' }, inputs: { level: 3 } }

  test('sends the trigger token in the body and the access token in the header', async () => {
    const service = await serve(inTurn(json({ id: 1, status: 'created', source: 'trigger' }, 201)))
    const pipeline = await client(service.url, { token: 'own' }).triggerTokens.run('acme/web', run)
    expect(pipeline).toEqual({ id: 1, status: 'created', source: 'trigger' })
    expect(service.lines()).toEqual(['POST /api/v4/projects/acme%2Fweb/trigger/pipeline'])
    expect(JSON.parse(service.received[0]!.body)).toEqual(run)
    expect(service.received[0]?.headers).toMatchObject({ 'private-token': 'own' })
    expect(inspect(service.received[0]?.headers)).not.toContain(token)
  })

  test('triggers a pipeline without an access token', async () => {
    const service = await serve(inTurn(json({ id: 1 }, 201)))
    await client(service.url, { token: undefined }).triggerTokens.run(1, run)
    expect(service.received[0]?.headers).not.toHaveProperty('private-token')
  })

  test('writes variables with brackets in a form', async () => {
    const service = await serve(inTurn(json({ id: 1 }, 201)))
    const { triggerTokens } = client(service.url, { bodyEncoding: 'form' })
    await triggerTokens.run(1, { ref: 'main', token, variables: { A: 'x y' } })
    expect(service.received[0]?.body).toBe(`ref=main&token=${token}&variables%5BA%5D=x+y`)
  })

  test('does not repeat a trigger whose response was lost', async () => {
    const service = await serve(inTurn(hangUp))
    const error = await failure(client(service.url).triggerTokens.run(1, run))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: true })
    expect(service.received).toHaveLength(1)
  })
})

describe('secrets of a body', () => {
  test.each([
    ['a token', token],
    ['a token that JSON and URLs escape', 'a"b\\c/d e+é'],
    ['a token with an unpaired surrogate', 'secret\ud800'],
  ])('hides a secret in errors and retries that repeat it: %s', async (_what, secret) => {
    const percent = encodeURIComponent(Buffer.from(secret).toString())
    const echo = { message: { base: [`no such token: ${secret}`] }, at: percent }
    const service = await serve(inTurn(json(echo, 429), json(echo, 400), text(`what is ${secret}?`, 500)))
    const api = client(service.url)
    const run = () => failure(api.triggerTokens.run(1, { ref: 'main', token: secret }))
    const errors = [await run(), await run()]
    expect(api.retries).toHaveLength(1)
    for (const shown of [...errors.flatMap((error) => [error.message, error['body']]), api.retries]) {
      const text = JSON.stringify(shown)
      for (const spelling of [secret, percent]) expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1))
      expect(text).toContain('[redacted]')
    }
  })

  test('hides a nested secret under any name', async () => {
    const variables = { DEPLOY_TOKEN: 'first-secret', nested_password: 'second', REGION: 'eu-west' }
    const service = await serve(inTurn(text('first-secret second eu-west', 400)))
    const error = await failure(client(service.url).triggerTokens.run(1, { ref: 'main', token: '', variables }))
    expect(error['serverMessage']).toBe('[redacted] [redacted] [redacted]')
  })

  test('hides the longer of two secrets with a common prefix completely', async () => {
    const service = await serve(inTurn(text('abcdef', 400)))
    const variables = { TOKEN: 'abcdef' }
    const error = await failure(client(service.url).triggerTokens.run(1, { ref: 'main', token: 'abc', variables }))
    expect(error['serverMessage']).toBe('[redacted]')
  })
})
