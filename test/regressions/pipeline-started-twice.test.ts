import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('actions whose responses are lost on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
  const run = { project: 1, ref: 'main', wait: false }
  beforeEach(() => emulator.advanceClock(0))

  it.each(['main', 'refs/heads/main', 'refs/tags/v1.0.0'])('starts a pipeline for %s only once', async (ref) => {
    const stack = engine('pipeline-run')
    emulator.fault({ method: 'POST', path: /pipeline$/, drop: 'after' })
    await stack.up({ ...run, ref, variables: { TASK: 'migrate' } })
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each(['emulator-job-token', 'trigger'])('starts a pipeline with %s only once', async (kind) => {
    const made = (await emulator.post('/projects/1/triggers', { description: 'x' }, { as: 'owner' })).body
    const triggerToken = kind === 'trigger' ? (made as { token: string }).token : kind
    const stack = engine('pipeline-run')
    emulator.fault({ method: 'POST', path: /trigger\/pipeline$/, drop: 'after' })
    const args = { ...run, ref: 'refs/heads/main', triggerToken, variables: { TASK: 'migrate' } }
    await stack.up(args)
    const begun = emulator.requests().filter(({ path }) => path.endsWith('/trigger/pipeline'))
    expect(begun).toHaveLength(1)
    expect((await emulator.get(`/projects/1/pipelines/${String(stack.state?.outputs.pipelineId)}`)).body).toMatchObject(
      {
        source: kind === 'trigger' ? 'trigger' : 'pipeline',
      },
    )
    expect(await stack.preview({ ...args, triggerToken: 'another' })).toEqual({
      step: 'update',
      changed: ['triggerToken'],
    })
  })

  it('distinguishes two pipeline runs that differ only in their triggers', async () => {
    const [a, b] = [engine('pipeline-run'), engine('pipeline-run')]
    const host = a.process()
    emulator.fault({ method: 'POST', drop: 'after', times: 2 })
    await Promise.all([a.up({ ...run, triggers: 'v1' }, host), b.up({ ...run, triggers: 'v2' }, host)])
    expect(a.state?.id).not.toBe(b.state?.id)
  })

  it('does not take a pipeline of another user with other variables as its own', async () => {
    const stack = engine('pipeline-run')
    // The first attempt starts nothing. During the search for it, another user starts a pipeline of the same branch.
    emulator.fault({ method: 'POST', path: /pipeline$/, drop: 'before' })
    const up = stack.up({ ...run, variables: { TASK: 'migrate' } })
    while (!emulator.requests().some(({ method }) => method === 'POST')) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { body } = await emulator.post('/projects/1/pipeline', { ref: 'main' }, { as: 'developer' })
    await up
    const id = Number(stack.state?.outputs.pipelineId)
    expect(id).not.toBe((body as { id: number }).id)
    expect((await emulator.get(`/projects/1/pipelines/${id}/variables`, { as: 'owner' })).body).toMatchObject([
      { key: 'TASK', value: 'migrate' },
    ])
  })

  it('waits for the moves of a storage if all responses were lost', async () => {
    const stack = engine('repository-storage-move', 'root')
    emulator.fault({ method: 'POST', drop: 'after', times: 3 })
    await stack.up({ kind: 'project', sourceStorageName: 'default', destinationStorageName: 'fast', wait: false })
    expect(stack.state).toMatchObject({ id: 'project/all/after-0', outputs: { state: 'scheduled' } })
    emulator.advanceClock(10)
    await stack.refresh()
    expect(stack.state?.outputs.state).toBe('finished')
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})
