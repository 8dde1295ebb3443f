import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('namespaces, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const notFound = { status: 404, body: { message: '404 Namespace Not Found' } }

  it.each(['11', 'acme%2Fplatform', 'ACME%2FPlatform'])('reads the namespace of a group as %s', async (id) => {
    expect(await emulator.get(`/namespaces/${id}`)).toEqual({
      status: 200,
      headers: expect.anything(),
      body: {
        id: 11,
        name: 'Platform',
        path: 'platform',
        kind: 'group',
        full_path: 'acme/platform',
        parent_id: 10,
        avatar_url: null,
        web_url: `${emulator.url}/groups/acme/platform`,
        billable_members_count: null,
      },
    })
  })

  it('reads the own namespace of a user', async () => {
    expect(await emulator.get('/namespaces/outsider', { as: 'outsider' })).toMatchObject({
      status: 200,
      body: { id: 7, name: 'Outsider', kind: 'user', full_path: 'outsider', parent_id: null, plan: 'default' },
    })
    expect(await emulator.get('/namespaces/7', { as: 'root' })).toMatchObject({ status: 200, body: { id: 7 } })
    expect(await emulator.get('/namespaces/outsider')).toMatchObject(notFound)
  })

  it('hides groups of which the caller is not a member, even if everyone can read them', async () => {
    expect(await emulator.get('/groups/acme', { as: 'outsider' })).toMatchObject({ status: 200 })
    expect(await emulator.get('/namespaces/acme', { as: 'outsider' })).toMatchObject(notFound)
    expect(await emulator.get('/namespaces/999', { as: 'root' })).toMatchObject(notFound)
    expect(await emulator.get('/namespaces/acme', { as: null })).toMatchObject({ status: 401 })
  })

  it('counts the members for owners', async () => {
    expect(await emulator.get('/namespaces/acme', { as: 'owner' })).toMatchObject({
      body: {
        members_count_with_descendants: 5,
        root_repository_size: null,
        projects_count: 3,
        billable_members_count: 5,
      },
    })
    expect((await emulator.get('/namespaces/acme')).body).not.toHaveProperty('members_count_with_descendants')
    const gold = '/namespaces?search=acme&requested_hosted_plan=gold'
    expect(await emulator.get(gold, { as: 'owner' })).toMatchObject({ body: [{ billable_members_count: 4 }] })
  })

  it.each([
    ['developer', '', ['developer', 'acme', 'deployers']],
    ['developer', '?owned_only=true', ['developer']],
    ['owner', '?owned_only=true', ['owner', 'acme', 'deployers']],
    ['owner', '?search=deploy', ['deployers']],
    ['root', '?top_level_only=true&search=acme', ['acme']],
    ['root', '?search=platform', ['acme/platform']],
    ['root', '?search=acme', ['acme']],
    ['root', '?search=acme&full_path_search=true', ['acme', 'acme/platform']],
  ])('lists the namespaces of %s with "%s"', async (as, query, paths) => {
    const { body } = await emulator.get(`/namespaces${query}`, { as })
    expect((body as { full_path: string }[]).map(({ full_path }) => full_path)).toEqual(paths)
  })

  it('tells everyone which paths are taken, and suggests others', async () => {
    const exists = async (path: string, as = 'outsider') =>
      (await emulator.get(`/namespaces/${path}/exists`, { as })).body
    const free = { exists: false, suggests: [] }
    expect(await exists('fresh')).toEqual(free)
    expect(await exists('ACME')).toEqual({ exists: true, suggests: ['ACME1'] })
    expect(await exists('developer')).toEqual({ exists: true, suggests: ['developer1'] })
    expect(await exists('platform')).toEqual(free)
    const below = (await emulator.get('/namespaces/platform/exists?parent_id=10', { as: 'outsider' })).body
    expect(below).toEqual({ exists: true, suggests: ['platform1'] })
  })

  it('suggests no path that is the path or the name of another namespace', async () => {
    await emulator.post('/groups', { name: 'Acme2', path: 'acme1' })
    expect((await emulator.get('/namespaces/acme/exists')).body).toEqual({ exists: true, suggests: ['acme3'] })
  })
})
