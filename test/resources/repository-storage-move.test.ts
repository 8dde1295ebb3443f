import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a repository storage move on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = { kind: 'project', objectId: 1, destinationStorageName: 'fast' }
  const engine = (options = {}) =>
    new Engine('repository-storage-move', { url: emulator.url, token: 'emulator-root', ...options })
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    // From here on, the clock stands still until a test advances it.
    emulator.advanceClock(0)
  })
  afterEach(() => api.close())

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

  it.each([
    ['project', 1],
    ['snippet', 1],
    ['group', 10],
  ])('moves one %s and waits for the end, after which there is no diff', async (kind, objectId) => {
    const stack = engine()
    await whileTimePasses(stack.up({ ...args, kind, objectId }))
    expect(writes()).toHaveLength(1)
    const move = Number(stack.state?.outputs.moveId)
    expect(stack.state).toMatchObject({
      id: `${kind}/${objectId}/${move}`,
      outputs: { state: 'finished', instance: emulator.url, moveId: expect.any(Number) as number },
    })
    expect(stack.state?.outputs).not.toHaveProperty('projectId')
    expect(stack.statuses.join()).toMatch(/repository storage move \d+: (scheduled|started|replicated)/)
    expect(await stack.preview({ ...args, kind, objectId })).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not wait with wait: false, and a refresh then reports the result', async () => {
    const stack = engine()
    await stack.up({ ...args, wait: false })
    expect(stack.state?.outputs.state).toBe('scheduled')
    emulator.advanceClock(10)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs.state).toBe('finished')
  })

  it.each(['project', 'snippet', 'group'])('moves every %s of a storage, and waits for all moves', async (kind) => {
    const values = { kind, sourceStorageName: 'default', destinationStorageName: 'fast' }
    await api.repositoryStorageMoves.create('project', 3, { destination_storage_name: 'fast' })
    emulator.advanceClock(10)
    const stack = engine()
    await whileTimePasses(stack.up(values))
    const moves = await api.repositoryStorageMoves.list(kind as 'project').all()
    expect(moves.map(({ state }) => state)).toEqual(moves.map(() => 'finished'))
    expect(moves.length).toBeGreaterThan(1)
    expect(stack.state).toMatchObject({
      id: expect.stringMatching(`^${kind}/all/after-\\d+$`) as string,
      outputs: { state: 'finished', moveId: null },
    })
    expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
  })

  it('reports that an empty storage has nothing to move', async () => {
    const stack = engine()
    await whileTimePasses(stack.up({ kind: 'project', sourceStorageName: 'fast', destinationStorageName: 'default' }))
    expect(stack.warnings.join()).toMatch(/found nothing to move/)
  })

  it('fails with the message of the service when a move fails, and keeps it in state', async () => {
    emulator.patch('storages', 2, { failure: 'no space left on device' })
    const stack = engine()
    await expect(whileTimePasses(stack.up(args))).rejects.toThrow(
      /did not succeed\. acme\/web \(move \d+\) failed: no space left on device/,
    )
    expect(stack.state).toMatchObject({ unfinished: true, outputs: { state: 'failed' } })
    emulator.clearRequests()
    await expect(stack.up(args)).rejects.toThrow(/no space left on device/)
    expect(writes()).toEqual([])
  })

  it('names each failed move of a storage', async () => {
    emulator.patch('storages', 2, { failure: 'no space left on device' })
    const up = engine().up({ kind: 'project', sourceStorageName: 'default', destinationStorageName: 'fast' })
    await expect(whileTimePasses(up)).rejects.toThrow(/infra \(move \d+\) failed: .*; acme\/api .*; acme\/web/)
  })

  it('starts another move when the object or the destination changes', async () => {
    const stack = engine()
    await stack.up({ ...args, wait: false })
    emulator.advanceClock(10)
    const back = { ...args, destinationStorageName: 'default', wait: false }
    expect(await stack.up(back)).toEqual({ step: 'replace', changed: ['destinationStorageName'] })
    emulator.advanceClock(10)
    const other = { ...back, objectId: 2 }
    expect(await stack.up(other)).toEqual({ step: 'replace', changed: ['objectId'] })
    expect(await stack.preview({ ...other, wait: true })).toEqual({ step: 'update', changed: ['wait'] })
  })

  it('does not undo a move when its resource is deleted, with a warning', async () => {
    const stack = engine()
    await whileTimePasses(stack.up(args))
    emulator.clearRequests()
    await stack.destroy()
    expect(emulator.requests()).toEqual([])
    expect(stack.warnings.join()).toMatch(/remains in effect: repositories are not moved back/)
  })

  it.each([
    ['the connection is cut after the work', { drop: 'after' }],
    ['502 after the work', { status: 502, work: true }],
  ] as const)('starts exactly one move when the service fails: %s', async (_, fault) => {
    emulator.fault({ method: 'POST', ...fault })
    const stack = engine()
    await stack.up({ ...args, wait: false })
    expect(await api.repositoryStorageMoves.listOf('project', 1).all()).toHaveLength(1)
  })

  it.each([
    ['the connection is cut after the work', { drop: 'after' }],
    ['502 after the work', { status: 502, work: true }],
  ] as const)('moves each object of a storage exactly once when the service fails: %s', async (_, fault) => {
    emulator.fault({ method: 'POST', ...fault })
    const up = engine().up({
      kind: 'project',
      sourceStorageName: 'default',
      destinationStorageName: 'fast',
      wait: false,
    })
    await whileTimePasses(up)
    const moved = (await api.repositoryStorageMoves.list('project').all()).map(({ project }) => project?.id)
    expect(moved.sort()).toEqual([1, 2, 3])
  })

  it.each([
    [{ kind: 'wiki' }, /one of "project", "snippet", "group"/],
    [{ objectId: null }, /exactly one of objectId and sourceStorageName is required/],
    [{ sourceStorageName: 'default' }, /exactly one of objectId and sourceStorageName is required/],
    [{ objectId: 'acme/web' }, /an integer of at least 1/],
    [{ onConflict: 'adopt' }, /onConflict is not an argument of a repository storage move/],
  ])('rejects %p before any request', async (given, reason) => {
    await expect(engine().up({ ...args, ...given })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  it('names the required role when a user who is not an administrator is refused', async () => {
    await expect(engine({ token: 'emulator-owner' }).up(args)).rejects.toThrow(/403 .*requires an administrator/)
  })

  it('fails while another move is in progress', async () => {
    await engine().up({ ...args, wait: false })
    await expect(engine().up({ ...args, wait: false })).rejects.toThrow(/400 .*read-only/)
  })
})
