import { useEmulator } from './support/emulator'
import { type MadeToken, usual, withToken } from './support/group-token'

import type { Flavor } from '..'

const tokens = '/projects/1/access_tokens'
const refusal = (reason: string) => ({ status: 400, body: { message: `400 Bad request - ${reason}` } })
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }

describe.each<Flavor>(['spec', 'gitlab'])('project access tokens, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const create = (more: object = {}, as = 'maintainer', path = tokens) =>
    emulator.post(path, { ...usual, ...more }, { as })
  const make = async (more: object = {}, as = 'maintainer', path = tokens): Promise<MadeToken> => {
    const { status, body } = await create(more, as, path)
    expect(status).toBe(201)
    return body as MadeToken
  }

  it('creates a token with a bot user in the project, and shows the secret once', async () => {
    const { token, ...made } = await make({ access_level: 30 })
    expect(made).toMatchObject({ name: 'deploy', scopes: ['api'], access_level: 30, active: true, revoked: false })
    const { body } = await emulator.get(`${tokens}/${made.id}`)
    expect(body).toEqual(made)
    const bot = { as: null, headers: { 'PRIVATE-TOKEN': token } }
    expect(await emulator.get('/user', bot)).toMatchObject({
      status: 200,
      body: { id: made.user_id, username: expect.stringMatching(/^project_1_bot_[0-9a-f]{32}$/) },
    })
    const label = { name: 'bug', color: 'red' }
    expect(await emulator.post('/projects/1/labels', label, bot)).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/2/labels', label, bot)).toMatchObject({ status: 403 })
  })

  it('lists the tokens of the project only, without their secrets', async () => {
    await make({ name: 'of another project' }, 'owner', '/projects/2/access_tokens')
    await make({ name: 'of the group' }, 'owner', '/groups/10/access_tokens')
    const { id, token } = await make()
    const { body } = await emulator.get(tokens)
    expect(body).toEqual([expect.objectContaining({ id, name: 'deploy' })])
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it('rotates and revokes a token', async () => {
    const { token: _, ...first } = await make()
    const { status, body } = await emulator.post(`${tokens}/${first.id}/rotate`, { expires_at: '2027-01-31' })
    const second = body as MadeToken
    expect({ status, second }).toMatchObject({
      status: 200,
      second: { user_id: first.user_id, expires_at: '2027-01-31' },
    })
    expect((await emulator.get(`${tokens}/${first.id}`)).body).toMatchObject({ revoked: true, active: false })
    expect(await emulator.delete(`${tokens}/${second.id}`)).toMatchObject({ status: 204 })
    expect(await emulator.get('/user', withToken(second))).toMatchObject({ status: 401 })
  })

  it('refuses lower roles, and names the bot if they revoke a token', async () => {
    const { id } = await make()
    const developer = { as: 'developer' }
    expect(await emulator.get(tokens, developer)).toMatchObject(unauthorized)
    expect(await emulator.get(`${tokens}/${id}`, developer)).toMatchObject(unauthorized)
    expect(await emulator.post(`${tokens}/${id}/rotate`, {}, developer)).toMatchObject(unauthorized)
    expect(await create({}, 'developer')).toMatchObject(
      refusal('User does not have permission to create project access token'),
    )
    expect(await emulator.delete(`${tokens}/${id}`, developer)).toMatchObject(refusal('Developer cannot delete deploy'))
  })

  it('responds with 404 for a token of another project or of a group, and for an invisible project', async () => {
    const others = [
      await make({}, 'owner', '/projects/2/access_tokens'),
      await make({}, 'owner', '/groups/10/access_tokens'),
    ]
    for (const { id } of others) {
      expect(await emulator.get(`${tokens}/${id}`)).toMatchObject({
        status: 404,
        body: { message: '404 project Access Token Not Found' },
      })
      expect(await emulator.post(`${tokens}/${id}/rotate`)).toMatchObject(unauthorized)
    }
    expect(await emulator.get('/projects/3/access_tokens', { as: 'outsider' })).toMatchObject({ status: 404 })
  })

  it('lets only Owners create and rotate tokens with the role Owner', async () => {
    const lacking = 'permissions not held by the'
    expect(await create({ access_level: 50 })).toMatchObject(
      refusal(`Access level of the token contains ${lacking} creating user`),
    )
    const { id } = await make({ access_level: 50 }, 'owner')
    expect(await emulator.post(`${tokens}/${id}/rotate`)).toMatchObject(
      refusal(`Not eligible to rotate tokens with ${lacking} user`),
    )
    expect(await emulator.post(`${tokens}/${id}/rotate`, {}, { as: 'owner' })).toMatchObject({ status: 200 })
  })

  it('lets a bot with the Maintainer role read and revoke tokens, but not create or rotate them', async () => {
    const [bot, other] = [await make(), await make()]
    expect(await emulator.get(tokens, withToken(bot))).toMatchObject({ status: 200 })
    expect(await emulator.post(tokens, usual, withToken(bot))).toMatchObject({ status: 400 })
    expect(await emulator.post(`${tokens}/${other.id}/rotate`, {}, withToken(bot))).toMatchObject(unauthorized)
    expect(await emulator.delete(`${tokens}/${other.id}`, withToken(bot))).toMatchObject({ status: 204 })
  })

  it('deletes the tokens with their project', async () => {
    const bot = await make()
    await emulator.delete('/projects/1', { as: 'owner' })
    const { body } = await emulator.get('/projects/1', { as: 'owner' })
    const full_path = (body as { path_with_namespace: string }).path_with_namespace
    await emulator.delete('/projects/1', { as: 'owner', json: { permanently_remove: true, full_path } })
    expect(await emulator.get('/user', withToken(bot))).toMatchObject({ status: 401 })
  })
})

describe('project access tokens of GitLab', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const create = async (more: object = {}) => (await emulator.post(tokens, { ...usual, ...more })).body as MadeToken

  it.each(['api', 'self_rotate'])('rotates the token of the request with the scope %s', async (scope) => {
    const token = await create({ scopes: [scope] })
    const { status, body } = await emulator.post(`${tokens}/self/rotate`, {}, withToken(token))
    expect({ status, body }).toMatchObject({ status: 200, body: { user_id: token.user_id } })
    expect(await emulator.get('/personal_access_tokens/self', withToken(token))).toMatchObject({ status: 401 })
  })

  it('refuses the self-rotation of a token of another project', async () => {
    const token = await create()
    expect(await emulator.post('/projects/2/access_tokens/self/rotate', {}, withToken(token))).toMatchObject(
      unauthorized,
    )
  })

  it.each([15, 25])('refuses a Maintainer who gives the role %i', async (access_level) => {
    expect(await emulator.post(tokens, { ...usual, access_level })).toMatchObject(
      refusal('Access level of the token contains permissions not held by the creating user'),
    )
  })
})
