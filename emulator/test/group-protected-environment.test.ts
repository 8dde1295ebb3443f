import { useEmulator } from './support/emulator'

describe('protected environments of groups', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const path = '/groups/10/protected_environments'
  const protect = (name: string, levels: object[]) =>
    emulator.post(path, { name, deploy_access_levels: levels }, { as: 'owner' })

  it('accepts only names of tiers, each once', async () => {
    expect(await protect('production', [{ access_level: 40 }])).toMatchObject({ status: 201 })
    const taken = "Protected environment 'production' already exists"
    expect(await protect('production', [{ access_level: 40 }])).toMatchObject({ status: 409, body: { message: taken } })
    expect(await protect('web', [{ access_level: 40 }])).toMatchObject({
      status: 422,
      body: { message: ['Name must be one of environment tiers: production, staging, testing, development, other.'] },
    })
    expect(await emulator.get('/projects/1/protected_environments')).toMatchObject({ body: [] })
  })

  it('accepts rules for maintainers of the group and for subgroups', async () => {
    const levels = [{ user_id: 3 }, { user_id: 4 }, { group_id: 11 }, { group_id: 12 }]
    const { body } = await protect('staging', levels)
    expect(body).toMatchObject({ deploy_access_levels: [{ user_id: 3 }, { group_id: 11 }] })
  })

  it('accepts rules for groups with which the group is shared', async () => {
    await emulator.post('/groups/10/share', { group_id: 12, group_access: 30 }, { as: 'owner' })
    const { body } = await protect('staging', [{ group_id: 12 }])
    expect(body).toMatchObject({ deploy_access_levels: [{ group_id: 12 }] })
  })

  it('protects the environments of a tier in all projects of the group', async () => {
    const environments = '/projects/1/environments'
    const one = { name: 'blue', tier: 'production' }
    const { id } = (await emulator.post(environments, one, { as: 'developer' })).body as { id: number }
    await protect('production', [{ access_level: 40 }])
    await emulator.post('/projects/1/protected_environments', {
      name: 'blue',
      deploy_access_levels: [{ access_level: 30 }],
    })
    expect(await emulator.post(`${environments}/${id}/stop`, {}, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.post(`${environments}/${id}/stop`, {})).toMatchObject({ status: 200 })
  })

  it('changes and deletes protected environments of groups', async () => {
    await protect('production', [{ access_level: 40 }])
    const one = `${path}/production`
    const levels = { deploy_access_levels: [{ access_level: 30 }] }
    expect(await emulator.put(one, levels, { as: 'owner' })).toMatchObject({
      body: { deploy_access_levels: [{ access_level: 40 }, { access_level: 30 }] },
    })
    expect((await emulator.delete(one, { as: 'owner' })).status).toBe(204)
    expect((await emulator.get(one, { as: 'owner' })).status).toBe(404)
  })

  it('lets only owners use protected environments of groups', async () => {
    for (const as of ['maintainer', 'outsider', null]) expect((await emulator.get(path, { as })).status).toBe(403)
    expect((await emulator.get('/groups/11/protected_environments', { as: 'outsider' })).status).toBe(404)
  })
})

describe('protected environments of projects', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  it('deletes the entries of members who leave, unless their group still gives them access', async () => {
    const path = '/projects/1/protected_environments'
    for (const user_id of [7, 4]) {
      await emulator.post('/projects/1/members', { user_id, access_level: 40 }, { as: 'owner' })
    }
    await emulator.post(path, { name: 'production', deploy_access_levels: [{ user_id: 7 }, { user_id: 4 }] })
    for (const id of [7, 4]) await emulator.delete(`/projects/1/members/${id}`, { as: 'owner' })
    expect(await emulator.get(`${path}/production`)).toMatchObject({ body: { deploy_access_levels: [{ user_id: 4 }] } })
  })
})
