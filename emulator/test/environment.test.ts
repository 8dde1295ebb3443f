import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

describe.each<Flavor>(['spec', 'gitlab'])('environments, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const path = '/projects/1/environments'
  const create = (name: unknown, fields: object = {}, as = 'developer') =>
    emulator.post(path, { name, ...fields }, { as })
  const names = async (query = '') =>
    ((await emulator.get(`${path}${query}`)).body as { name: string }[]).map(({ name }) => name)

  it.each([
    ['qa', 'qa', 'testing'],
    ['QA', 'qa-1x6wbl', 'testing'],
    ['review/app-1', 'review-app-1-agty94', 'development'],
    ['Production', 'production-iis43c', 'production'],
    ['a{b}', 'a-b-rmrniu', 'other'],
    ['..', 'env-r3cgw1', 'other'],
    ['x'.repeat(30), 'xxxxxxxxxxxxxxxxx-voaj43', 'other'],
    ['print', 'print', 'testing'],
    ['preprod', 'preprod', 'staging'],
  ])('derives the slug and the tier from the environment name %s', async (name, slug, tier) => {
    expect(await create(name)).toMatchObject({ status: 201, body: { name, slug, tier, state: 'available' } })
  })

  it('stores the sent fields of an environment', async () => {
    const sent = {
      external_url: 'https://example.com',
      description: 'x',
      tier: 'other',
      auto_stop_setting: 'with_action',
    }
    const { body } = await create('qa', sent)
    expect(body).toMatchObject({ ...sent, project: { id: 1 }, created_at: '2026-06-15T12:00:00.000Z' })
    const { id } = body as { id: number }
    expect(await emulator.get(`${path}/${id}`)).toMatchObject({ body: { ...sent, last_deployment: null } })
    expect(await emulator.put(`${path}/${id}`, { external_url: '', name: 'ignored' })).toMatchObject({
      status: 200,
      body: { name: 'qa', external_url: null, description: 'x' },
    })
  })

  it.each([
    ['production', 400, { message: ['Name has already been taken', 'Slug has already been taken'] }],
    ['/x', 400, { message: [expect.stringMatching(/^Name can contain only letters, digits/)] }],
    [' ', 400, { message: ["Name can't be blank"] }],
    ['x'.repeat(256), 400, { message: ['Name is too long (maximum is 255 characters)'] }],
    [[], 400, { error: 'name is invalid' }],
  ])('refuses the environment name %j', async (name, status, body) => {
    expect(await create(name)).toMatchObject({ status, body })
  })

  it('refuses slugs, and URLs with scripts', async () => {
    expect(await create('a', { slug: 'a' })).toMatchObject({
      status: 400,
      body: { error: 'slug is automatically generated and cannot be changed' },
    })
    expect(await create('a', { external_url: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
      body: { message: ['External url javascript scheme is not allowed'] },
    })
  })

  it('lets developers create environments, and users who can see them read them', async () => {
    expect(await create('a', {}, 'reporter')).toMatchObject({ status: 403 })
    expect(await emulator.get(path, { as: 'guest' })).toMatchObject({ status: 200 })
    expect(await emulator.get('/projects/3/environments', { as: 'guest' })).toMatchObject({ status: 403 })
    expect(await emulator.get(path, { as: null })).toMatchObject({ status: 401 })
    emulator.patch('projects', 1, { settings: { environments_access_level: 'private' } })
    expect(await emulator.get(path, { as: 'guest' })).toMatchObject({ status: 403 })
    expect(await emulator.get(path, { as: 'reporter' })).toMatchObject({ status: 200 })
    emulator.patch('projects', 1, { builds_enabled: false })
    expect(await emulator.get(path)).toMatchObject({ status: 403 })
  })

  it('refuses to delete an environment that is not stopped', async () => {
    const as = { as: 'developer' }
    expect(await emulator.delete(`${path}/12`, as)).toMatchObject({ status: 403 })
    expect(await emulator.post(`${path}/12/stop`, undefined, as)).toMatchObject({
      status: 200,
      body: { state: 'stopped' },
    })
    expect(await names('?states=stopped')).toEqual(['staging'])
    expect(await emulator.delete(`${path}/12`, as)).toMatchObject({ status: 204 })
    expect(await emulator.get(`${path}/12`)).toMatchObject({ status: 404 })
    expect(await create('staging')).toMatchObject({ status: 201 })
  })

  it('lets only deployers stop a protected environment, and on GitLab change it', async () => {
    await emulator.post('/projects/1/protected_environments', {
      name: 'staging',
      deploy_access_levels: [{ access_level: 40 }],
    })
    expect(await emulator.post(`${path}/12/stop`, undefined, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await emulator.put(`${path}/12`, { description: 'x' }, { as: 'developer' })).toMatchObject({
      status: flavor === 'spec' ? 200 : 403,
    })
    expect(await emulator.post(`${path}/12/stop`)).toMatchObject({ status: 200 })
  })

  it('finds environments by name or prefix', async () => {
    await create('prod-eu')
    expect(await names('?name=production')).toEqual(['production'])
    expect(await names('?search=PROD')).toEqual(['production', 'prod-eu'])
    expect(await emulator.get(`${path}?search=pr`)).toMatchObject({ status: 400 })
    expect(await emulator.get(`${path}?search=prod&name=x`)).toMatchObject({
      status: 400,
      body: { error: 'name, search cannot be used together' },
    })
    expect(await names('?per_page=1&page=2')).toEqual(['staging'])
  })
})
