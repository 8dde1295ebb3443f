import { useEmulator } from './support/emulator'
import { type MadeToken, makeToken, usual, withToken } from './support/group-token'

import type { Flavor } from '..'

const tokens = '/groups/10/access_tokens'
const owner = { as: 'owner' }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const group404 = { status: 404, body: { message: '404 Group Not Found' } }
const token404 = { status: 404, body: { message: '404 group Access Token Not Found' } }
const refusal = (reason: string) => ({ status: 400, body: { message: `400 Bad request - ${reason}` } })
const mayNotCreate = refusal('User does not have permission to create group access token')

describe.each<Flavor>(['spec', 'gitlab'])('group access tokens, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const make = (more: object = {}, group = 10): Promise<MadeToken> => makeToken(emulator, more, group)
  const names = async (query = '') =>
    ((await emulator.get(`${tokens}${query}`, owner)).body as { name: string }[]).map(({ name }) => name)

  /** The fields of the first token that every response contains. */
  const shown = {
    id: 11,
    user_id: 8,
    name: 'deploy',
    scopes: ['api', 'read_repository'],
    access_level: 30,
    expires_at: '2026-12-31',
    created_at: '2026-06-15T12:00:00.000Z',
    active: true,
    revoked: false,
    ...(!spec && {
      description: 'for CI',
      resource_type: 'group',
      resource_id: 10,
      last_used_at: null,
      granular: false,
    }),
  }
  const sent = { scopes: ['api', 'read_repository'], access_level: 30, description: 'for CI' }

  describe('create', () => {
    it('returns a new token with its secret', async () => {
      const { token, ...rest } = await make(sent)
      expect(token).toMatch(/^glpat-[\w-]{20,}$/)
      expect(rest).toEqual(shown)
    })

    it('creates each token with its own secret and bot user', async () => {
      const [first, second] = [await make(), await make()]
      expect(second.token).not.toBe(first.token)
      expect(second.user_id).not.toBe(first.user_id)
    })

    it.each([
      [{ access_level: undefined }, { access_level: 40 }],
      [{ access_level: null }, { access_level: 40 }],
      [{ access_level: '10' }, { access_level: 10 }],
      [{ access_level: 50 }, { access_level: 50 }],
      [{ name: '  a <b> c ' }, { name: '  a <b> c ' }],
      [{ name: 7 }, { name: '7' }],
      [{ expires_at: '2026-12-31T23:59:59Z' }, { expires_at: '2026-12-31' }],
      [{ expires_at: '31/12/2026' }, { expires_at: '2026-12-31' }],
      [{ expires_at: null }, { expires_at: '2027-06-15' }],
      [{ expires_at: '' }, { expires_at: '2027-06-15' }],
      [{ expires_at: '2027-06-15' }, { expires_at: '2027-06-15', active: true }],
      [{ expires_at: '2026-06-15' }, { expires_at: '2026-06-15', active: false, revoked: false }],
      [{ expires_at: '2020-01-01' }, { expires_at: '2020-01-01', active: false, revoked: false }],
      [{ scopes: ['read_registry', 'self_rotate'] }, { scopes: ['read_registry', 'self_rotate'] }],
    ])('accepts the fields %j', async (given, stored) => {
      const made = await make(given)
      expect(made).toMatchObject(stored)
      expect(await emulator.get(`${tokens}/${made.id}`, owner)).toMatchObject({ status: 200, body: stored })
    })

    it.each([
      [{}, 'name is missing, scopes is missing, scopes does not have a valid value'],
      [{ ...usual, name: ['x'] }, 'name is invalid'],
      [{ ...usual, scopes: ['api', 'sudo'] }, 'scopes does not have a valid value'],
      [{ ...usual, scopes: ['read_user'] }, 'scopes does not have a valid value'],
      [{ ...usual, scopes: ['api,read_api'] }, 'scopes does not have a valid value'],
      [{ ...usual, scopes: 'api' }, 'scopes is invalid'],
      [{ ...usual, scopes: [{}] }, 'scopes is invalid, scopes does not have a valid value'],
      [{ ...usual, expires_at: 'soon' }, 'expires_at is invalid'],
      [{ ...usual, expires_at: '2026-02-30' }, 'expires_at is invalid'],
      [{ ...usual, access_level: 0 }, 'access_level does not have a valid value'],
      [{ ...usual, access_level: 60 }, 'access_level does not have a valid value'],
    ])('refuses invalid parameters: %j', async (given, error) => {
      expect(await emulator.post(tokens, given, owner)).toMatchObject({ status: 400, body: { error } })
    })

    const { expires_at: _date, ...withoutDate } = usual
    it.each([
      [withoutDate, 'expires_at is missing'],
      [{ ...usual, expires_at: '2027-06-16' }, 'Expiration date must be before 2027-06-15'],
      [{ ...usual, scopes: [] }, "Scopes can't be blank"],
      [{ ...usual, scopes: null }, "Scopes can't be blank"],
      [
        { ...usual, scopes: [], expires_at: '2099-01-01' },
        "Scopes can't be blank and Expiration date must be before 2027-06-15",
      ],
      [{ ...usual, name: '' }, "Namespace name can't be blank and Name can't be blank"],
      [{ ...usual, name: ' ', scopes: [] }, "Namespace name can't be blank and Name can't be blank"],
      [
        { ...usual, name: 'x'.repeat(256) },
        'Namespace name is too long (maximum is 255 characters), Name is too long (maximum is 255 characters), ' +
          'and First name is too long (maximum is 127 characters)',
      ],
      [{ ...usual, name: 'x'.repeat(128) }, 'First name is too long (maximum is 127 characters)'],
      [{ ...usual, name: `x ${'y'.repeat(128)}` }, 'Last name is too long (maximum is 127 characters)'],
    ])('refuses invalid fields, and creates no bot user: case %#', async (given, reason) => {
      const before = emulator.state().collections
      expect(await emulator.post(tokens, given, owner)).toMatchObject(refusal(reason))
      expect(await names()).toEqual([])
      for (const kept of ['users', 'memberships']) expect(emulator.state().collections[kept]).toEqual(before[kept])
    })

    it('accepts no expiry date and any date if the instance does not require one, except in rotations', async () => {
      emulator.changeSettings({ requireTokenExpiry: false })
      const endless = await make({ expires_at: null })
      expect(endless).toMatchObject({ expires_at: null, active: true })
      expect(await make({ expires_at: '2040-01-01' })).toMatchObject({ expires_at: '2040-01-01' })
      const rotate = (body: object) =>
        emulator.post(`/groups/10/access_tokens/${String(endless.id)}/rotate`, body, { as: 'owner' })
      expect(await rotate({ expires_at: null })).toMatchObject({ status: 200, body: { expires_at: '2026-06-22' } })
    })

    it('accepts names of the maximum length', async () => {
      const name = `${'😀'.repeat(127)} ${'y'.repeat(127)}`
      expect(await make({ name })).toMatchObject({ name })
    })

    it('accepts planners, security managers and descriptions only in GitLab', async () => {
      for (const access_level of [15, 25]) {
        const response = await emulator.post(tokens, { ...usual, access_level }, owner)
        if (spec) expect(response).toMatchObject({ body: { error: 'access_level does not have a valid value' } })
        else expect(response).toMatchObject({ status: 201, body: { access_level } })
      }
      const long = await emulator.post(tokens, { ...usual, description: 'é'.repeat(256) }, owner)
      if (spec) expect(long).toMatchObject({ status: 201 })
      else expect(long).toMatchObject(refusal('Description is too long (maximum is 255 characters)'))
      await make({ description: 'é'.repeat(255) })
    })

    it.each(['maintainer', 'guest', 'outsider'])('refuses the creation of a token by %s, with any role', async (as) => {
      expect(await emulator.post(tokens, { ...usual, access_level: 50 }, { as })).toMatchObject(mayNotCreate)
      expect(await emulator.post(tokens, { ...usual, access_level: 10 }, { as })).toMatchObject(mayNotCreate)
    })

    it('accepts the creation of a token by owners of an ancestor group and by administrators', async () => {
      await make({}, 11)
      expect((await emulator.post('/groups/acme%2Fplatform/access_tokens', usual, { as: 'root' })).status).toBe(201)
    })

    it('checks the login, parameters, group and role, and then the other fields', async () => {
      const path = '/groups/11/access_tokens'
      expect(await emulator.post(path, {}, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.post(path, {}, { as: 'outsider' })).toMatchObject({ body: { error: expect.any(String) } })
      expect(await emulator.post(path, usual, { as: 'outsider' })).toMatchObject(group404)
      expect(await emulator.post(path, withoutDate, { as: 'maintainer' })).toMatchObject(mayNotCreate)
      expect(await emulator.post(path, { ...withoutDate, name: '' }, owner)).toMatchObject(
        refusal('expires_at is missing'),
      )
    })
  })

  describe('list', () => {
    it('lists tokens by id, without their secrets', async () => {
      const first = await make(sent)
      await make({ name: 'a' })
      await emulator.delete(`${tokens}/${first.id}`, owner)
      const { status, body } = await emulator.get(tokens, owner)
      expect(status).toBe(200)
      expect((body as { id: number }[]).map(({ id }) => id)).toEqual([11, 12])
      expect((body as object[])[0]).toEqual({ ...shown, last_used_at: null, active: false, revoked: true })
    })

    it('lists neither the tokens of other groups nor those of users', async () => {
      await make({}, 11)
      await make({ name: 'own' })
      expect(await names()).toEqual(['own'])
    })

    it('lists tokens in pages', async () => {
      for (const name of ['a', 'b', 'c']) await make({ name })
      const { body, headers } = await emulator.get(`${tokens}?per_page=2&page=2`, owner)
      expect(body).toMatchObject([{ name: 'c' }])
      expect(headers.get('x-total')).toBe('3')
    })

    it.each([
      ['state=active', ['used', 'late']],
      ['state=inactive', ['expired', 'revoked']],
      ['state=', 400],
      ['state=dead', 400],
    ])('filters tokens by %s', async (query, expected) => {
      await four()
      if (Array.isArray(expected)) expect(await names(`?${query}`)).toEqual(expected)
      else {
        const error = 'state does not have a valid value'
        expect(await emulator.get(`${tokens}?${query}`, owner)).toMatchObject({ status: 400, body: { error } })
      }
    })

    it.each([
      ['revoked=true', ['revoked']],
      ['revoked=false', ['expired', 'used', 'late']],
      ['created_before=2026-06-15T12:00:00Z', ['expired', 'revoked', 'used']],
      ['created_before=2026-06-15T11:59:59Z', []],
      ['created_after=2026-06-15T12:00:01Z', ['late']],
      ['created_after=2026-06-15T13:00:00Z', ['late']],
      ['last_used_before=2026-06-15T12:00:00Z', ['used']],
      ['last_used_before=2026-06-15T11:59:59Z', []],
      ['last_used_after=2026-06-15T12:00:00Z', ['used']],
      ['last_used_after=2026-06-15T12:00:01Z', []],
      ['expires_before=2026-12-31', ['expired']],
      ['expires_before=2027-01-01', ['expired', 'revoked', 'used']],
      ['expires_after=2026-12-31', ['revoked', 'used', 'late']],
      ['search=USE', ['used']],
      ['search=oked%20rev', ['revoked']],
      ['search=us', []],
      ['search=us%20late', ['late']],
      ['search=%20', ['expired', 'revoked', 'used', 'late']],
      ['sort=created_asc', ['used', 'revoked', 'expired', 'late']],
      ['sort=created_desc', ['late', 'used', 'revoked', 'expired']],
      ['sort=expires_asc', ['expired', 'used', 'revoked', 'late']],
      ['sort=expires_desc', ['late', 'used', 'revoked', 'expired']],
      ['sort=last_used_asc', ['used', 'expired', 'revoked', 'late']],
      ['sort=last_used_desc', ['late', 'revoked', 'expired', 'used']],
      ['sort=name_asc', ['expired', 'late', 'revoked', 'used']],
      ['sort=name_desc', ['used', 'revoked', 'late', 'expired']],
      ['sort=size_desc', ['expired', 'revoked', 'used', 'late']],
      ['sort=constructor_asc', ['expired', 'revoked', 'used', 'late']],
    ])('supports the filter %s only in GitLab', async (query, expected) => {
      await four()
      expect(await names(`?${query}`)).toEqual(spec ? ['expired', 'revoked', 'used', 'late'] : expected)
    })

    it('finds a name of two letters only if it matches completely', async () => {
      await make({ name: 'CI' })
      await make({ name: 'CI deploy' })
      expect(await names('?search=ci')).toEqual(spec ? ['CI', 'CI deploy'] : ['CI'])
    })

    async function four() {
      await make({ name: 'expired', expires_at: '2026-06-15' })
      const revoked = await make({ name: 'revoked' })
      await emulator.delete(`${tokens}/${revoked.id}`, owner)
      const used = await make({ name: 'used' })
      await emulator.get('/user', withToken(used))
      emulator.advanceClock(3600)
      await make({ name: 'late', expires_at: '2027-01-01' })
    }
  })

  describe('get', () => {
    it('returns all fields of a token except the secret', async () => {
      const { id } = await make(sent)
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject({ status: 200 })
      expect((await emulator.get(`${tokens}/${id}`, owner)).body).toEqual(shown)
    })

    it.each(['99', '2', 'x', '-1', '0'])('responds with 404 for the token id %s', async (id) => {
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject(token404)
    })

    it('does not find a token of another group', async () => {
      const { id } = await make({}, 11)
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject(token404)
    })

    it('shows a token as active until its expiry date starts', async () => {
      const { id } = await make({ expires_at: '2026-06-16' })
      emulator.setClock('2026-06-15T23:59:59.999Z')
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject({ body: { active: true } })
      emulator.setClock('2026-06-16T00:00:00.000Z')
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject({ body: { active: false, revoked: false } })
    })
  })

  describe('permissions for reading', () => {
    it.each([
      ['root', 200],
      ['owner', 200],
      ['maintainer', 401],
      ['guest', 401],
      ['outsider', 401],
    ])('responds to %s with %i', async (as, status) => {
      const { id } = await make()
      for (const path of [tokens, `${tokens}/${id}`]) {
        expect(await emulator.get(path, { as })).toMatchObject(status === 401 ? unauthorized : { status })
      }
    })

    it.each([
      ['nobody, before anything else', `${tokens}?per_page=0`, null, unauthorized],
      ['someone who cannot see the group', '/groups/11/access_tokens', 'outsider', group404],
      ['someone who asks for a group that there is not', '/groups/99/access_tokens', 'root', group404],
      ['someone who may not, whether the token is there or not', `${tokens}/99`, 'maintainer', unauthorized],
    ])('refuses %s', async (_who, path, as, response) => {
      expect(await emulator.get(path, { as })).toMatchObject(response)
    })
  })

  describe('delete', () => {
    it('revokes a token, and accepts a second revocation', async () => {
      const { id } = await make()
      expect(await emulator.delete(`${tokens}/${id}`, owner)).toMatchObject({ status: 204, body: undefined })
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject({
        status: 200,
        body: { id, active: false, revoked: true },
      })
      expect(await emulator.delete(`${tokens}/${id}`, owner)).toMatchObject({ status: 204 })
    })

    it.each(['99', '2', 'x'])('responds with 404 for the deletion of the token id %s, to all callers', async (id) => {
      expect(await emulator.delete(`${tokens}/${id}`, owner)).toMatchObject(token404)
      expect(await emulator.delete(`${tokens}/${id}`, { as: 'guest' })).toMatchObject(token404)
    })

    it('names the user and the bot if a deletion is refused', async () => {
      const { id } = await make({ name: 'a <b>' })
      expect(await emulator.delete(`${tokens}/${id}`, { as: 'maintainer' })).toMatchObject(
        refusal('Maintainer cannot delete a -'),
      )
      expect(await emulator.get(`${tokens}/${id}`, owner)).toMatchObject({ body: { revoked: false } })
    })

    it('checks the login, group and token of a deletion, and then the role', async () => {
      const { id } = await make({}, 11)
      const path = `/groups/11/access_tokens/${id}`
      expect(await emulator.delete(path, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.delete(path, { as: 'outsider' })).toMatchObject(group404)
      expect(await emulator.delete(`${tokens}/${id}`, { as: 'outsider' })).toMatchObject(token404)
      expect(await emulator.delete(path, { as: 'guest' })).toMatchObject({ status: 400 })
    })
  })
})
