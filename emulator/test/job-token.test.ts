import { type RequestOptions, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const job = 'emulator-job-token'
const over = 'emulator-finished-job-token'
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const keptOut = (project: number) => ({
  status: 403,
  body: {
    message: `403 Forbidden - Authentication by CI/CD job token not allowed from api to project #${project}.`,
  },
})

/** The job is one of project 2, and asks in the name of its developer. */
describe.each<Flavor>(['spec', 'gitlab'])('the token of a CI/CD job, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const withToken = (token: string): RequestOptions => ({ as: null, headers: { 'JOB-TOKEN': token } })
  const asJob = withToken(job)

  beforeEach(() => emulator.patch('projects', 2, { visibility: 'private' }))

  it.each<[string, string, RequestOptions]>([
    ['in JOB-TOKEN', '', asJob],
    ['as bearer', '', { as: null, headers: { Authorization: `Bearer ${job}` } }],
    ['in job_token', `?job_token=${job}`, { as: null }],
    ['in token', `?token=${job}`, { as: null }],
    ['beside an access token that is empty', '?private_token=', asJob],
  ])('lets a job read pipelines: %s', async (_case, query, asked) => {
    expect((await emulator.get('/projects/2/pipelines', { as: null })).status).toBe(404)
    expect(await emulator.get(`/projects/2/pipelines${query}`, asked)).toMatchObject({ status: 200 })
    expect(await emulator.get(`/projects/2/pipelines/2001${query}`, asked)).toMatchObject({
      status: 200,
      body: { id: 2001 },
    })
    expect(emulator.requests().at(-1)).toMatchObject({ status: 200, actor: 'developer' })
  })

  it('lets a job rename a pipeline with the permissions of its user', async () => {
    const rename = () => emulator.put('/projects/2/pipelines/2001/metadata', { name: 'nightly' }, asJob)
    expect(await rename()).toMatchObject({ status: 200, body: { name: 'nightly' } })
    emulator.patch('jobs', 1, { user_id: 5 })
    expect(await rename()).toMatchObject(forbidden)
  })

  it.each([
    ['GET', '/projects/2', 404],
    ['GET', '/projects/2/pipelines/latest', 404],
    ['GET', '/projects/2/pipelines/2001/variables', 404],
    ['GET', '/projects/2/pipelines/2001/test_report', 404],
    ['GET', '/projects/2/pipelines/2001/test_report_summary', 404],
    ['POST', '/projects/2/pipeline?ref=main', 401],
    ['POST', '/projects/2/pipelines/2001/retry', 401],
    ['POST', '/projects/2/pipelines/2001/cancel', 401],
    ['DELETE', '/projects/2/pipelines/2001', 401],
    ['GET', '/projects/2/labels', 401],
    ['GET', '/projects/2/triggers', 401],
    ['GET', '/user', 401],
  ])('ignores the token of a job at other endpoints: %s %s', async (method, path, status) => {
    expect((await emulator.send(method, path, asJob)).status).toBe(status)
  })

  it('refuses the token of an ended or unknown job even if no token is required', async () => {
    emulator.patch('projects', 2, { visibility: 'public' })
    for (const token of [over, 'no-such-token', 'x'.repeat(9_000)]) {
      expect(await emulator.get('/projects/2/pipelines', withToken(token))).toMatchObject(unauthorized)
      const bearer = { as: null, headers: { Authorization: `Bearer ${token}` } }
      expect(await emulator.get('/projects/2/pipelines', bearer)).toMatchObject(unauthorized)
    }
    expect((await emulator.get('/projects/2/pipelines/latest', withToken(over))).status).toBe(200)
  })

  it('refuses the token of a job after the job ends', async () => {
    emulator.patch('jobs', 1, { status: 'canceled' })
    expect(await emulator.get('/projects/2/pipelines', asJob)).toMatchObject(unauthorized)
  })

  it('prefers an access token to the token of a job', async () => {
    const both = { as: 'outsider', headers: { 'JOB-TOKEN': job } }
    expect((await emulator.get('/projects/2/pipelines', both)).status).toBe(404)
    expect(await emulator.get('/projects/2/pipelines', { ...both, as: 'nobody' })).toMatchObject(unauthorized)
  })

  it('refuses the token of a job of a blocked user', async () => {
    emulator.patch('users', 4, { state: 'blocked' })
    expect(await emulator.get('/projects/2/pipelines', asJob)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    })
  })

  it('does not let the token of a job impersonate users', async () => {
    emulator.patch('users', 4, { admin: true })
    expect(await emulator.get('/projects/2/pipelines?sudo=guest', asJob)).toMatchObject({
      status: 403,
      body: {
        message: '403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo',
      },
    })
  })

  describe('in another project', () => {
    const keepOut = (project: number, visibility: string, allowlist?: number[]) =>
      emulator.patch('projects', project, {
        visibility,
        ci_inbound_job_token_scope_enabled: true,
        ...(allowlist && { ci_job_token_allowlist: allowlist }),
      })

    it('gives a job the permissions of its user in another project, unless the project does not admit it', async () => {
      expect((await emulator.get('/projects/3/pipelines', asJob)).status).toBe(200)
      keepOut(3, 'private')
      expect(await emulator.get('/projects/3/pipelines', asJob)).toMatchObject(keptOut(3))
      expect(await emulator.get('/projects/3/pipelines/3001', asJob)).toMatchObject(keptOut(3))
      keepOut(3, 'private', [2])
      expect((await emulator.get('/projects/3/pipelines', asJob)).status).toBe(200)
    })

    it('responds with 403 to a job that is not admitted, but with 404 if the project does not exist', async () => {
      emulator.patch('jobs', 1, { user_id: 7 })
      expect(await emulator.get('/projects/3/pipelines', asJob)).toMatchObject(keptOut(3))
      expect(await emulator.get('/projects/99/pipelines', asJob)).toMatchObject({
        status: 404,
        body: { message: '404 Project Not Found' },
      })
    })

    it('shows public data of a project to a job that is not admitted', async () => {
      keepOut(1, 'internal')
      const rename = () => emulator.put('/projects/1/pipelines/1001/metadata', { name: 'nightly' }, asJob)
      expect((await emulator.get('/projects/1/pipelines', asJob)).status).toBe(200)
      expect(await rename()).toMatchObject(forbidden)
      emulator.patch('projects', 1, { public_builds: false })
      expect(await emulator.get('/projects/1/pipelines', asJob)).toMatchObject(forbidden)
      keepOut(1, 'internal', [2])
      expect((await emulator.get('/projects/1/pipelines', asJob)).status).toBe(200)
      expect((await rename()).status).toBe(200)
    })
  })

  describe('starting a pipeline of another project', () => {
    const run = (project: number, token = job, asked: RequestOptions = { as: null }) =>
      emulator.post(`/projects/${project}/trigger/pipeline`, { ref: 'main', token }, asked)
    const downstream = { source: 'pipeline', status: 'created', user: { username: 'developer' } }
    const stored = (id: number) => emulator.state().collections['pipelines']!.records.find((one) => one.id === id)
    const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id

    it('links the new pipeline to the pipeline of the job', async () => {
      const made = await run(1)
      expect(made).toMatchObject({ status: 201, body: { ...downstream, project_id: 1 } })
      expect(stored(idOf(made))).toMatchObject({ upstream_pipeline_id: 2001, trigger_id: null })
      const { body } = await emulator.get('/projects/1/pipelines?source=pipeline')
      expect(body).toMatchObject([{ id: idOf(made), source: 'pipeline' }])
      expect(await emulator.get(`/projects/1/pipelines/${idOf(made)}`)).toMatchObject({ status: 200, body: downstream })
    })

    it('does not link pipelines that a job starts with a trigger token', async () => {
      const { body } = await emulator.post('/projects/1/triggers', { description: 'nightly' })
      const made = await run(1, (body as { token: string }).token, asJob)
      expect(made).toMatchObject({ status: 201, body: { source: 'trigger', user: { username: 'maintainer' } } })
      expect(stored(idOf(made))).toMatchObject({ upstream_pipeline_id: null, trigger_id: 1 })
    })

    it('does not change the pipeline when the pipeline of the job is canceled or deleted', async () => {
      const id = idOf(await run(1))
      emulator.patch('pipelines', 2001, { status: 'running' })
      await emulator.post('/projects/2/pipelines/2001/cancel')
      expect(await emulator.get(`/projects/1/pipelines/${id}`)).toMatchObject({ body: { status: 'created' } })
      expect((await emulator.delete('/projects/2/pipelines/2001', { as: 'owner' })).status).toBe(204)
      expect(await emulator.get(`/projects/1/pipelines/${id}`)).toMatchObject({ body: downstream })
      expect(await run(1)).toMatchObject({ status: 404 })
    })

    it('refuses to start a pipeline for an ended job', async () => {
      expect(await run(1, over)).toMatchObject({ status: 401, body: { message: 'Job is not running' } })
      emulator.patch('jobs', 1, { status: 'success' })
      expect(await run(1)).toMatchObject({ status: 401, body: { message: 'Job is not running' } })
      expect((await emulator.get('/projects/1/pipelines?source=pipeline')).body).toEqual([])
    })

    it('refuses to start a pipeline in a project that does not admit the job', async () => {
      emulator.patch('projects', 1, { ci_inbound_job_token_scope_enabled: true })
      expect(await run(1)).toMatchObject({
        status: 400,
        body: { message: { base: ['Insufficient permissions to create a new pipeline'] } },
      })
      emulator.patch('projects', 1, { visibility: 'private' })
      expect(await run(1)).toMatchObject({ status: 404, body: { message: '404 Not Found' } })
      emulator.patch('projects', 1, { ci_job_token_allowlist: [2] })
      expect(await run(1)).toMatchObject({ status: 201, body: downstream })
    })
  })
})
