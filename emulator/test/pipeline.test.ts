import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

interface Pipeline {
  id: number
  status: string
}

const pipelines = '/projects/1/pipelines'
const notFound = { status: 404, body: { message: '404 Not found' } }
const project404 = { status: 404, body: { message: '404 Project Not Found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const refused = (reason: string) => ({ status: 400, body: { message: { base: [reason] } } })
const noCommit = '0'.repeat(40)
const head = '13'.padEnd(40, '0')

describe.each<Flavor>(['spec', 'gitlab'])('pipelines, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const fresh = spec ? 'pending' : 'created'

  const start = async (more: object = {}, as = 'developer'): Promise<Pipeline> => {
    const { status, body } = await emulator.post('/projects/1/pipeline', { ref: 'main', ...more }, { as })
    expect(status).toBe(201)
    return body as Pipeline
  }

  /** Adds a pipeline to the state: the third of project 1, with `changes`. */
  const add = (changes: object): number => {
    const state = emulator.state()
    const held = state.collections['pipelines']!
    const id = held.next++
    const iid = Math.max(...held.records.map((one) => (one as { iid?: number }).iid ?? 0)) + 1
    const record = { ...held.records.find((one) => one.id === 1003)!, iid, ...changes, id }
    held.records.push(record)
    emulator.setState(state)
    return id
  }

  const addChild = (parent: number, changes: object = {}): number =>
    add({ source: 'parent_pipeline', upstream_pipeline_id: parent, ...changes })

  const ids = async (query = ''): Promise<number[]> => {
    const { status, body } = await emulator.get(`${pipelines}${query}`)
    expect(status).toBe(200)
    return (body as Pipeline[]).map(({ id }) => id)
  }

  const read = async (id: number) => (await emulator.get(`${pipelines}/${id}`)).body

  describe('list', () => {
    it('lists the newest pipelines first, with the fields of a list', async () => {
      const { status, body, headers } = await emulator.get(`${pipelines}?per_page=2`)
      expect({ status, ids: (body as Pipeline[]).map(({ id }) => id) }).toEqual({ status: 200, ids: [1003, 1002] })
      expect((body as Pipeline[])[0]).toEqual({
        id: 1003,
        iid: 3,
        project_id: 1,
        sha: head,
        ref: 'main',
        status: 'success',
        source: 'push',
        created_at: '2026-01-05T09:00:00.000Z',
        updated_at: '2026-01-05T09:01:00.000Z',
        web_url: `${emulator.url}/acme/web/-/pipelines/1003`,
        name: null,
      })
      expect(headers.get('x-total')).toBe('3')
      expect(headers.get('link')).toContain('order_by=id&page=2&per_page=2&sort=desc>; rel="next"')
    })

    it.each([
      ['', [1003, 1002, 1001]],
      ['?sort=asc', [1001, 1002, 1003]],
      ['?status=failed', [1002]],
      ['?status=', 'status does not have a valid value'],
      ['?status=done', 'status does not have a valid value'],
      ['?scope=running', []],
      ['?scope=pending', []],
      ['?scope=finished', [1003, 1002, 1001]],
      ['?scope=branches', [1003]],
      ['?scope=branches&status=failed', []],
      ['?scope=tags', []],
      ['?scope=all', 'scope does not have a valid value'],
      ['?ref=main', [1003, 1002, 1001]],
      ['?ref=v1.0.0', []],
      ['?ref=', [1003, 1002, 1001]],
      [`?sha=${head}`, [1003]],
      [`?sha=${head.slice(0, 8)}`, []],
      ['?source=push', [1003, 1002, 1001]],
      ['?source=web', []],
      ['?source=me', 'source does not have a valid value'],
      ['?username=developer', [1003, 1002, 1001]],
      ['?username=nobody', []],
      ['?yaml_errors=true', []],
      ['?yaml_errors=false', [1003, 1002, 1001]],
      ['?yaml_errors=maybe', 'yaml_errors is invalid'],
      ['?name=nightly', []],
      ['?updated_after=2026-01-05T09:01:00Z', [1003, 1002, 1001]],
      ['?updated_after=2026-01-05T09:01:01Z', []],
      ['?updated_before=2026-01-05', []],
      ['?updated_before=2026-01-06', [1003, 1002, 1001]],
      ['?updated_after=2026-01-06&updated_before=2026-01-01', []],
      ['?created_after=2026-01-05T09:00:00Z&created_before=2026-01-05T09:00:00Z', spec ? [1003, 1002, 1001] : []],
      ['?created_after=2026-01-05T08:59:59Z&created_before=2026-01-05T09:00:01Z', [1003, 1002, 1001]],
      ['?created_after=2026-01-05T09:00:01Z', []],
      ['?updated_after=soon', 'updated_after is invalid'],
      ['?order_by=name', 'order_by does not have a valid value'],
      ['?sort=up', 'sort does not have a valid value'],
      ['?iids[]=1&iids[]=3', [1003, 1001]],
      ['?ids[]=1002', [1002]],
      [
        '?scope=x&sort=y&page=z',
        'page is invalid, scope does not have a valid value, sort does not have a valid value',
      ],
    ])('responds to the query %s with %j', async (query, expected) => {
      const response = await emulator.get(`${pipelines}${query}`, { as: null })
      // Anonymous callers do not see this internal project, but bad parameters are judged first.
      expect(response.status).toBe(typeof expected === 'string' ? 400 : 404)
      if (typeof expected === 'string') expect(response.body).toEqual({ error: expected })
      else expect(await ids(query)).toEqual(expected)
    })

    it('accepts the two newest statuses only in GitLab', async () => {
      for (const status of ['waiting_for_callback', 'canceling']) {
        expect((await emulator.get(`${pipelines}?status=${status}`)).status).toBe(spec ? 400 : 200)
      }
    })

    it('filters pipelines by name, user, errors and tag', async () => {
      const named = add({ name: 'nightly', user_id: 3, yaml_errors: 'jobs config is empty', ref: 'v1.0.0', tag: true })
      for (const query of ['name=nightly', 'username=maintainer', 'yaml_errors=true', 'scope=tags', 'ref=v1.0.0']) {
        expect(await ids(`?${query}`)).toEqual([named])
      }
      expect(await ids('?scope=branches')).toEqual([1003])
    })

    it('sorts pipelines by one column, in both directions', async () => {
      const other = add({ status: 'canceled', user_id: 3, ref: 'a', updated_at: '2026-01-01T00:00:00.000Z' })
      for (const column of ['status', 'ref', 'updated_at', 'user_id']) {
        expect((await ids(`?order_by=${column}&sort=asc`))[0]).toBe(other)
        expect((await ids(`?order_by=${column}`)).at(-1)).toBe(other)
      }
    })

    it('omits child pipelines unless a filter includes them', async () => {
      const child = addChild(1003, { iid: 4 })
      expect(await ids()).toEqual([1003, 1002, 1001])
      expect(await ids('?source=parent_pipeline')).toEqual([child])
      expect(await ids('?iids[]=4')).toEqual([child])
      expect(await read(child)).toMatchObject({ id: child, source: 'parent_pipeline' })
    })

    it('lists only pipelines of external services without CI/CD, and none in GitLab', async () => {
      const external = add({ source: 'external' })
      emulator.patch('projects', 1, { builds_enabled: false })
      if (spec) expect(await ids()).toEqual([external])
      else expect(await emulator.get(pipelines)).toMatchObject({ status: 403 })
      expect(await emulator.get(`${pipelines}/1003`)).toMatchObject(notFound)
    })
  })

  describe('get', () => {
    it('returns all fields of a pipeline', async () => {
      const { status, body } = await emulator.get(`${pipelines}/1002`)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: 1002,
        iid: 2,
        project_id: 1,
        name: null,
        sha: '12'.padEnd(40, '0'),
        before_sha: '11'.padEnd(40, '0'),
        ref: 'main',
        status: 'failed',
        source: 'push',
        tag: false,
        yaml_errors: null,
        user: expect.objectContaining({ id: 4, username: 'developer' }),
        created_at: '2026-01-05T09:00:00.000Z',
        updated_at: '2026-01-05T09:01:00.000Z',
        started_at: '2026-01-05T09:00:00.000Z',
        finished_at: '2026-01-05T09:01:00.000Z',
        committed_at: null,
        duration: 60,
        queued_duration: null,
        coverage: null,
        web_url: `${emulator.url}/acme/web/-/pipelines/1002`,
        detailed_status: expect.objectContaining({ icon: 'status_failed', text: 'Failed', group: 'failed' }),
        archived: false,
      })
    })

    it.each([
      ['99', notFound],
      ['2001', notFound],
      ['abc', { status: 400, body: { error: 'pipeline_id is invalid' } }],
      ['1001.5', { status: 200, body: { id: 1001 } }],
    ])('responds correctly to the pipeline id %s', async (id, expected) => {
      expect(await emulator.get(`${pipelines}/${id}`)).toMatchObject(expected)
    })
  })

  describe('latest', () => {
    it('returns the newest pipeline of the newest commit as the latest', async () => {
      expect(await emulator.get(`${pipelines}/latest`)).toMatchObject({ status: 200, body: { id: 1003, name: null } })
      const rerun = add({})
      expect(await emulator.get(`${pipelines}/latest?ref=main`)).toMatchObject({ body: { id: rerun } })
      emulator.patch('refs', 11, { sha: '12'.padEnd(40, '0') })
      expect(await emulator.get(`${pipelines}/latest?ref=`)).toMatchObject({ body: { id: 1002 } })
    })

    it('ignores child pipelines and other sources for the latest pipeline', async () => {
      addChild(1003)
      add({ source: 'webide' })
      expect(await emulator.get(`${pipelines}/latest`)).toMatchObject({ body: { id: 1003 } })
    })

    it.each(['v1.0.0', 'none'])('responds with 403 if there is no latest pipeline: %s', async (ref) => {
      expect(await emulator.get(`${pipelines}/latest?ref=${ref}`, { as: 'root' })).toMatchObject(forbidden)
    })
  })

  describe('variables', () => {
    const sent = [
      { key: 'REGION', value: 'eu' },
      { key: 'SETTINGS', value: '{}', variable_type: 'file' },
      { key: 'EMPTY', value: null },
    ]
    const raw = spec ? {} : { raw: false }

    it('paginates variables, except in GitLab', async () => {
      const { id } = await start({ variables: sent })
      const { body, headers } = await emulator.get(`${pipelines}/${id}/variables?per_page=2&page=2`)
      expect((body as { key: string }[]).map(({ key }) => key)).toEqual(
        spec ? ['EMPTY'] : ['REGION', 'SETTINGS', 'EMPTY'],
      )
      expect([headers.get('x-page'), headers.get('x-total')]).toEqual(spec ? ['2', '3'] : [null, null])
      expect(headers.has('link')).toBe(spec)
    })

    it('returns all fields of variables', async () => {
      const { id } = await start({ variables: sent })
      const { status, body } = await emulator.get(`${pipelines}/${id}/variables`)
      expect(status).toBe(200)
      expect(body).toEqual([
        { key: 'REGION', value: 'eu', variable_type: 'env_var', ...raw },
        { key: 'SETTINGS', value: '{}', variable_type: 'file', ...raw },
        { key: 'EMPTY', value: '', variable_type: 'env_var', ...raw },
      ])
    })

    it.each([
      ['root', 200],
      ['maintainer', 200],
      ['developer', 200],
      ['reporter', 403],
      ['guest', 403],
      ['outsider', 403],
    ])('responds to %s with %i for the variables of a pipeline that developer started', async (as, status) => {
      expect((await emulator.get(`${pipelines}/1001/variables`, { as })).status).toBe(status)
    })

    it('hides variables from a developer who did not start the pipeline', async () => {
      const { id } = await start({}, 'maintainer')
      expect(await emulator.get(`${pipelines}/${id}/variables`, { as: 'developer' })).toMatchObject(forbidden)
    })
  })

  describe('test reports', () => {
    const counts = {
      total_time: 2,
      total_count: 5,
      success_count: 3,
      failed_count: 1,
      skipped_count: 1,
      error_count: 0,
    }
    const unit = { total_time: 1, total_count: 3, success_count: 2, failed_count: 0, skipped_count: 1, error_count: 0 }

    it('returns all cases of a test report', async () => {
      const { status, body } = await emulator.get(`${pipelines}/1002/test_report`)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { ...counts, test_suites: [{ name: 'unit', ...unit }, {}] },
      })
      const [, browser] = (body as { test_suites: { test_cases: object[] }[] }).test_suites
      expect('suite_error' in browser!).toBe(!spec)
      expect(browser!.test_cases[1]).toEqual({
        status: 'failed',
        name: 'signs out',
        classname: 'web',
        execution_time: 0.5,
        system_output: 'expected that it signs out',
        stack_trace: null,
        ...(!spec && { file: 'test/signs-out.test.ts', recent_failures: null }),
      })
    })

    it('returns the summary of a test report', async () => {
      expect(await emulator.get(`${pipelines}/1002/test_report_summary`)).toMatchObject({
        status: 200,
        body: {
          total: { time: 2, count: 5, success: 3, failed: 1, skipped: 1, error: 0, suite_error: null },
          test_suites: [
            { name: 'unit', ...unit, build_ids: [10021], suite_error: null },
            { name: 'browser', failed_count: 1, build_ids: [10022], suite_error: null },
          ],
        },
      })
      expect(await emulator.get(`${pipelines}/1003/test_report_summary`)).toMatchObject({
        body: { total: { failed: 0, success: 4 } },
      })
    })

    it('returns empty test reports without tests', async () => {
      const { id } = await start()
      const none = {
        total_time: 0,
        total_count: 0,
        success_count: 0,
        failed_count: 0,
        skipped_count: 0,
        error_count: 0,
      }
      expect((await emulator.get(`${pipelines}/${id}/test_report`)).body).toEqual({ ...none, test_suites: [] })
      expect((await emulator.get(`${pipelines}/${id}/test_report_summary`)).body).toMatchObject({
        total: { count: 0, suite_error: null },
        test_suites: [],
      })
    })

    it('returns the reason why a test file could not be read', async () => {
      const [suite] = emulator.state().collections['test_suites']!.records
      emulator.patch('test_suites', suite!.id, { suite_error: 'JUnit XML parsing failed', test_cases: [] })
      expect(await emulator.get(`${pipelines}/1001/test_report_summary`)).toMatchObject({
        body: {
          total: { count: 2, suite_error: 'JUnit XML parsing failed' },
          test_suites: [{ total_count: 0, suite_error: 'JUnit XML parsing failed' }, { suite_error: null }],
        },
      })
    })
  })

  describe('create', () => {
    it('returns all fields of a new pipeline, in GitLab without the name', async () => {
      const made = await start()
      expect(made).toMatchObject({
        id: 3004,
        iid: 4,
        project_id: 1,
        sha: head,
        before_sha: noCommit,
        ref: 'main',
        status: fresh,
        source: 'api',
        user: { username: 'developer' },
        created_at: testNow,
        started_at: null,
      })
      expect('name' in made).toBe(spec)
    })

    it('accepts tags, full refs, and variables from forms', async () => {
      expect(await start({ ref: 'refs/tags/v1.0.0' })).toMatchObject({ ref: 'v1.0.0', tag: true })
      const form = 'ref=main&variables[][key]=A&variables[][value]=1'
      const { status, body } = await emulator.send('POST', '/projects/1/pipeline', { form })
      expect(status).toBe(201)
      expect(await emulator.get(`${pipelines}/${(body as Pipeline).id}/variables`)).toMatchObject({
        body: [{ key: 'A', value: '1' }],
      })
      const numbered = 'ref=main&variables[0][key]=A&variables[0][value]=1'
      const response = await emulator.send('POST', '/projects/1/pipeline', { form: numbered })
      expect(response).toMatchObject(spec ? { status: 201 } : { status: 400, body: { error: 'variables is invalid' } })
    })

    const variables = (...keys: string[]) => keys.map((key) => ({ key, value: '' }))
    const invalidKey = (complaint: string) => ({
      status: 400,
      body: {
        message: spec
          ? { 'variables.key': [complaint], base: ['Failed to build the pipeline!'] }
          : { base: [`Failed to build pipeline variables: Validation failed: Key ${complaint}`] },
      },
    })

    it.each([
      [{}, { status: 400, body: { error: 'ref is missing' } }],
      [{ ref: ['main'] }, { status: 400, body: { error: 'ref is invalid' } }],
      [
        { ref: 'main', variables: { A: '1' } },
        { status: 400, body: { error: 'variables is invalid' } },
      ],
      [
        { ref: 'main', variables: [{ key: 'A', value: '', variable_type: 'secret' }] },
        { status: 400, body: { error: 'variables[0][variable_type] does not have a valid value' } },
      ],
      [{ ref: null }, spec ? refused('Reference not found') : { status: 500 }],
      [{ ref: 'none' }, refused('Reference not found')],
      [{ ref: 'main', variables: variables('A', 'B', 'A') }, refused('Duplicate variable name: A')],
      [{ ref: 'main', variables: variables('A', 'B', 'A', 'B') }, refused('Duplicate variable names: A, B')],
      [{ ref: 'main', variables: variables('a-b') }, invalidKey("can contain only letters, digits and '_'.")],
      [{ ref: 'main', variables: variables('a'.repeat(256)) }, invalidKey('is too long (maximum is 255 characters)')],
    ])('refuses the pipeline %j', async (body, expected) => {
      expect(await emulator.post('/projects/1/pipeline', body)).toMatchObject(expected)
      expect(await ids()).toHaveLength(3)
    })

    it('refuses pipelines that the project does not allow, and stores nothing', async () => {
      const post = (body: object = {}) =>
        emulator.post('/projects/1/pipeline', { ref: 'main', ...body }, { as: 'developer' })
      emulator.patch('projects', 1, { ci_file_error: 'Missing CI config file' })
      expect(await post()).toMatchObject(refused('Missing CI config file'))
      emulator.patch('projects', 1, { ci_file_error: null, builds_enabled: false })
      expect(await post()).toMatchObject(refused('Pipelines are disabled!'))
      emulator.patch('projects', 1, { builds_enabled: true, ci_pipeline_variables_minimum_override_role: 'maintainer' })
      expect(await post({ variables: variables('A') })).toMatchObject(
        refused('Insufficient permissions to set pipeline variables'),
      )
      emulator.patch('projects', 1, { archived: true })
      expect(await post()).toMatchObject(forbidden)
      expect(await ids()).toHaveLength(3)
    })

    it('accepts inputs only in GitLab', async () => {
      const given = await emulator.post('/projects/1/pipeline', { ref: 'main', inputs: { level: 3 } })
      expect(given.status).toBe(spec ? 201 : 400)
      await start({ inputs: {} })
      expect((await emulator.post('/projects/1/pipeline', { ref: 'main', inputs: 'x' })).status).toBe(spec ? 201 : 400)
    })

    it('limits the pipelines per minute for each user and commit', async () => {
      emulator.patch('settings', 1, { pipeline_limit_per_project_user_sha: 2 })
      for (let n = 0; n < 2; n++) await start()
      const create = (as: string, ref: string) => emulator.post('/projects/1/pipeline', { ref }, { as })
      const tooMany = refused('Too many pipelines created in the last minute. Try again later.')
      expect(await create('developer', 'main')).toMatchObject(tooMany)
      expect((await create('maintainer', 'main')).status).toBe(201)
      expect((await create('developer', 'v1.0.0')).status).toBe(201)
      emulator.advanceClock(60)
      expect((await create('developer', 'main')).status).toBe(201)
    })

    it('refuses a ref that is both a branch and a tag', async () => {
      emulator.patch('refs', 12, { name: 'main' })
      expect(await emulator.post('/projects/1/pipeline', { ref: 'main' })).toMatchObject(refused('Ref is ambiguous'))
    })
  })

  describe('time', () => {
    it('changes the status from pending to running to success as time passes', async () => {
      const { id } = await start()
      expect(await read(id)).toMatchObject({ status: fresh, updated_at: testNow })
      emulator.advanceClock(1)
      const started_at = '2026-06-15T12:00:01.000Z'
      expect(await read(id)).toMatchObject({
        status: 'running',
        started_at,
        updated_at: started_at,
        queued_duration: 1,
      })
      expect(await ids('?scope=running')).toEqual([id])
      emulator.advanceClock(3)
      expect(await read(id)).toMatchObject({ status: 'running', finished_at: null, duration: null })
      emulator.advanceClock(1)
      const finished_at = '2026-06-15T12:00:05.000Z'
      const success = { status: 'success', started_at, finished_at, updated_at: finished_at, duration: 4 }
      expect(await read(id)).toMatchObject(success)
      emulator.advanceClock(1000)
      expect(await read(id)).toMatchObject(success)
    })

    it('applies all status changes since the last request', async () => {
      const { id } = await start()
      emulator.advanceClock(3600)
      expect(await read(id)).toMatchObject({ status: 'success', duration: 4, finished_at: '2026-06-15T12:00:05.000Z' })
    })

    it('does not change the status of pipelines from the state', async () => {
      const { id } = await start()
      emulator.patch('pipelines', id, { status: 'failed' })
      emulator.patch('pipelines', 1003, { status: 'running' })
      emulator.advanceClock(3600)
      expect(await read(id)).toMatchObject({ status: 'failed' })
      expect(await read(1003)).toMatchObject({ status: 'running' })
    })
  })

  describe('retry', () => {
    it('retries a failed pipeline', async () => {
      const { status, body } = await emulator.post(`${pipelines}/1002/retry`, undefined, { as: 'developer' })
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { id: 1002, status: 'pending', updated_at: testNow, finished_at: null, duration: null },
      })
      expect('name' in (body as object)).toBe(spec)
      emulator.advanceClock(5)
      expect(await read(1002)).toMatchObject({ status: 'success', duration: 4, queued_duration: 1 })
    })

    it('does not change a pipeline without failed jobs on a retry', async () => {
      const before = await read(1003)
      expect(await emulator.post(`${pipelines}/1003/retry`)).toMatchObject({ status: 201, body: { status: 'success' } })
      const broken = add({ status: 'failed', yaml_errors: 'jobs config is empty' })
      expect(await emulator.post(`${pipelines}/${broken}/retry`)).toMatchObject({
        status: 201,
        body: { status: 'failed' },
      })
      expect(await read(1003)).toEqual(before)
    })

    it('retries a canceled pipeline', async () => {
      const { id } = await start()
      await emulator.post(`${pipelines}/${id}/cancel`)
      emulator.advanceClock(60)
      expect(await emulator.post(`${pipelines}/${id}/retry`)).toMatchObject({ body: { status: 'pending' } })
      expect(await read(id)).toMatchObject({ status: 'pending' })
    })
  })

  describe('cancel', () => {
    it('cancels a pipeline permanently', async () => {
      const { id } = await start()
      emulator.advanceClock(3)
      const { status, body } = await emulator.post(`${pipelines}/${id}/cancel`, undefined, { as: 'developer' })
      const now = '2026-06-15T12:00:03.000Z'
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'canceled', updated_at: now, finished_at: now, duration: 2 },
      })
      expect('name' in (body as object)).toBe(spec)
      emulator.advanceClock(60)
      expect(await read(id)).toMatchObject({ status: 'canceled', finished_at: now })
    })

    it.each(['success', 'failed', 'skipped', 'manual'])('does not cancel a pipeline that is %s', async (status) => {
      emulator.patch('pipelines', 1003, { status })
      const before = await read(1003)
      expect(await emulator.post(`${pipelines}/1003/cancel`)).toMatchObject({ status: 200, body: { status } })
      expect(await read(1003)).toEqual(before)
    })

    it('cancels child pipelines and their children, but no pipelines of other projects', async () => {
      const { id } = await start()
      const child = addChild(id, { status: 'running' })
      const grandchild = addChild(child, { status: 'running' })
      const downstream = add({ source: 'pipeline', upstream_pipeline_id: id, status: 'running' })
      await emulator.post(`${pipelines}/${id}/cancel`)
      expect(await read(child)).toMatchObject({ status: 'canceled' })
      expect(await read(grandchild)).toMatchObject({ status: 'canceled' })
      expect(await read(downstream)).toMatchObject({ status: 'running' })
    })

    it('cancels the jobs of a pipeline, which invalidates their tokens', async () => {
      emulator.patch('pipelines', 2001, { status: 'running' })
      await emulator.post('/projects/2/pipelines/2001/cancel')
      const run = { ref: 'main', token: 'emulator-job-token' }
      expect(await emulator.post('/projects/2/trigger/pipeline', run, { as: null })).toMatchObject({
        status: 401,
        body: { message: 'Job is not running' },
      })
    })
  })

  describe('delete', () => {
    it('deletes a pipeline with its reports and jobs, and responds with 404 the second time', async () => {
      expect(await emulator.delete('/projects/2/pipelines/2001', { as: 'owner' })).toMatchObject({
        status: 204,
        body: undefined,
      })
      expect(await emulator.delete('/projects/2/pipelines/2001', { as: 'owner' })).toMatchObject(notFound)
      const { jobs, test_suites } = emulator.state().collections
      expect(jobs!.records).toEqual([])
      expect(test_suites!.records.map((one) => (one as { pipeline_id?: number }).pipeline_id)).not.toContain(2001)
    })

    it('cancels the children of a deleted pipeline', async () => {
      const child = addChild(1003, { status: 'running' })
      await emulator.delete(`${pipelines}/1003`, { as: 'owner' })
      expect(await read(child)).toMatchObject({ id: child, status: 'canceled' })
    })

    it('lets only owners and administrators delete a pipeline', async () => {
      for (const as of ['maintainer', 'developer', 'guest']) {
        expect(await emulator.delete(`${pipelines}/1001`, { as })).toMatchObject(forbidden)
      }
      expect((await emulator.delete(`${pipelines}/1001`, { as: 'root' })).status).toBe(204)
    })

    it('respects If-Unmodified-Since, and refuses to delete a pipeline while statistics are refreshed', async () => {
      const headers = { 'If-Unmodified-Since': 'Mon, 05 Jan 2026 09:00:59 GMT' }
      expect(await emulator.delete(`${pipelines}/1001`, { as: 'owner', headers })).toMatchObject({
        status: 412,
        body: { message: '412 Precondition Failed' },
      })
      emulator.patch('projects', 1, { refreshing_statistics: true })
      expect(await emulator.delete(`${pipelines}/1001`, { as: 'owner', headers })).toMatchObject({
        status: 409,
        body: {
          message: 'Action temporarily disabled. The project this pipeline belongs to is undergoing stats refresh.',
        },
      })
      emulator.patch('projects', 1, { refreshing_statistics: false })
      for (const [id, date] of [
        [1001, 'Mon, 05 Jan 2026 09:01:00 GMT'],
        [1002, 'no date at all'],
      ]) {
        const later = { 'If-Unmodified-Since': String(date) }
        expect((await emulator.delete(`${pipelines}/${id}`, { as: 'owner', headers: later })).status).toBe(204)
      }
    })
  })

  describe('metadata', () => {
    const rename = (name: unknown, as = 'developer') => emulator.put(`${pipelines}/1003/metadata`, { name }, { as })

    it('renames a pipeline, without surrounding blanks', async () => {
      expect(await rename('  nightly ')).toMatchObject({
        status: 200,
        body: { id: 1003, name: 'nightly', updated_at: '2026-01-05T09:01:00.000Z', before_sha: expect.any(String) },
      })
      expect(await ids('?name=nightly')).toEqual([1003])
      expect(await ids('?name=night')).toEqual([])
      expect((await rename('é'.repeat(255))).status).toBe(200)
    })

    it.each<[string | null, string]>([
      ['é'.repeat(256), 'long (maximum is 255 characters)'],
      ['', 'short (minimum is 1 character)'],
      [' ', 'short (minimum is 1 character)'],
      ...(spec ? ([[null, 'short (minimum is 1 character)']] as [null, string][]) : []),
    ])('refuses the pipeline name %j', async (name, reason) => {
      expect(await rename(name)).toMatchObject({
        status: 400,
        body: { message: `Failed to update pipeline - Name is too ${reason}` },
      })
    })

    it('requires a pipeline name', async () => {
      expect(await emulator.put(`${pipelines}/1003/metadata`, {})).toMatchObject({
        status: 400,
        body: { error: 'name is missing' },
      })
    })
  })

  describe('permissions', () => {
    const reads = ['', '/latest', '/1003', '/1003/test_report', '/1003/test_report_summary']
    const writes: [method: string, path: string, json?: object][] = [
      ['POST', '/projects/1/pipeline', { ref: 'main' }],
      ['POST', `${pipelines}/1003/retry`],
      ['POST', `${pipelines}/1003/cancel`],
      ['PUT', `${pipelines}/1003/metadata`, { name: 'nightly' }],
    ]

    it('lets all who can read the project read pipelines, or only reporters without public pipelines', async () => {
      for (const path of reads) {
        const status = async (project: number, as: string | null) =>
          (await emulator.get(`/projects/${project}/pipelines${path.replace('1003', `${project}003`)}`, { as })).status
        expect([await status(2, null), await status(1, 'outsider'), await status(3, 'guest')]).toEqual([200, 200, 200])
        expect([await status(1, null), await status(3, 'outsider')]).toEqual([404, 404])
      }
      emulator.patch('projects', 2, { public_builds: false })
      for (const path of reads) {
        const get = (as: string | null) => emulator.get(`/projects/2/pipelines${path.replace('1003', '2003')}`, { as })
        expect(await get('guest')).toMatchObject(forbidden)
        expect(await get(null)).toMatchObject(forbidden)
        expect((await get('reporter')).status).toBe(200)
      }
    })

    it.each(writes)('requires the Developer role for %s %s', async (method, path, ...[json]) => {
      const send = (as: string | null) => emulator.send(method, path, { as, json })
      expect(await send(null)).toMatchObject(unauthorized)
      expect(await send('reporter')).toMatchObject(forbidden)
      expect(await send('outsider')).toMatchObject(forbidden)
      expect((await send('readonly')).body).toMatchObject({ error: 'insufficient_scope' })
      expect((await send('developer')).status).toBeLessThan(300)
      emulator.patch('projects', 1, { visibility: 'private', archived: true })
      expect(await send('outsider')).toMatchObject(project404)
      expect(await send('owner')).toMatchObject(forbidden)
    })

    it('checks the login first, then the parameters, the project, the pipeline and the role', async () => {
      expect(await emulator.post('/projects/99/pipeline', {}, { as: null })).toMatchObject(unauthorized)
      expect((await emulator.post('/projects/99/pipeline', {})).body).toEqual({ error: 'ref is missing' })
      expect(await emulator.post('/projects/99/pipeline', { ref: 'main' })).toMatchObject(project404)
      expect(await emulator.delete(`${pipelines}/99`, { as: 'guest' })).toMatchObject(notFound)
      expect(await emulator.post(`${pipelines}/99/retry`, undefined, { as: 'guest' })).toMatchObject(notFound)
    })
  })
})
