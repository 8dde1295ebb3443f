import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const anna = { username: 'anna', name: 'Anna Adams', email: 'anna@example.com', force_random_password: true }

describe.each<Flavor>(['spec', 'gitlab'])('users, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const asRoot = { as: 'root' }
  const create = (fields: object = {}) => emulator.post('/users', { ...anna, ...fields }, asRoot)

  it('lets administrators create users with their own namespace', async () => {
    const { status, body } = await create({ admin: true, note: 'from the test' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 8,
      username: 'anna',
      name: 'Anna Adams',
      email: 'anna@example.com',
      state: 'active',
      is_admin: true,
      note: 'from the test',
      created_at: '2026-06-15T12:00:00.000Z',
    })
    expect(await emulator.post('/projects', { name: 'Notes' }, { ...asRoot, headers: { sudo: 'anna' } })).toMatchObject(
      {
        status: 403,
        body: { error: 'insufficient_scope' },
      },
    )
    expect(await emulator.post('/users', anna, { as: 'owner' })).toMatchObject({ status: 403 })
    expect(await emulator.post('/users', anna, { as: null })).toMatchObject({ status: 401 })
  })

  it('creates a working token for a user', async () => {
    await create()
    const path = '/users/8/personal_access_tokens'
    const { status, body } = await emulator.post(
      path,
      { name: 'ci', scopes: ['api'], expires_at: '2026-12-31' },
      asRoot,
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'ci', scopes: ['api'], expires_at: '2026-12-31', user_id: 8, active: true })
    const headers = { 'PRIVATE-TOKEN': (body as { token: string }).token }
    const notes = await emulator.post('/projects', { name: 'Notes' }, { as: null, headers })
    expect(notes).toMatchObject({ status: 201, body: { path_with_namespace: 'anna/Notes', creator_id: 8 } })
    expect((notes.body as { namespace: unknown }).namespace).toMatchObject({ id: 13, kind: 'user', full_path: 'anna' })
    expect(await emulator.post(path, { name: 'x', scopes: ['nonsense'] }, asRoot)).toMatchObject({
      status: 400,
      body: { error: 'scopes does not have a valid value' },
    })
    expect(await emulator.post(path, { name: 'x', scopes: ['api'], expires_at: '2028-01-01' }, asRoot)).toMatchObject({
      status: 422,
      body: { message: 'Expiration date must be before 2027-06-15' },
    })
  })

  it.each([
    [{ username: 'Owner' }, 409, { message: 'Username has already been taken' }],
    [{ email: 'OWNER@example.com' }, 409, { message: 'Email has already been taken' }],
    [{ email: 'nowhere' }, 400, { message: { email: ['is invalid'] } }],
    [{ username: 'acme' }, 400, { message: { username: ['has already been taken'] } }],
    [
      { username: '-x' },
      400,
      {
        message: {
          username: [expect.stringContaining('can only include'), expect.stringContaining("Cannot start with '-'")],
        },
      },
    ],
    [{ name: '' }, 400, { message: { name: ["can't be blank"] } }],
  ])('refuses a user with the fields %j', async (fields, status, body) => {
    expect(await create(fields)).toMatchObject({ status, body })
  })

  it('requires a password, or an option that replaces it', async () => {
    const { force_random_password: _, ...others } = anna
    expect(await emulator.post('/users', others, asRoot)).toMatchObject({
      status: 400,
      body: {
        error: 'password, reset_password, force_random_password are missing, at least one parameter must be provided',
      },
    })
  })

  it('moves the projects of a user when the username changes', async () => {
    await create()
    emulator.patch('projects', 3, { group_id: null, creator_id: 8, path_with_namespace: 'anna/infra' })
    expect(await emulator.put('/users/8', { username: 'ann', name: 'Ann' }, asRoot)).toMatchObject({
      status: 200,
      body: { username: 'ann', name: 'Ann' },
    })
    expect(await emulator.get('/projects/ann%2Finfra', asRoot)).toMatchObject({ status: 200, body: { id: 3 } })
    expect(await emulator.get('/projects/anna%2Finfra', asRoot)).toMatchObject({ status: 301 })
  })

  it('blocks and unblocks users', async () => {
    expect(await emulator.post('/users/4/block', undefined, asRoot)).toMatchObject({ status: 201, body: true })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.post('/users/4/unblock', undefined, asRoot)).toMatchObject({ status: 201, body: true })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 200 })
  })

  it('deletes a user with tokens and roles, unless a group would lose its only owner', async () => {
    expect(await emulator.delete('/users/4', asRoot)).toMatchObject({ status: 204 })
    expect(await emulator.get('/user', { as: 'developer' })).toMatchObject({ status: 401 })
    expect(await emulator.get('/groups/10/members/4', asRoot)).toMatchObject({ status: 404 })
    expect(await emulator.delete('/users/2', asRoot)).toMatchObject({
      status: 409,
      body: { message: 'User cannot be removed while is the sole-owner of a group' },
    })
  })
})
