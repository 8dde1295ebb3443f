import { useEmulator } from './support/emulator'
import { type MadeToken, makeToken, usual, withToken } from './support/group-token'

const tokens = '/groups/10/access_tokens'
const owner = { as: 'owner' }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const days = (count: number): number => count * 24 * 3600

const emulator = useEmulator({ flavor: 'gitlab' })
const make = (more: object = {}, group = 10): Promise<MadeToken> => makeToken(emulator, more, group)
const get = async ({ id }: MadeToken) => emulator.get(`${tokens}/${id}`, owner)

describe('a token of a group', () => {
  const bug = { name: 'bug', color: 'red' }

  it('authenticates the bot user with the token of a group', async () => {
    const token = await make({ name: 'Nightly <build> job' })
    expect(await emulator.get('/user', withToken(token))).toMatchObject({
      status: 200,
      body: {
        id: token.user_id,
        name: 'Nightly - job',
        username: expect.stringMatching(/^group_10_bot_[0-9a-f]{32}$/),
      },
    })
    expect(await emulator.get(`/users/${token.user_id}`)).toMatchObject({ status: 200, body: { bot: true } })
  })

  it.each([
    [10, 403],
    [15, 201],
    [30, 201],
  ])(
    'gives the bot the role %i in the projects of the group: creating a label returns %i',
    async (access_level, status) => {
      const token = await make({ access_level })
      expect(await emulator.post('/projects/1/labels', bug, withToken(token))).toMatchObject({ status })
      expect(await emulator.post('/projects/3/labels', bug, withToken(token))).toMatchObject({ status })
    },
  )

  it('gives the bot no role above its group', async () => {
    const token = await make({ access_level: 50 }, 11)
    expect(await emulator.post('/projects/3/labels', bug, withToken(token))).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/1/labels', bug, withToken(token))).toMatchObject({ status: 403 })
  })

  it('limits the token to its scopes', async () => {
    const token = await make({ scopes: ['read_api'] })
    expect(await emulator.get('/projects/3/labels', withToken(token))).toMatchObject({ status: 200 })
    expect(await emulator.post('/projects/3/labels', bug, withToken(token))).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    })
  })

  it('accepts the token until it is revoked', async () => {
    const token = await make()
    await emulator.delete(`${tokens}/${token.id}`, owner)
    expect(await emulator.get('/user', withToken(token))).toMatchObject({
      status: 401,
      body: { error_description: 'Token was revoked. You have to re-authorize from the user.' },
    })
  })

  it('accepts the token until its expiry date starts', async () => {
    const token = await make({ expires_at: '2026-06-16' })
    emulator.setClock('2026-06-15T23:59:59Z')
    expect(await emulator.get('/user', withToken(token))).toMatchObject({ status: 200 })
    emulator.advanceClock(1)
    expect(await emulator.get('/user', withToken(token))).toMatchObject({
      status: 401,
      body: { error_description: 'Token is expired. You can either do re-authorization or token refresh.' },
    })
  })

  it('records the last use of the token within ten minutes', async () => {
    const token = await make()
    expect(await get(token)).toMatchObject({ body: { last_used_at: null } })
    await emulator.get('/user', withToken(token))
    emulator.advanceClock(599)
    await emulator.get('/user', withToken(token))
    expect(await get(token)).toMatchObject({ body: { last_used_at: '2026-06-15T12:00:00.000Z' } })
    emulator.advanceClock(1)
    await emulator.get('/user', withToken(token))
    expect(await get(token)).toMatchObject({ body: { last_used_at: '2026-06-15T12:10:00.000Z' } })
  })

  it('does not record the use of a token that is refused', async () => {
    const token = await make({ expires_at: '2026-06-15' })
    await emulator.get('/user', withToken(token))
    expect(await get(token)).toMatchObject({ body: { last_used_at: null } })
  })
})

describe('the bot user of a token', () => {
  it('lets a bot with the Owner role list, read and revoke tokens, including its own', async () => {
    const [bot, other] = [await make({ access_level: 50 }), await make()]
    expect(await emulator.get(tokens, withToken(bot))).toMatchObject({ status: 200, body: [{}, { id: other.id }] })
    expect(await emulator.get(`${tokens}/${other.id}`, withToken(bot))).toMatchObject({ status: 200 })
    for (const { id } of [other, bot]) {
      expect(await emulator.delete(`${tokens}/${id}`, withToken(bot))).toMatchObject({ status: 204 })
    }
    expect(await get(bot)).toMatchObject({ body: { revoked: true } })
  })

  it('refuses a bot that creates or rotates tokens, even in subgroups', async () => {
    const [bot, other] = [await make({ access_level: 50 }), await make()]
    for (const path of [tokens, '/groups/11/access_tokens']) {
      expect(await emulator.post(path, usual, withToken(bot))).toMatchObject({
        status: 400,
        body: { message: '400 Bad request - User does not have permission to create group access token' },
      })
    }
    for (const { id } of [other, bot]) {
      expect(await emulator.post(`${tokens}/${id}/rotate`, {}, withToken(bot))).toMatchObject(unauthorized)
    }
    expect(await get(other)).toMatchObject({ body: { active: true } })
  })

  it('refuses a bot with a lower role', async () => {
    const bot = await make({ name: 'bot', access_level: 40 })
    expect(await emulator.get(tokens, withToken(bot))).toMatchObject(unauthorized)
    expect(await emulator.delete(`${tokens}/${bot.id}`, withToken(bot))).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - bot cannot delete bot' },
    })
  })
})

describe('ended tokens', () => {
  it('deletes a revoked token and its bot user after 30 days', async () => {
    const memberships = () => emulator.state().collections['memberships']!.records
    const before = memberships()
    const token = await make()
    emulator.advanceClock(days(1))
    await emulator.delete(`${tokens}/${token.id}`, owner)
    emulator.advanceClock(days(30) - 1)
    expect(await get(token)).toMatchObject({ status: 200, body: { revoked: true } })
    emulator.advanceClock(1)
    expect(await get(token)).toMatchObject({ status: 404, body: { message: '404 group Access Token Not Found' } })
    expect((await emulator.get(tokens, owner)).body).toEqual([])
    expect(await emulator.delete(`${tokens}/${token.id}`, owner)).toMatchObject({ status: 404 })
    expect(await emulator.get(`/users/${token.user_id}`)).toMatchObject({ status: 404 })
    expect(await emulator.get('/user', withToken(token))).toMatchObject(unauthorized)
    expect(memberships()).toEqual(before)
  })

  it('deletes an expired token 30 days after its expiry or creation', async () => {
    const [soon, past] = [await make({ expires_at: '2026-06-20' }), await make({ expires_at: '2020-01-01' })]
    emulator.setClock('2026-07-15T11:59:59Z')
    expect(await get(past)).toMatchObject({ status: 200 })
    emulator.setClock('2026-07-19T23:59:59Z')
    expect(await get(past)).toMatchObject({ status: 404 })
    expect(await get(soon)).toMatchObject({ status: 200 })
    emulator.advanceClock(1)
    expect(await get(soon)).toMatchObject({ status: 404 })
  })

  it('keeps an ended token while another token of its bot user is active', async () => {
    const old = await make()
    const { body } = await emulator.post(`${tokens}/${old.id}/rotate`, { expires_at: '2027-06-01' }, owner)
    emulator.advanceClock(days(60))
    expect(await get(old)).toMatchObject({ status: 200, body: { revoked: true } })
    await emulator.delete(`${tokens}/${(body as MadeToken).id}`, owner)
    emulator.advanceClock(days(30))
    for (const token of [old, body as MadeToken]) expect(await get(token)).toMatchObject({ status: 404 })
  })

  it('keeps the ended tokens of users', async () => {
    emulator.advanceClock(days(1000))
    expect(await emulator.get('/user', { as: 'revoked' })).toMatchObject({ body: { error: 'invalid_token' } })
  })
})

it('does not write secrets to the request log', async () => {
  const made = await make({ access_level: 50 })
  const { token } = made
  await emulator.get('/user', withToken(made))
  await emulator.get('/user', { as: null, headers: { Authorization: `Bearer ${token}` } })
  await emulator.get(`/user?private_token=${token}`, { as: null })
  await emulator.get(`/groups/10/access_tokens/${token}`, owner)
  await emulator.post(tokens, { ...usual, private_token: token, name: `was ${token}` }, { as: null })
  await emulator.post(`${tokens}/${made.id}/rotate`, {}, owner)
  const { body } = await emulator.get('/-/requests', { as: null })
  expect(body).toMatchObject([
    { actor: 'owner', status: 201 },
    ...[1, 2, 3].map(() => ({ actor: expect.stringMatching(/^group_10_bot_/) as string, status: 200 })),
    { path: '/api/v4/groups/10/access_tokens/[redacted]' },
    { body: { name: 'was [redacted]', private_token: '[redacted]' } },
    { actor: 'owner', status: 200 },
  ])
  expect(JSON.stringify(body)).not.toContain('glpat-')
})
