import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const collection = '/projects/1/hooks'
const url = 'https://203.0.113.1/hook'
const invalidUrl = { status: 422, body: { error: 'Invalid url given' } }
const invalidFilter = { status: 422, body: { error: 'Invalid branch filter given' } }
const events = {
  ...{ push_events: false, tag_push_events: true, issues_events: true, confidential_issues_events: true },
  ...{ merge_requests_events: true, note_events: true, confidential_note_events: true, job_events: true },
  ...{ pipeline_events: true, wiki_page_events: true, deployment_events: true, feature_flag_events: true },
  ...{ releases_events: true, milestone_events: true, emoji_events: true, resource_access_token_events: true },
  ...{ vulnerability_events: true },
}
const pairs = (of: Record<string, string>) => Object.entries(of).map(([key, value]) => ({ key, value }))
const keys = (...names: string[]) => names.map((key) => ({ key }))

describe.each<Flavor>(['spec', 'gitlab'])('hooks, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const create = (body: object = {}) => emulator.post(collection, { url, ...body })
  const make = async (body: object = {}): Promise<string> => {
    const created = await create(body)
    expect(created.status).toBe(201)
    return `${collection}/${(created.body as { id: number }).id}`
  }

  it('returns all fields of a new hook, except the token and values', async () => {
    const fields = {
      ...events,
      ...{ name: 'ci', description: 'd', enable_ssl_verification: false, push_events_branch_filter: 'main' },
      ...{ branch_filter_strategy: 'regex', custom_webhook_template: '{}' },
    }
    const secret = 'S3cr3tXyzzy'
    const sent = {
      ...fields,
      token: secret,
      custom_headers: pairs({ 'X-One': secret }),
      url_variables: pairs({ one: secret }),
    }
    const shown = { ...fields, url, project_id: 1, custom_headers: keys('X-One'), url_variables: keys('one') }
    const created = await create(sent)
    expect(created).toMatchObject({ status: 201, body: { ...shown, alert_status: 'executable', disabled_until: null } })
    const { id } = created.body as { id: number }
    const read = await emulator.get(`${collection}/${id}`)
    expect(read).toMatchObject({ status: 200, body: created.body })
    expect(JSON.stringify([created, read])).not.toContain(secret)
    expect(JSON.stringify(emulator.requests())).not.toContain(secret)
    expect(JSON.stringify(emulator.requests())).not.toContain(url)
  })

  it('calls a new hook for pushes by default', async () => {
    const defaults = { push_events: true, tag_push_events: false, confidential_note_events: null, name: null }
    expect(await create()).toMatchObject({ body: { ...defaults, enable_ssl_verification: true } })
  })

  it('lists the hooks of a project by id, without headers and variables', async () => {
    await make({ custom_headers: pairs({ 'X-One': 'a' }) })
    await make()
    const { body } = await emulator.get(collection)
    expect(body).toMatchObject([{ url }, { url }])
    expect(JSON.stringify(body)).not.toMatch(/custom_headers|url_variables|token"/)
  })

  it.each<[object, object]>([
    [{ url: 'HTTPS://203.0.113.1' }, invalidUrl],
    [{ url: 'ftp://203.0.113.1' }, invalidUrl],
    [{ url: 'https://203.0.113.1:x/' }, invalidUrl],
    [{ url: `https://203.0.113.1/${'x'.repeat(8_173)}` }, invalidUrl],
    [{ url: 'https://203.0.113.1/{one}' }, invalidUrl],
    [{ url: '{scheme}://x', url_variables: pairs({ scheme: 'ftp' }) }, invalidUrl],
    [{ push_events_branch_filter: 'a..b' }, invalidFilter],
    [{ push_events_branch_filter: '(', branch_filter_strategy: 'regex' }, invalidFilter],
    [{ branch_filter_strategy: 'x' }, { status: 400 }],
    [{ push_events: null }, { status: 500 }],
    [{ custom_headers: pairs({ 'X One': 'a' }) }, { status: 422 }],
    [{ custom_headers: pairs({ 'X-One': ' a' }) }, { status: 422 }],
    [{ token: 'a\nb' }, { status: 422, body: { error: 'Token is invalid' } }],
    [{ name: 'x'.repeat(256) }, { status: 422, body: { error: 'Name is too long (maximum is 255 characters)' } }],
  ])('refuses a new hook with %j', async (sent, refusal) => {
    expect(await create(sent)).toMatchObject(refusal)
    expect(await emulator.get(collection)).toMatchObject({ body: [] })
  })

  it('accepts any number of hooks with one URL, up to a limit', async () => {
    for (let count = 0; count < 100; count++) await make()
    expect(await create()).toMatchObject({
      status: 422,
      body: { error: 'Maximum number of project hooks (100) exceeded' },
    })
  })

  it('updates the sent fields, and refuses an update without any', async () => {
    const hook = await make({ name: 'a', push_events_branch_filter: 'main' })
    expect(await emulator.put(hook, { ...events, name: 'b' })).toMatchObject({
      status: 200,
      body: { ...events, name: 'b', push_events_branch_filter: 'main' },
    })
    const none = { status: 400, body: { error: 'No parameters provided' } }
    for (const sent of [{}, { custom_headers: [] }, { url_variables: [] }, { unknown: 1 }]) {
      expect(await emulator.put(hook, sent)).toMatchObject(none)
    }
    expect(await emulator.put(hook, { branch_filter_strategy: 'all_branches' })).toMatchObject({
      body: { push_events_branch_filter: null },
    })
    expect(await emulator.put(hook, { token: 'a\nb' })).toMatchObject({ body: { message: { token: ['is invalid'] } } })
  })

  it('adds the headers of an update to the headers of the hook', async () => {
    const hook = await make({ custom_headers: pairs({ 'X-One': 'a' }) })
    expect(await emulator.put(hook, { custom_headers: pairs({ 'X-Two': 'b' }) })).toMatchObject({
      body: { custom_headers: keys('X-One', 'X-Two') },
    })
    expect(await emulator.put(hook, { custom_headers: pairs({ 'X Two': 'b' }) })).toMatchObject({
      status: 422,
      body: { error: `Custom headers validation failed${flavor === 'spec' ? '' : ': must be a valid json schema'}` },
    })
  })

  it('sets and removes one header or variable', async () => {
    const hook = await make()
    for (const [path, missing] of [
      [`${hook}/custom_headers/one`, '404 Custom header Not Found'],
      [`${hook}/url_variables/one`, '404 URL variable Not Found'],
    ] as const) {
      expect(await emulator.put(path, { value: 'a' })).toMatchObject({ status: 204 })
      expect(await emulator.put(path, { value: '' })).toMatchObject({
        status: 422,
        body: { error: 'Illegal key or value' },
      })
      expect(await emulator.delete(path)).toMatchObject({ status: 204 })
      expect(await emulator.delete(path)).toMatchObject({ status: 404, body: { message: missing } })
    }
  })

  it('removes the token and all headers when the URL changes, also those in the same request', async () => {
    const hook = await make({ token: 'a', custom_headers: pairs({ 'X-One': 'a' }) })
    const tokenOf = () => (emulator.state().collections['project_hooks']?.records as { token?: string }[]).at(-1)?.token
    expect(await emulator.put(hook, { url, name: 'same URL' })).toMatchObject({
      body: { custom_headers: keys('X-One') },
    })
    expect(tokenOf()).toBe('a')
    const changes = { url: 'https://203.0.113.2', custom_headers: pairs({ 'X-Two': 'b' }) }
    expect(await emulator.put(hook, changes)).toMatchObject({ status: 200, body: { custom_headers: [] } })
    expect(tokenOf()).toBeNull()
    await emulator.put(hook, { url, token: 'b' })
    expect(tokenOf()).toBe('b')
  })

  it('does not change the value of a variable in the URL, or the URL of a hook with variables', async () => {
    const variables = pairs({ one: 'a', spare: 'b' })
    const hook = await make({ url: 'https://203.0.113.1/{one}', url_variables: variables })
    expect(await emulator.put(hook, { url_variables: pairs({ spare: 'c', one: 'a' }) })).toMatchObject({ status: 200 })
    expect(await emulator.put(hook, { url_variables: pairs({ one: 'b' }) })).toMatchObject(invalidUrl)
    const other = { url: 'https://203.0.113.2/{two}', url_variables: pairs({ two: 'b' }) }
    expect(await emulator.put(hook, other)).toMatchObject(invalidUrl)
    expect(await emulator.delete(`${hook}/url_variables/one`)).toMatchObject({ status: 422 })
    expect(await emulator.put(hook, { url })).toMatchObject({ status: 200, body: { url, url_variables: [] } })
    expect(await emulator.put(hook, other)).toMatchObject({ status: 200, body: { url_variables: keys('two') } })
  })

  it('refuses local URLs if the instance does not allow them', async () => {
    const state = emulator.state()
    Object.assign(state.collections['settings']!.records[0]!, {
      allow_local_requests_from_web_hooks_and_services: false,
    })
    emulator.setState(state)
    for (const local of ['http://localhost/', 'http://127.0.0.1:3000/', 'http://10.0.0.1/']) {
      expect(await create({ url: local })).toMatchObject(invalidUrl)
    }
    expect(await create()).toMatchObject({ status: 201 })
  })

  it('deletes a hook once', async () => {
    const hook = await make()
    expect(await emulator.delete(hook)).toMatchObject({ status: 204 })
    expect(await emulator.delete(hook)).toMatchObject({ status: 404, body: { message: '404 Not found' } })
  })

  it('requires the Maintainer role, also to read', async () => {
    const hook = await make()
    const developer = { as: 'developer' }
    for (const path of [collection, hook]) expect(await emulator.get(path, developer)).toMatchObject({ status: 403 })
    expect(await emulator.post(collection, { url }, developer)).toMatchObject({ status: 403 })
    expect(await emulator.put(hook, { name: 'x' }, developer)).toMatchObject({ status: 403 })
    expect(await emulator.delete(hook, developer)).toMatchObject({ status: 403 })
    expect(await emulator.get(collection, { as: null })).toMatchObject({ status: 401 })
  })
})
