import { useEmulator } from './support/emulator'

const mirror = '/projects/1/mirror/pull'
const url = 'https://user:opensesame@example.com/web.git'
const none = { status: 400, body: { message: 'The project is not mirrored' } }

describe('pull mirrors', () => {
  const emulator = useEmulator()
  const put = (fields: object, as = 'maintainer') => emulator.put(mirror, fields, { as })

  it('mirrors a project, and never shows the credentials', async () => {
    expect(await emulator.get(mirror)).toMatchObject(none)
    const masked = 'https://*****:*****@example.com/web.git'
    expect(await put({ enabled: true, url })).toMatchObject({ status: 200, body: { enabled: true, url: masked } })
    expect(await emulator.get(mirror)).toMatchObject({ status: 200, body: { url: masked, update_status: 'none' } })
    const project = await emulator.get('/projects/1')
    expect(project).toMatchObject({
      body: { mirror: true, mirror_user_id: 3, import_url: 'https://example.com/web.git' },
    })
    expect(JSON.stringify(project.body)).not.toContain('opensesame')
  })

  it('takes a user and a password apart from the URL', async () => {
    expect(await put({ url: 'https://example.com/web.git', auth_password: 'p:@' })).toMatchObject({
      body: { url: 'https://*****:*****@example.com/web.git', enabled: false },
    })
    expect(await put({ auth_password: null })).toMatchObject({ body: { url: 'https://example.com/web.git' } })
  })

  it('updates at once', async () => {
    expect(await emulator.post(mirror)).toMatchObject(none)
    await put({ enabled: true, url })
    expect(await emulator.post(mirror)).toMatchObject({ status: 200 })
    expect(await emulator.get(mirror)).toMatchObject({
      body: { update_status: 'finished', last_successful_update_at: expect.any(String) as unknown },
    })
  })

  it('has either a pattern or only protected branches', async () => {
    const [only, pattern] = ['only_mirror_protected_branches', 'mirror_branch_regex']
    expect(await put({ [pattern]: '^a' })).toMatchObject({ body: { [pattern]: '^a', [only]: false } })
    expect(await put({ [only]: true })).toMatchObject({ body: { [pattern]: null, [only]: true } })
    expect(await put({ [pattern]: '(' })).toMatchObject({ status: 400 })
  })

  it('refuses a mirror without a URL or with one from which GitLab does not fetch', async () => {
    expect(await put({ enabled: true })).toMatchObject({
      status: 400,
      body: { message: { import_url: ["can't be blank"] } },
    })
    const schemes = 'is blocked: Only allowed schemes are http, https, ssh, git'
    expect(await put({ url: 'x' })).toMatchObject({ status: 400, body: { message: { unsafe_import_url: [schemes] } } })
    const message = 'Unable to access repository with the URL and credentials provided'
    for (const asked of [
      emulator.put('/projects/1', { import_url: 'x' }),
      emulator.post('/projects', { name: 'n', import_url: 'x' }),
    ])
      expect(await asked).toMatchObject({ status: 422, body: { message } })
  })

  it('refuses requests of others than maintainers', async () => {
    expect(await emulator.get(mirror, { as: 'developer' })).toMatchObject({ status: 403 })
    expect(await put({ enabled: true, url }, 'developer')).toMatchObject({ status: 403 })
    expect(await emulator.get(mirror, { as: null })).toMatchObject({ status: 401 })
  })
})

describe('pull mirrors by tier', () => {
  const free = useEmulator({ tier: 'free' })
  const community = useEmulator({ tier: 'ce' })

  it('does not mirror without a license', async () => {
    expect(await free.put(mirror, { enabled: true, url })).toMatchObject({ status: 200, body: { enabled: false } })
    expect(await free.post(mirror)).toMatchObject(none)
    expect(await free.put('/projects/1', { mirror: true, import_url: 'x' })).toMatchObject({ status: 200 })
    expect(await community.get(mirror)).toMatchObject({ status: 404 })
  })
})
