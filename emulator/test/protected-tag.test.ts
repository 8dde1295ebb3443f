import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const levels = (complaint: string) => `Create access levels ${complaint}`

describe.each<Flavor>(['spec', 'gitlab'])('protected tags, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const collection = '/projects/1/protected_tags'
  const create = (body: object) => emulator.post(collection, { name: 'v*', ...body })
  const noSubject = { deploy_key_id: null, user_id: null, group_id: null }
  const maintainers = { access_level: 40, access_level_description: 'Maintainers', ...noSubject }

  it('creates and reads a protected tag, by default for Maintainers', async () => {
    const body = { name: 'v*', create_access_levels: [{ id: 1, ...maintainers }] }
    expect(await create({})).toMatchObject({ status: 201, body })
    expect(await emulator.get(`${collection}/v*`)).toMatchObject({ status: 200, body })
  })

  it('lists protected tags of the project only', async () => {
    await create({})
    await emulator.post('/projects/2/protected_tags', { name: 'stable' })
    expect(await emulator.get(collection)).toMatchObject({ status: 200, body: [{ name: 'v*' }] })
  })

  it('adds a single role to the list of entries, which can contain a role twice', async () => {
    const sent = { create_access_level: 0, allowed_to_create: [{ user_id: 4 }, { group_id: 12 }, { access_level: 0 }] }
    const { body } = await create(sent)
    expect(body).toMatchObject({
      create_access_levels: [
        { ...noSubject, access_level: 0, access_level_description: 'No one' },
        { ...noSubject, access_level: 40, user_id: 4 },
        { ...noSubject, access_level: 40, group_id: 12 },
        { ...noSubject, access_level: 0 },
      ],
    })
  })

  it('reads an empty list as Maintainers, and JSON in a string', async () => {
    expect(await create({ allowed_to_create: [] })).toMatchObject({ body: { create_access_levels: [maintainers] } })
    const sent = { name: 'a', allowed_to_create: '{"access_level":30}' }
    expect(await create(sent)).toMatchObject({ body: { create_access_levels: [{ access_level: 30 }] } })
  })

  it.each([
    [{ create_access_level: 20 }, 400, { error: 'create_access_level does not have a valid value' }],
    [{ allowed_to_create: [40] }, 400, { error: 'allowed_to_create is invalid' }],
    [
      { allowed_to_create: [{ access_level: 50 }] },
      400,
      { error: 'allowed_to_create[access_level] does not have a valid value' },
    ],
    [{ name: ' ' }, 422, { message: ["Name can't be blank"] }],
    [{ name: undefined }, 400, { error: 'name is missing' }],
    [{ allowed_to_create: [{ user_id: 7 }] }, 422, { message: [levels('user is not a member of the project')] }],
    [{ allowed_to_create: [{ user_id: 99 }] }, 422, { message: [levels("user can't be blank")] }],
    [
      { allowed_to_create: [{ group_id: 11 }] },
      422,
      { message: [levels('group does not have access to the project')] },
    ],
    [{ allowed_to_create: [{ deploy_key_id: 1 }] }, 422, { message: [levels("deploy key can't be blank")] }],
    [{ allowed_to_create: [{ id: 1 }] }, 404, { message: '404 Not found' }],
    [{ allowed_to_create: [{ unknown: 1 }] }, 500, { message: '500 Internal Server Error' }],
  ])('refuses %j with status %i', async (sent, status, body) => {
    expect(await create(sent)).toMatchObject({ status, body })
    expect((await emulator.get(collection)).body).toEqual([])
  })

  it('refuses a second protected tag with the same name', async () => {
    await create({})
    expect(await create({})).toMatchObject({ status: 422, body: { message: ['Name has already been taken'] } })
    expect(await emulator.post(collection, { name: 'V*' })).toMatchObject({ status: 201 })
  })

  it('deletes a protected tag once', async () => {
    await create({})
    expect(await emulator.delete(`${collection}/v*`)).toMatchObject({ status: 204 })
    expect(await emulator.delete(`${collection}/v*`)).toMatchObject({ status: 404 })
  })

  it('cannot change a protected tag', async () => {
    await create({})
    expect(await emulator.put(`${collection}/v*`, { create_access_level: 30 })).toMatchObject({ status: 404 })
  })

  it('shows protected tags only to Maintainers', async () => {
    for (const as of ['developer', 'outsider'] as const) {
      expect(await emulator.get(collection, { as })).toMatchObject({ status: 403 })
      expect(await emulator.post(collection, { name: 'v*' }, { as })).toMatchObject({ status: 403 })
    }
  })

  it('removes the entries of a group that is no longer invited, and keeps those of former members', async () => {
    await create({ allowed_to_create: [{ group_id: 12 }, { user_id: 4 }] })
    await emulator.delete('/projects/1/share/12', { as: 'owner' })
    await emulator.delete('/groups/10/members/4', { as: 'owner' })
    expect(await emulator.get(`${collection}/v*`)).toMatchObject({ body: { create_access_levels: [{ user_id: 4 }] } })
  })
})

describe('protected tags in other tiers', () => {
  const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
  const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })
  const allowed_to_create = [{ user_id: 4 }, { group_id: 12 }]

  it('refuses entries of users and groups without a license', async () => {
    const message = [levels('user must be blank'), levels('group must be blank')]
    const refused = await free.post('/projects/1/protected_tags', { name: 'v*', allowed_to_create })
    expect(refused).toMatchObject({ status: 422, body: { message } })
  })

  it('ignores the list of entries in the Community Edition', async () => {
    const { body } = await community.post('/projects/1/protected_tags', { name: 'v*', allowed_to_create })
    const level = { id: 1, access_level: 40, access_level_description: 'Maintainers', deploy_key_id: null }
    expect(body).toEqual({ name: 'v*', create_access_levels: [level] })
  })
})
