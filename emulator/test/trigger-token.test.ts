import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

interface Trigger {
  id: number
  token: string
  description: string | null
  last_used: string | null
}

const triggers = '/projects/1/triggers'
const notFound = { status: 404, body: { message: '404 Not found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const badRequest = (errors: object) => ({
  status: 400,
  body: { message: `400 Bad request - ${JSON.stringify(errors)}` },
})

describe.each<Flavor>(['spec', 'gitlab'])('trigger tokens, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const make = async (more: object = {}, as = 'maintainer', project = 1): Promise<Trigger> => {
    const { status, body } = await emulator.post(
      `/projects/${project}/triggers`,
      { description: 'deploy', ...more },
      { as },
    )
    expect(status).toBe(201)
    return body as Trigger
  }

  const ids = async (query = '') => ((await emulator.get(`${triggers}${query}`)).body as Trigger[]).map(({ id }) => id)

  describe('create', () => {
    it('returns a new trigger token with its secret and its owner', async () => {
      const { status, body } = await emulator.post(triggers, { description: 'deploy' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: 1,
        token: expect.stringMatching(/^glptt-[\w-]{20}$/),
        description: 'deploy',
        created_at: testNow,
        updated_at: testNow,
        last_used: null,
        expires_at: null,
        owner: {
          id: 3,
          username: 'maintainer',
          public_email: spec ? '' : null,
          name: 'Maintainer',
          state: 'active',
          locked: false,
          avatar_url: spec ? null : expect.stringMatching(/^https:\/\/www\.gravatar\.com\/avatar\/\w{64}\?/),
          web_url: `${emulator.url}/maintainer`,
        },
      })
    })

    it('creates trigger tokens with the same fields, but different secrets', async () => {
      const [first, second] = [await make(), await make()]
      expect(second.token).not.toBe(first.token)
      expect(await ids()).toEqual([first.id, second.id])
    })

    it.each([
      [{ description: '  deploy ' }, { description: '  deploy ' }],
      [{ description: null }, { description: null }],
      [{ description: '' }, { description: '' }],
      [{ description: 7 }, { description: '7' }],
      [{ expires_at: '2027-01-01' }, { expires_at: '2027-01-01T00:00:00.000Z' }],
      [{ expires_at: '2027-01-01T10:00:00+02:00' }, { expires_at: '2027-01-01T08:00:00.000Z' }],
      [{ expires_at: null }, { expires_at: null }],
      [{ expires_at: '' }, { expires_at: null }],
      [{ expires_at: '2027-06-14T23:59:59.999Z' }, { expires_at: '2027-06-14T23:59:59.999Z' }],
    ])('stores the fields %j', async (sent, stored) => {
      expect(await emulator.get(`${triggers}/${(await make(sent)).id}`)).toMatchObject({ status: 200, body: stored })
    })

    it.each([
      [{}, 'description is missing'],
      [{ description: [] }, 'description is invalid'],
      [{ description: 'x', expires_at: 'soon' }, 'expires_at is invalid'],
    ])('refuses invalid parameters: %j', async (sent, error) => {
      expect(await emulator.post(triggers, sent)).toMatchObject({ status: 400, body: { error } })
    })

    it.each(['2027-06-15', '2027-06-15T00:00:00Z', '2030-01-01'])('refuses the expiry %s', async (expires_at) => {
      expect(await emulator.post(triggers, { description: 'x', expires_at })).toMatchObject(
        badRequest({ expires_at: ['must be before 2027-06-15'] }),
      )
    })

    it('accepts an expiry in the past, and hides the trigger token', async () => {
      const { id } = await make({ expires_at: '2020-01-01' })
      expect(await ids()).toEqual([])
      expect(await emulator.get(`${triggers}/${id}`)).toMatchObject(notFound)
    })

    it('refuses more than 25,000 trigger tokens of a project', async () => {
      const { id: _id, ...record } = { ...(await make()), project_id: 1, owner_id: 3 }
      const state = emulator.state()
      state.collections['triggers'] = {
        next: 25_001,
        records: Array.from({ length: 24_999 }, (_, at) => ({ ...record, id: at + 1, token: `glptt-${at}` })),
      }
      emulator.setState(state)
      await make()
      const full = { base: ['Maximum number of pipeline triggers (25000) exceeded'] }
      expect(await emulator.post(triggers, { description: 'x' })).toMatchObject(badRequest(full))
      expect(await emulator.post(triggers, { description: 'x', expires_at: '2030-01-01' })).toMatchObject(
        badRequest({ ...full, expires_at: ['must be before 2027-06-15'] }),
      )
      await make({}, 'maintainer', 2)
    })
  })

  describe('the token', () => {
    it('shows the secret to its owner and to administrators of GitLab, and four characters to others', async () => {
      const { id, token } = await make()
      const short = token.slice('glptt-'.length, 'glptt-'.length + 4)
      for (const [as, seen] of [
        ['maintainer', token],
        ['owner', short],
        ['root', spec ? short : token],
      ] as const) {
        expect(await emulator.get(`${triggers}/${id}`, { as })).toMatchObject({ body: { id, token: seen } })
        expect((await emulator.get(triggers, { as })).body).toMatchObject([{ id, token: seen }])
      }
    })

    it('hides the secret in the request log', async () => {
      const { token } = await make()
      await emulator.post('/projects/1/trigger/pipeline', { ref: 'main', token, variables: { A_TOKEN: 'mine' } })
      await emulator.send('POST', `/projects/1/trigger/pipeline?ref=main&token=${token}`, { as: null })
      await emulator.send('POST', '/projects/1/trigger/pipeline', { form: `ref=main&token=${token}`, as: null })
      const log = JSON.stringify(emulator.requests())
      expect(log).not.toContain(token)
      expect(log).not.toContain('mine')
      expect(emulator.requests()).toMatchObject([
        { body: { description: 'deploy' } },
        { status: 201, body: { ref: 'main', token: '[redacted]', variables: { A_TOKEN: '[redacted]' } } },
        { status: 201, path: '/api/v4/projects/1/trigger/pipeline?ref=main&token=[redacted]', actor: null },
        { status: 201, body: { ref: 'main', token: '[redacted]' } },
      ])
    })
  })

  describe('list', () => {
    it('lists trigger tokens by id, in pages', async () => {
      for (let at = 0; at < 3; at++) await make()
      expect(await ids()).toEqual([1, 2, 3])
      await emulator.put(`${triggers}/1`, { description: 'changed' })
      expect(await ids()).toEqual([1, 2, 3])
      expect(await ids('?per_page=2&page=2')).toEqual([3])
      expect((await emulator.get('/projects/2/triggers')).body).toEqual([])
    })

    it('hides a trigger token when it expires', async () => {
      const { id } = await make({ expires_at: '2026-06-15T12:01:00Z' })
      emulator.advanceClock(59)
      expect(await ids()).toEqual([id])
      emulator.advanceClock(1)
      expect(await ids()).toEqual([])
      expect(await emulator.get(`${triggers}/${id}`)).toMatchObject(notFound)
      expect(await emulator.put(`${triggers}/${id}`, { description: 'x' })).toMatchObject(notFound)
      expect(await emulator.delete(`${triggers}/${id}`)).toMatchObject(notFound)
    })
  })

  it.each([
    ['abc', 400],
    ['1x', 400],
    ['99', 404],
  ])('responds to the trigger id %s with %i', async (id, status) => {
    const response = status === 404 ? notFound : { status, body: { error: 'trigger_id is invalid' } }
    expect(await emulator.get(`${triggers}/${id}`)).toMatchObject(response)
    expect(await emulator.put(`${triggers}/${id}`, { description: 'x' })).toMatchObject(response)
    expect(await emulator.delete(`${triggers}/${id}`)).toMatchObject(response)
  })

  it('does not find trigger tokens of other projects', async () => {
    const { id } = await make({}, 'maintainer', 2)
    expect(await emulator.get(`${triggers}/${id}`)).toMatchObject(notFound)
  })

  describe('update', () => {
    it('changes only the description of a trigger token', async () => {
      const { id, token } = await make({ expires_at: '2027-01-01' })
      emulator.advanceClock(60)
      const sent = { description: 'release', expires_at: '2026-12-31', token: 'x' }
      expect(await emulator.put(`${triggers}/${id}`, sent)).toMatchObject({
        status: 200,
        body: {
          id,
          token,
          description: 'release',
          expires_at: '2027-01-01T00:00:00.000Z',
          created_at: testNow,
          updated_at: '2026-06-15T12:01:00.000Z',
        },
      })
    })

    it('keeps a description that is not sent in the specification, and sets it to null in GitLab', async () => {
      const { id } = await make()
      const description = spec ? 'deploy' : null
      expect(await emulator.put(`${triggers}/${id}`, {})).toMatchObject({ status: 200, body: { description } })
      expect(await emulator.get(`${triggers}/${id}`)).toMatchObject({ body: { description } })
    })

    it('sets the description to null', async () => {
      const { id } = await make()
      expect(await emulator.put(`${triggers}/${id}`, { description: null })).toMatchObject({
        body: { description: null },
      })
    })

    it('does not change updated_at for the same description', async () => {
      const { id } = await make()
      emulator.advanceClock(60)
      expect(await emulator.put(`${triggers}/${id}`, { description: 'deploy' })).toMatchObject({
        body: { updated_at: testNow },
      })
    })

    it('lets only the owner and administrators update a trigger token', async () => {
      const { id } = await make()
      expect(await emulator.put(`${triggers}/${id}`, { description: 'x' }, { as: 'owner' })).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden - The current user is not authorized to update the pipeline trigger token' },
      })
      expect(await emulator.put(`${triggers}/${id}`, { description: 'y' }, { as: 'root' })).toMatchObject({
        status: 200,
        body: { description: 'y', owner: { username: 'maintainer' } },
      })
    })
  })

  describe('delete', () => {
    it('lets all maintainers delete a trigger token, and responds with 404 the second time', async () => {
      const { id } = await make()
      expect(await emulator.delete(`${triggers}/${id}`, { as: 'owner' })).toMatchObject({
        status: 204,
        body: undefined,
      })
      expect(await emulator.delete(`${triggers}/${id}`)).toMatchObject(notFound)
    })

    it('respects If-Unmodified-Since when it deletes a trigger token', async () => {
      const { id } = await make()
      const headers = { 'If-Unmodified-Since': 'Mon, 15 Jun 2026 11:59:59 GMT' }
      expect(await emulator.delete(`${triggers}/${id}`, { headers })).toMatchObject({ status: 412 })
      expect(await ids()).toEqual([id])
    })
  })

  describe('permissions', () => {
    it.each([
      ['root', 200],
      ['owner', 200],
      ['maintainer', 200],
      ['developer', 403],
      ['reporter', 403],
      ['outsider', 403],
    ])('responds to %s with %i for the list', async (as, status) => {
      expect((await emulator.get(triggers, { as })).status).toBe(status)
    })

    it('checks the parameters first, then the login, the project, the role and the trigger token', async () => {
      expect(await emulator.post(triggers, {}, { as: null })).toMatchObject({ status: 400 })
      expect(await emulator.get(`${triggers}/abc`, { as: 'nobody' })).toMatchObject({ status: 400 })
      expect(await emulator.get(`${triggers}?page=x`, { as: null })).toMatchObject({ status: 400 })
      const sent = { description: 'x' }
      expect(await emulator.post('/projects/99/triggers', sent, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.get('/projects/2/triggers', { as: null })).toMatchObject(unauthorized)
      expect(await emulator.post('/projects/3/triggers', sent, { as: 'outsider' })).toMatchObject({
        status: 404,
        body: { message: '404 Project Not Found' },
      })
      expect(await emulator.put(`${triggers}/99`, sent, { as: 'developer' })).toMatchObject(
        spec ? forbidden : { status: 404, body: { message: '404 Not found' } },
      )
      expect(await emulator.delete(`${triggers}/99`, { as: 'developer' })).toMatchObject(forbidden)
      expect(await emulator.post(triggers, sent, { as: 'readonly' })).toMatchObject({ status: 403 })
    })

    it('refuses all callers without CI/CD', async () => {
      emulator.patch('projects', 1, { builds_enabled: false })
      expect(await emulator.get(triggers)).toMatchObject(forbidden)
      expect(await emulator.post(triggers, { description: 'x' }, { as: 'root' })).toMatchObject(forbidden)
      expect(await emulator.get('/projects/1')).toMatchObject({ body: { jobs_enabled: false } })
    })

    it('makes trigger tokens of archived projects read-only, and hides them in GitLab', async () => {
      const { id } = await make()
      emulator.patch('projects', 1, { archived: true })
      expect((await emulator.get(triggers)).status).toBe(spec ? 200 : 403)
      expect(await emulator.post(triggers, { description: 'x' })).toMatchObject(forbidden)
      expect(await emulator.put(`${triggers}/${id}`, { description: 'x' })).toMatchObject({ status: 403 })
      expect(await emulator.delete(`${triggers}/${id}`)).toMatchObject(forbidden)
    })
  })

  describe('starting a pipeline', () => {
    const run = (body: object, project: number | string = 1) =>
      emulator.post(`/projects/${project}/trigger/pipeline`, body, { as: null })
    const refused = (reason: string) => ({ status: 400, body: { message: { base: [reason] } } })
    const hidden = { status: 404, body: { message: '404 Not Found' } }
    const stored = (id: number) => emulator.state().collections['pipelines']!.records.find((one) => one.id === id)

    it('returns all fields of a triggered pipeline, in GitLab without the name', async () => {
      const { token } = await make()
      const { status, body } = await run({ ref: 'main', token })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: 3004,
        iid: 4,
        project_id: 1,
        ...(spec && { name: null }),
        sha: '13'.padEnd(40, '0'),
        ref: 'main',
        status: 'created',
        source: 'trigger',
        created_at: testNow,
        updated_at: testNow,
        web_url: `${emulator.url}/acme/web/-/pipelines/3004`,
        before_sha: '0'.repeat(40),
        tag: false,
        yaml_errors: null,
        user: expect.objectContaining({ id: 3, username: 'maintainer' }),
        started_at: null,
        finished_at: null,
        committed_at: null,
        duration: null,
        queued_duration: null,
        coverage: null,
        detailed_status: {
          icon: 'status_created',
          text: 'Created',
          label: 'created',
          group: 'created',
          tooltip: 'created',
          has_details: spec,
          details_path: '/acme/web/-/pipelines/3004',
          illustration: null,
          favicon: '/assets/ci_favicons/favicon_status_created.png',
        },
        archived: false,
      })
    })

    it('records the last use of the trigger token', async () => {
      const { id, token } = await make()
      emulator.advanceClock(60)
      await run({ ref: 'main', token })
      emulator.advanceClock(60)
      await run({ ref: 'main', token })
      await make()
      expect((await emulator.get(triggers)).body).toMatchObject([
        { id, last_used: '2026-06-15T12:02:00.000Z', updated_at: testNow },
        { last_used: null },
      ])
    })

    it.each([
      ['main', { ref: 'main', tag: false, sha: '13'.padEnd(40, '0') }],
      ['refs/heads/main', { ref: 'main', tag: false }],
      ['v1.0.0', { ref: 'v1.0.0', tag: true, sha: '11'.padEnd(40, '0') }],
      ['refs/tags/v1.0.0', { ref: 'v1.0.0', tag: true }],
    ])('accepts the ref %s', async (ref, shown) => {
      expect(await run({ ref, token: (await make()).token })).toMatchObject({ status: 201, body: shown })
    })

    it('finds the project by its current and former paths', async () => {
      const { token } = await make()
      expect(await run({ ref: 'main', token }, 'acme%2Fweb')).toMatchObject({ status: 201 })
      expect(await run({ ref: 'main', token }, 'acme%2Fold-name')).toMatchObject({ status: 201 })
    })

    it('passes variables to the pipeline, and all other parameters except the token', async () => {
      const { token } = await make()
      const { body } = await run({ ref: 'main', token, variables: { A: '1', B: '' }, inputs: {}, extra: 'x' })
      const { variables } = stored((body as Trigger).id) as unknown as { variables: { key: string; value: string }[] }
      expect(variables.slice(0, 2)).toEqual([
        { key: 'A', value: '1', variable_type: 'env_var' },
        { key: 'B', value: '', variable_type: 'env_var' },
      ])
      expect(variables.slice(2)).toEqual([{ key: 'TRIGGER_PAYLOAD', value: expect.any(String), variable_type: 'file' }])
      expect(JSON.parse(variables[2]!.value)).toEqual({
        id: '1',
        ref: 'main',
        variables: { A: '1', B: '' },
        inputs: {},
        extra: 'x',
      })
    })

    it('refuses inputs, which the CI file of no project declares, in GitLab', async () => {
      const { token } = await make()
      const { status } = await run({ ref: 'main', token, inputs: { level: 3 } })
      expect(status).toBe(spec ? 201 : 422)
    })

    it('reads variables from forms', async () => {
      const { token } = await make()
      const form = `ref=main&token=${token}&variables[A]=x+y`
      const { status, body } = await emulator.send('POST', '/projects/1/trigger/pipeline', { form, as: null })
      expect(status).toBe(201)
      expect(stored((body as Trigger).id)).toMatchObject({ variables: [{ key: 'A', value: 'x y' }, {}] })
    })

    it.each(['main', 'v1.0.0', 'refs%2Fheads%2Fmain', 'refs/heads/main'])(
      'accepts the ref %s in the URL',
      async (ref) => {
        const { token } = await make()
        expect(
          await emulator.post(`/projects/1/ref/${ref}/trigger/pipeline`, { token, ref: 'none' }, { as: null }),
        ).toMatchObject({ status: 201, body: { ref: ref.split(/%2F|\//).at(-1), source: 'trigger' } })
      },
    )

    it('starts a pipeline with the token of a running job on behalf of its user', async () => {
      const { status, body } = await run({ ref: 'main', token: 'emulator-job-token' })
      expect(status).toBe(201)
      expect(body).toMatchObject({ source: 'pipeline', project_id: 1, user: { username: 'developer' } })
      expect(stored((body as Trigger).id)).toMatchObject({ upstream_pipeline_id: 2001, trigger_id: null })
    })

    it('refuses the token of an ended job', async () => {
      expect(await run({ ref: 'main', token: 'emulator-finished-job-token' })).toMatchObject({
        status: 401,
        body: { message: 'Job is not running' },
      })
    })

    it('accepts an expired trigger token', async () => {
      const { token } = await make({ expires_at: '2020-01-01' })
      expect(await run({ ref: 'main', token })).toMatchObject({ status: 201, body: { source: 'trigger' } })
    })

    it('refuses a deleted trigger token', async () => {
      const { id, token } = await make()
      await emulator.delete(`${triggers}/${id}`)
      expect(await run({ ref: 'main', token })).toMatchObject(hidden)
    })

    it('ignores the access token of the caller', async () => {
      const { token } = await make()
      for (const as of ['nobody', 'expired', 'outsider']) {
        expect(await emulator.post('/projects/1/trigger/pipeline', { ref: 'main', token }, { as })).toMatchObject({
          status: 201,
          body: { user: { username: 'maintainer' } },
        })
      }
    })

    it.each([
      [{ token: 'x' }, 'ref is missing, ref is empty'],
      [{ ref: ' ', token: 'x' }, 'ref is empty'],
      [{ ref: null, token: 'x' }, 'ref is empty'],
      [{ ref: 'main' }, 'token is missing'],
      [{}, 'ref is missing, ref is empty, token is missing'],
      [{ ref: 'main', token: 'x', variables: 'A=1' }, 'variables is invalid'],
      [{ ref: 'main', token: 'x', variables: [{ key: 'A', value: '1' }] }, 'variables is invalid'],
      [{ ref: 'main', token: 'x', inputs: [] }, 'inputs is invalid'],
    ])('refuses invalid parameters: %j', async (sent, error) => {
      expect(await run(sent, 99)).toMatchObject({ status: 400, body: { error } })
    })

    it.each([[{ A: 1 }], [{ A: true }], [{ A: null }], [{ A: '1', B: ['2'] }], [{ A: {} }]])(
      'refuses variables that are not all strings: %j',
      async (variables) => {
        expect(await run({ ref: 'main', token: 'x', variables })).toMatchObject({
          status: 400,
          body: { message: 'variables needs to be a map of key-valued strings' },
        })
      },
    )

    it('reads null as no variables', async () => {
      const { token } = await make()
      expect(await run({ ref: 'main', token, variables: null })).toMatchObject({ status: 201 })
    })

    it('refuses requests from webhooks of pipelines', async () => {
      const { token } = await make()
      const send = (event: string) =>
        emulator.post('/projects/1/trigger/pipeline', { ref: 'main', token }, { headers: { 'X-Gitlab-Event': event } })
      expect(await send('Pipeline Hook')).toMatchObject(forbidden)
      expect(await send('Push Hook')).toMatchObject({ status: 201 })
    })

    it('responds with the same 404 for a missing project and a missing token', async () => {
      const { token } = await make()
      expect(await run({ ref: 'main', token: 'glptt-nothing' })).toMatchObject(hidden)
      expect(await run({ ref: 'main', token: '' })).toMatchObject(hidden)
      expect(await run({ ref: 'main', token: null })).toMatchObject(hidden)
      expect(await run({ ref: 'main', token }, 2)).toMatchObject(hidden)
      expect(await run({ ref: 'main', token }, 99)).toMatchObject(hidden)
      expect(await run({ ref: 'main', token }, 'web')).toMatchObject(hidden)
      emulator.patch('projects', 1, { visibility: 'private' })
      emulator.patch('memberships', 2, { access_level: 0 })
      expect(await run({ ref: 'main', token })).toMatchObject(hidden)
    })

    it('refuses missing and ambiguous refs', async () => {
      const { token } = await make()
      expect(await run({ ref: 'none', token })).toMatchObject(refused('Reference not found'))
      emulator.patch('refs', 12, { name: 'main' })
      expect(await run({ ref: 'main', token })).toMatchObject(refused('Ref is ambiguous'))
      expect(await run({ ref: 'refs/tags/main', token })).toMatchObject({ status: 201, body: { tag: true } })
    })

    it('requires an owner who can start pipelines', async () => {
      const { token } = await make()
      const insufficient = refused('Insufficient permissions to create a new pipeline')
      emulator.patch('memberships', 2, { access_level: 20 })
      emulator.patch('projects', 1, { ci_pipeline_variables_minimum_override_role: 'no_one_allowed' })
      expect(await run({ ref: 'main', token })).toMatchObject(insufficient)
      emulator.patch('memberships', 2, { access_level: 30 })
      expect(await run({ ref: 'main', token })).toMatchObject({ status: 201 })
      emulator.patch('projects', 1, { archived: true })
      expect(await run({ ref: 'main', token })).toMatchObject(insufficient)
    })

    it.each([
      ['developer', true, true],
      ['maintainer', false, true],
      ['owner', false, false],
      ['no_one_allowed', false, false],
    ])('accepts variables from this role on: %s', async (least, developer, maintainer) => {
      const { token } = await make()
      emulator.patch('projects', 1, { ci_pipeline_variables_minimum_override_role: least })
      const denied = refused('Insufficient permissions to set pipeline variables')
      for (const [with_, allowed] of [
        ['emulator-job-token', developer],
        [token, maintainer],
      ] as const) {
        expect(await run({ ref: 'main', token: with_, variables: { A: '1' } })).toMatchObject(
          allowed ? { status: 201 } : denied,
        )
        const { status, body } = await run({ ref: 'main', token: with_ })
        expect(status).toBe(201)
        expect((stored((body as Trigger).id) as unknown as { variables: object[] }).variables).toHaveLength(
          allowed ? 1 : 0,
        )
      }
    })

    it('refuses a variable named TRIGGER_PAYLOAD', async () => {
      const { token } = await make()
      expect(await run({ ref: 'main', token, variables: { TRIGGER_PAYLOAD: 'x' } })).toMatchObject(
        refused('Duplicate variable name: TRIGGER_PAYLOAD'),
      )
    })

    it('refuses to start a pipeline without CI/CD', async () => {
      const { token } = await make()
      emulator.patch('projects', 1, { builds_enabled: false })
      expect(await run({ ref: 'main', token })).toMatchObject(refused('Pipelines are disabled!'))
    })

    it('creates a failed pipeline for a broken CI file, and returns the error', async () => {
      const { id, token } = await make()
      emulator.patch('projects', 1, { ci_file_error: 'jobs config should contain at least one visible job' })
      expect(await run({ ref: 'main', token })).toMatchObject({
        status: 422,
        body: { message: { base: ['jobs config should contain at least one visible job'] } },
      })
      expect(stored(3004)).toMatchObject({ status: 'failed', yaml_errors: expect.stringContaining('jobs config') })
      expect(await emulator.get(`${triggers}/${id}`)).toMatchObject({ body: { last_used: testNow } })
    })
  })
})
