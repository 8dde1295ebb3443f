import { type Client, Conflict, ConnectionError, Invalid, NotFound } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { client, closeClients, failure } from './support/client'
import { hangUp, inTurn, json, serve, stopServices, text } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const variable = { key: 'DATABASE', value: 'postgres://db', environment_scope: '*' }
const filter = { environment_scope: 'review/*' }

describe.each(['projects', 'groups'] as const)('the variables of %s', (parents) => {
  const of = (api: Client) => (parents === 'projects' ? api.projectVariables : api.groupVariables)

  test('repeats an update whose response was lost, unless it changes the environment scope', async () => {
    const service = await serve(inTurn(hangUp, json(variable), hangUp))
    const variables = of(client(service.url))
    await variables.update(1, 'DATABASE', { value: 'x', environment_scope: 'review/*' }, filter)
    expect(service.lines()).toHaveLength(2)
    const error = await failure(variables.update(1, 'DATABASE', { environment_scope: 'staging' }, filter))
    expect(ConnectionError.is(error)).toBe(true)
    expect(service.lines()).toHaveLength(3)
  })

  const secret = 'S3cr3t"Xyzzy\n'

  test.each<[string, (api: Client) => Promise<unknown>]>([
    ['a new variable', (api) => of(api).create(1, { key: 'PLAIN_NAME', value: secret, description: 'the database' })],
    ['an update', (api) => of(api).update(1, 'PLAIN_NAME', { value: secret, description: 'the database' })],
  ])('shows no value of %s that a response repeats', async (_what, call) => {
    const sent = JSON.stringify({ value: secret })
    const replies = [json({ message: `the database: ${sent} is invalid: ${secret}` }, 400), text(`<p>${sent}</p>`, 500)]
    for (const reply of replies) {
      const service = await serve(inTurn(reply))
      const api = client(service.url, { maxRetries: 1 })
      const error = await failure(call(api))
      expect(JSON.stringify([error, error.message, error.stack, api.retries])).not.toMatch(/S3cr3t|Xyzzy/)
      expect(error.message).toContain('[redacted]')
      expect(error.message.includes('the database')).toBe(error['status'] === 400)
    }
  })

  test('explains a refused value that is too long for one pattern', async () => {
    const service = await serve(inTurn(json({ message: { value: ['is invalid'] } }, 400)))
    const error = await failure(of(client(service.url)).create(1, { key: 'CERT', value: 'x'.repeat(700_000) }))
    expect(error).toMatchObject({ fields: { value: ['is invalid'] } })
  })
})

describe('variables of the emulator', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  test('changes and deletes one of several variables with the same key', async () => {
    const { projectVariables } = client(emulator.url, { token: 'emulator-maintainer' })
    const [all, staging] = [{ environment_scope: '*' }, { environment_scope: 'staging' }]
    await projectVariables.create(1, { key: 'A', value: 'one' })
    await projectVariables.create(1, { key: 'A', value: 'two', ...staging })
    expect(Conflict.is(await failure(projectVariables.get(1, 'A')))).toBe(true)
    expect(await projectVariables.update(1, 'A', { value: 'three' }, staging)).toMatchObject({ value: 'three' })
    expect(await projectVariables.get(1, 'A', all)).toMatchObject({ value: 'one' })
    await projectVariables.delete(1, 'A', all)
    expect(await projectVariables.list(1).all()).toMatchObject([{ key: 'A', value: 'three' }])
    expect(NotFound.is(await failure(projectVariables.get(1, 'A', all)))).toBe(true)
  })

  test('throws Invalid for a second variable with the same key and environment scope', async () => {
    const { groupVariables } = client(emulator.url, { token: 'emulator-owner' })
    await groupVariables.create('acme', { key: 'A', value: 'one', masked_and_hidden: false })
    const error = await failure(groupVariables.create('acme', { key: 'A', value: 'two' }))
    expect(Invalid.is(error)).toBe(true)
    expect(error).toMatchObject({ fields: { key: ['(A) has already been taken'] } })
  })
})
