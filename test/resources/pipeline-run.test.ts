import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a pipeline run on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const initial = flavor === 'spec' ? 'pending' : 'created'
  const args = { project: 'acme/web', ref: 'main', variables: { TASK: 'migrate' }, triggers: 'v1', wait: false }
  const engine = (options = {}) => new Engine('pipeline-run', { url: emulator.url, ...options })
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const made = async (values: Record<string, unknown> = args) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    // From here on, the clock stands still until a test advances it.
    emulator.advanceClock(0)
  })
  afterEach(() => api.close())

  /** Lets the pipelines of the emulator come to their end while `work` waits for that. */
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    let over = false
    const ended = work.finally(() => (over = true))
    ended.catch(() => undefined)
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve))
      emulator.advanceClock(1)
    }
    return ended
  }

  it('starts a pipeline once with its variables, after which there is no diff', async () => {
    const stack = engine()
    expect(await stack.up(args)).toEqual({ step: 'create', changed: [] })
    expect(writes()).toHaveLength(1)
    const id = Number(stack.state?.outputs.pipelineId)
    expect(stack.state).toMatchObject({
      id: `1/${id}`,
      outputs: { status: initial, projectId: 1, instance: emulator.url, testSummary: null },
    })
    expect(stack.state?.outputs.webUrl).toMatch(new RegExp(`/acme/web/-/pipelines/${id}$`))
    expect(await api.pipelines.variables(1, id)).toMatchObject([{ key: 'TASK', value: 'migrate' }])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('names the setting of the project that does not allow variables', async () => {
    emulator.patch('projects', 1, { ci_pipeline_variables_minimum_override_role: 'no_one_allowed' })
    await expect(engine().up(args)).rejects.toThrow(
      /400 .*Insufficient permissions to set pipeline variables .*The setting ciPipelineVariablesMinimumOverrideRole of/,
    )
  })

  it('waits for the end of a pipeline, reports its progress and counts its tests', async () => {
    const stack = engine()
    await whileTimePasses(stack.up({ ...args, wait: true }))
    expect(stack.state?.outputs).toMatchObject({
      status: 'success',
      testSummary: { total: 5, success: 4, failed: 0, error: 0, skipped: 1 },
    })
    expect(stack.statuses[0]).toMatch(/^pipeline run "main" of acme\/web: (created|pending|running), http/)
    expect(await stack.preview({ ...args, wait: true })).toEqual({ step: 'same', changed: [] })
  })

  it('fails the update when the pipeline fails, names its URL and failing tests, and keeps it in state', async () => {
    emulator.patch('projects', 1, { ci_outcome: 'failed' })
    const stack = engine()
    await expect(whileTimePasses(stack.up({ ...args, wait: true }))).rejects.toThrow(
      /pipeline run "main" of acme\/web failed: http\S+\/pipelines\/\d+\. Failing tests: browser › web › signs out\. Retry it/,
    )
    expect(stack.state).toMatchObject({ unfinished: true, outputs: { status: 'failed', testSummary: { failed: 1 } } })
  })

  it('checks a failed pipeline again in the next update without starting another one', async () => {
    emulator.patch('projects', 1, { ci_outcome: 'failed' })
    const stack = engine()
    await expect(whileTimePasses(stack.up({ ...args, wait: true }))).rejects.toThrow(/failed/)
    emulator.clearRequests()
    await expect(stack.up({ ...args, wait: true })).rejects.toThrow(/failed: http/)
    expect(writes()).toEqual([])
    emulator.patch('projects', 1, { ci_outcome: 'success' })
    await whileTimePasses(
      api.pipelines.retry(1, Number(stack.state?.outputs.pipelineId)).then(() => stack.up({ ...args, wait: true })),
    )
    expect(stack.state).toMatchObject({ outputs: { status: 'success' } })
    expect(stack.state).not.toHaveProperty('unfinished')
    expect(await stack.preview({ ...args, wait: true })).toEqual({ step: 'same', changed: [] })
  })

  it('fails the update when the pipeline is canceled', async () => {
    const stack = engine()
    const up = stack.up({ ...args, wait: true })
    up.catch(() => undefined)
    while (!stack.statuses.length) await new Promise((resolve) => setImmediate(resolve))
    const [newest] = (await api.pipelines.list(1).page(1, 1)).items
    await api.pipelines.cancel(1, newest?.id ?? 0)
    await expect(up).rejects.toThrow(/pipeline run "main" of acme\/web was canceled: http/)
  })

  it('stops waiting for a pipeline that waits for a manual job, and reports it', async () => {
    const stack = engine()
    const up = stack.up({ ...args, wait: true })
    while (!stack.statuses.length) await new Promise((resolve) => setImmediate(resolve))
    const [newest] = (await api.pipelines.list(1).page(1, 1)).items
    emulator.patch('pipelines', newest?.id ?? 0, { status: 'manual', queued_at: null })
    await up
    expect(stack.warnings.join()).toMatch(/waits for a manual action: http/)
  })

  it.each([
    ['ref', 'v1.0.0'],
    ['variables', { TASK: 'rollback' }],
    ['triggers', 'v2'],
    ['project', 'acme/api'],
  ])('starts another pipeline when %s changes', async (name, value) => {
    const stack = await made()
    const before = stack.state?.id
    expect(await stack.up({ ...args, [name]: value })).toEqual({ step: 'replace', changed: [name] })
    expect(stack.state?.id).not.toBe(before)
    expect(writes().map(({ method }) => method)).toEqual(['POST'])
  })

  it.each([
    ['wait', true],
    ['onDelete', 'cancel'],
    ['triggerToken', 'another'],
  ])('starts no other pipeline when %s changes', async (name, value) => {
    const stack = await made()
    await whileTimePasses(stack.up({ ...args, [name]: value }))
    expect(writes()).toEqual([])
    expect(await stack.preview({ ...args, [name]: value })).toEqual({ step: 'same', changed: [] })
  })

  it('names and renames a pipeline, and keeps its name when the program omits it', async () => {
    const stack = engine()
    await stack.up({ ...args, name: 'Migration' })
    const id = Number(stack.state?.outputs.pipelineId)
    expect((await api.pipelines.get(1, id)).name).toBe('Migration')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await api.pipelines.updateMetadata(1, id, { name: 'Otherwise' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['name'] })
    await stack.up({ ...args, name: 'Migration' })
    expect((await api.pipelines.get(1, id)).name).toBe('Migration')
    await stack.up(args)
    expect((await api.pipelines.get(1, id)).name).toBe('Migration')
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('keeps a pipeline that could not be named in state, and names it in the next update', async () => {
    emulator.fault({ method: 'PUT', status: 403, body: { message: '403 Forbidden' } })
    const stack = engine()
    await expect(stack.up({ ...args, name: 'Migration' })).rejects.toThrow(/403/)
    expect(stack.state?.unfinished).toBe(true)
    emulator.clearRequests()
    await stack.up({ ...args, name: 'Migration' })
    expect(writes().map(({ method }) => method)).toEqual(['PUT'])
    expect((await api.pipelines.get(1, Number(stack.state?.outputs.pipelineId))).name).toBe('Migration')
  })

  it("starts a pipeline with a trigger token as the token's owner", async () => {
    const { token } = await api.triggerTokens.create(1, { description: 'deploy' })
    const stack = await made({ ...args, triggerToken: token })
    const live = await api.pipelines.get(1, Number(stack.state?.outputs.pipelineId))
    expect([live.source, live.user?.username]).toEqual(['trigger', 'root'])
  })

  it('never shows a wrong trigger token', async () => {
    const up = engine().up({ ...args, triggerToken: 'glptt-not-known' })
    await expect(up).rejects.toThrow(/was not created.*404/)
    await expect(up).rejects.not.toThrow(/not-known/)
  })

  it('starts no other pipeline after another user deleted it', async () => {
    const stack = await made()
    await api.pipelines.delete(1, Number(stack.state?.outputs.pipelineId))
    const before = stack.state
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state).toEqual(before)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    await stack.destroy()
  })

  it.each([
    ['keep', 'maintainer', initial],
    ['cancel', 'maintainer', 'canceled'],
    ['delete', 'owner', undefined],
  ])(
    'cancels, deletes or keeps the pipeline of a deleted resource as onDelete %s requires',
    async (onDelete, user, status) => {
      const stack = engine({ token: `emulator-${user}` })
      await stack.up({ ...args, onDelete })
      const id = Number(stack.state?.outputs.pipelineId)
      await stack.destroy()
      const found = (await api.pipelines.list(1).all()).find((pipeline) => pipeline.id === id)
      expect(found?.status).toBe(status)
      expect(stack.warnings.join()).toMatch(onDelete === 'keep' ? /remains on the service: http/ : /^$/)
    },
  )

  it.each([
    ['the connection is cut before the work', { drop: 'before' }],
    ['the connection is cut after the work', { drop: 'after' }],
    ['502 after the work', { status: 502, work: true }],
    ['503 before the work', { status: 503 }],
  ] as const)('starts exactly one pipeline when the service fails: %s', async (_, fault) => {
    const before = await api.pipelines.list(1).all()
    emulator.fault({ method: 'POST', ...fault })
    const stack = engine()
    await stack.up(args)
    expect(await api.pipelines.list(1).all()).toHaveLength(before.length + 1)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([
    ['ref', ' ', /ref must be a branch or a tag/],
    ['variables', { 'a b': 'c' }, /letters, digits and _: "a b" is not valid/],
    ['variables', { A: 1 }, /variables\.A must be a string or an object/],
    ['name', '', /name must not be empty/],
    ['onDelete', 'drop', /one of "keep", "cancel", "delete"/],
    ['wait', 'yes', /must be true or false/],
    ['adoptId', 3, /adoptId is not an argument of a pipeline run/],
  ])('rejects %s %p before any request', async (name, value, reason) => {
    await expect(engine().up({ ...args, [name]: value })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  it('rejects file variables with a trigger token', async () => {
    const variables = { A: { value: 'x', variableType: 'file' } }
    await expect(engine().up({ ...args, variables, triggerToken: 'glptt-1' })).rejects.toThrow(
      /variables must not have variableType "file"/,
    )
    const stack = await made({ ...args, variables })
    const [variable] = await api.pipelines.variables(1, Number(stack.state?.outputs.pipelineId))
    expect(variable?.variable_type).toBe('file')
  })

  it.each([
    ['an unknown ref', { ref: 'nope' }, /was not created\. POST .*: 400 .*Reference not found/],
    ['a guest', { token: 'emulator-guest' }, /403 .*Running pipelines requires the Developer role/],
  ])(
    'explains why the service refuses a pipeline: %s',
    async (_, { token, ...given }: { token?: string; ref?: string }, reason) => {
      await expect(engine(token ? { token } : {}).up({ ...args, ...given })).rejects.toThrow(reason)
    },
  )

  it('hides a pipeline variable from an error that repeats it, regardless of its name', async () => {
    const stack = await made({ ...args, variables: { DEPLOY_KEY: 'variableKz83' } })
    const body = { message: 'what was variableKz83?' }
    emulator.fault({ method: 'GET', path: '/pipelines', status: 400, times: 9, body })
    await expect(stack.refresh()).rejects.toThrow('what was [redacted]?')
  })

  it('does not add an undeclared name of a pipeline run to a state of another release without one', async () => {
    const stack = await made({ ...args, name: 'By its CI file' })
    for (const values of [stack.state!.inputs, stack.state!.outputs]) delete values.name
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })
})

describe('the inputs of a pipeline run', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const args = { project: 'acme/web', ref: 'main', wait: false }
  const inputs = { environment: 'staging', replicas: 2, dryRun: false, regions: ['eu', 'us'] }
  const engine = () => new Engine('pipeline-run', { url: emulator.url })
  const sent = () => emulator.requests().flatMap(({ method, body }) => (method === 'POST' ? [body] : []))

  it('sends them with their types, and starts another pipeline when they change', async () => {
    emulator.patch('projects', 1, { ci_inputs: Object.keys(inputs) })
    const stack = engine()
    await stack.up({ ...args, inputs })
    expect(sent()).toEqual([{ ref: 'main', variables: [], inputs }])
    expect(await stack.preview({ ...args, inputs })).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const other = { ...inputs, replicas: 3 }
    expect(await stack.up({ ...args, inputs: other })).toEqual({ step: 'replace', changed: ['inputs'] })
    expect(sent()[1]).toEqual({ ref: 'main', variables: [], inputs: other })
  })

  it('sends them with a trigger token', async () => {
    emulator.patch('projects', 1, { ci_inputs: Object.keys(inputs) })
    const client = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    const { token } = await client.triggerTokens.create(1, { description: 'nightly' })
    await client.close()
    await engine().up({ ...args, triggerToken: token, inputs })
    expect(sent().at(-1)).toEqual({ ref: 'main', token: '[redacted]', variables: {}, inputs })
  })

  it('sends nothing if there are none, and starts no pipeline for a state of an earlier release without them', async () => {
    emulator.patch('projects', 1, { ci_inputs: [] })
    const stack = engine()
    await stack.up(args)
    expect(sent()).toEqual([{ ref: 'main', variables: [] }])
    delete stack.state?.inputs?.inputs
    delete stack.state?.outputs.inputs
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('hides them in an error that repeats them', async () => {
    const body = { message: 'what was inputKz83?' }
    emulator.fault({ method: 'POST', path: /pipeline$/, status: 400, times: 9, body })
    await expect(engine().up({ ...args, inputs: { deployKey: 'inputKz83' } })).rejects.toThrow('what was [redacted]?')
  })

  it('name the CI file that does not declare one of them', async () => {
    await expect(engine().up({ ...args, inputs: { environment: 'staging' } })).rejects.toThrow(
      /400 .*Given inputs not defined.*does not declare one of the inputs in spec:inputs/s,
    )
  })

  it.each([[{ a: null }], [{ a: { b: 1 } }]])('refuses a value that no input can have: %j', async (wrong) => {
    await expect(engine().up({ ...args, inputs: wrong })).rejects.toThrow(
      'inputs must have strings, numbers, Booleans and lists as values: the value of "a" is not valid',
    )
    expect(sent()).toEqual([])
  })
})
