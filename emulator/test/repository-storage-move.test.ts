import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const root = { as: 'root' }
const notFound = { status: 404, body: { message: '404 Not found' } }
const badParameters = (error: string) => ({ status: 400, body: { error } })
const accepted = { status: 202, body: { message: '202 Accepted' } }

interface Move {
  id: number
  state: string
  source_storage_name: string
  destination_storage_name: string
  [field: string]: unknown
}

const web = {
  id: 1,
  description: null,
  name: 'Web',
  name_with_namespace: 'Acme / Web',
  path: 'web',
  path_with_namespace: 'acme/web',
  created_at: '2026-01-05T09:00:00.000Z',
}
// A container of each kind: where its moves are, what else is on its storage, and what is shown of it.
const containers: [string, string, number[], object][] = [
  ['project', '/projects/1', [1, 2, 3], { project: web }],
  ['snippet', '/snippets/1', [1, 2], { snippet: { id: 1, title: 'Snippet of Web', project_id: 1 } }],
  ['group', '/groups/acme', [10, 11, 12], { group: { id: 10, name: 'Acme' } }],
]

describe.each<Flavor>(['spec', 'gitlab'])('repository storage moves, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  const move = async (of: string, to?: string): Promise<Move> => {
    const { status, body } = await emulator.post(
      `${of}/repository_storage_moves`,
      to === undefined ? {} : { destination_storage_name: to },
      root,
    )
    expect(status).toBe(201)
    return body as Move
  }
  const list = async (path: string): Promise<Move[]> => {
    const { status, body } = await emulator.get(path, root)
    expect(status).toBe(200)
    return body as Move[]
  }
  const read = async (id: number, kind = 'project'): Promise<Move> =>
    (await emulator.get(`/${kind}_repository_storage_moves/${id}`, root)).body as Move
  const onStorage = async (storage: string): Promise<number[]> =>
    (await list(`/projects?repository_storage=${storage}&order_by=id&sort=asc`)).map(({ id }) => id)

  describe.each(containers)('of a %s', (kind, of, all, shown) => {
    it('returns all fields of a move at all endpoints', async () => {
      const whole = {
        id: 1,
        created_at: testNow,
        state: 'scheduled',
        source_storage_name: 'default',
        destination_storage_name: 'fast',
        error_message: null,
      }
      const made = await move(of, 'fast')
      expect(made).toMatchObject({ ...whole, ...shown })
      expect(Object.keys(made).sort()).toEqual([...Object.keys(whole), kind].sort())
      expect(await read(1, kind)).toEqual(made)
      expect(await list(`/${kind}_repository_storage_moves`)).toEqual([made])
      expect(await list(`${of}/repository_storage_moves`)).toEqual([made])
      expect((await emulator.get(`${of}/repository_storage_moves/1`, root)).body).toEqual(made)
    })

    it('schedules moves of all containers on a storage', async () => {
      const path = `/${kind}_repository_storage_moves`
      const asked = { source_storage_name: 'default', destination_storage_name: 'fast' }
      expect(await emulator.post(path, asked, root)).toMatchObject(accepted)
      const ids = (await list(path)).map((one) => (one[kind] as { id: number }).id)
      expect(ids.sort((a, b) => a - b)).toEqual(all)
      emulator.advanceClock(3)
      expect(new Set((await list(path)).map(({ state }) => state))).toEqual(new Set(['finished']))
      expect(await emulator.post(path, asked, root)).toMatchObject(accepted)
      expect(await list(path)).toHaveLength(all.length)
    })

    it('refuses a move while another one is in progress, and omits the container from bulk moves', async () => {
      await move(of, 'fast')
      const refused = { status: 400, body: { message: { [kind]: ['is read-only'] } } }
      expect(await emulator.post(`${of}/repository_storage_moves`, {}, root)).toMatchObject(refused)
      await emulator.post(`/${kind}_repository_storage_moves`, { source_storage_name: 'default' }, root)
      expect(await list(`${of}/repository_storage_moves`)).toHaveLength(1)
      expect(await list(`/${kind}_repository_storage_moves`)).toHaveLength(all.length)
      emulator.advanceClock(1)
      expect(await emulator.post(`${of}/repository_storage_moves`, {}, root)).toMatchObject(refused)
      emulator.advanceClock(1)
      expect(await move(of)).toMatchObject({ source_storage_name: 'fast', destination_storage_name: 'default' })
    })

    it('does not mix moves of different kinds', async () => {
      const { id } = await move(of)
      for (const [other, elsewhere] of containers.filter(([one]) => one !== kind)) {
        expect(await list(`/${other}_repository_storage_moves`)).toEqual([])
        expect(await list(`${elsewhere}/repository_storage_moves`)).toEqual([])
        expect(await emulator.get(`/${other}_repository_storage_moves/${id}`, root)).toMatchObject(notFound)
        expect(await emulator.get(`${elsewhere}/repository_storage_moves/${id}`, root)).toMatchObject(notFound)
      }
    })

    it('responds with 404 for missing moves and containers', async () => {
      const what = { project: 'Project', snippet: 'Snippet', group: 'Group' }[kind]
      const missing = { status: 404, body: { message: `404 ${what} Not Found` } }
      expect(await emulator.get(`/${kind}s/99/repository_storage_moves`, root)).toMatchObject(missing)
      expect(await emulator.get(`/${kind}s/99/repository_storage_moves/1`, root)).toMatchObject(missing)
      expect(await emulator.post(`/${kind}s/99/repository_storage_moves`, {}, root)).toMatchObject(missing)
      expect(await emulator.get(`/${kind}_repository_storage_moves/99`, root)).toMatchObject(notFound)
    })

    it('refuses other callers than administrators before all other checks', async () => {
      const calls: [string, string][] = [
        ['GET', `/${kind}_repository_storage_moves?page=x`],
        ['GET', `/${kind}_repository_storage_moves/99`],
        ['POST', `/${kind}_repository_storage_moves`],
        ['GET', `/${kind}s/99/repository_storage_moves`],
        ['GET', `/${kind}s/99/repository_storage_moves/1`],
        ['POST', `/${kind}s/99/repository_storage_moves`],
      ]
      for (const [method, path] of calls) {
        expect(await emulator.send(method, path, { as: null })).toMatchObject({ status: 401 })
        expect(await emulator.send(method, path, { as: 'owner' })).toMatchObject({
          status: 403,
          body: { message: '403 Forbidden' },
        })
      }
    })
  })

  describe('progress of moves', () => {
    it('advances a move from scheduled to finished, and changes the storage when it is replicated', async () => {
      const { id } = await move('/projects/1', 'fast')
      const states: [string, number[]][] = []
      for (let second = 0; second <= 4; second++) {
        states.push([(await read(id)).state, await onStorage('fast')])
        emulator.advanceClock(1)
      }
      expect(states).toEqual([
        ['scheduled', []],
        ['started', []],
        ['replicated', [1]],
        ['finished', [1]],
        ['finished', [1]],
      ])
      expect((await emulator.get('/projects/1', root)).body).toMatchObject({ repository_storage: 'fast' })
      expect(await onStorage('default')).toEqual([2, 3])
    })

    it('applies all steps since the last request, and never reverts them', async () => {
      const { id } = await move('/projects/1', 'fast')
      emulator.advanceClock(60)
      expect((await read(id)).state).toBe('finished')
      expect(await onStorage('fast')).toEqual([1])
      emulator.setClock(testNow)
      expect((await read(id)).state).toBe('finished')
    })

    it('keeps a failed move, whose project stays writable on its storage', async () => {
      const { id } = await move('/projects/1', 'fast')
      emulator.patch('repository_storage_moves', id, { state: 'failed', error_message: 'no space left' })
      emulator.advanceClock(60)
      expect(await read(id)).toMatchObject({ state: 'failed', error_message: 'no space left' })
      expect(await onStorage('fast')).toEqual([])
      await move('/projects/1', 'fast')
    })
  })

  it('lists moves newest first, in pages', async () => {
    await move('/projects/1')
    await move('/projects/2')
    emulator.advanceClock(3)
    await move('/projects/1')
    const ids = async (path: string) => (await list(path)).map(({ id }) => id)
    expect(await ids('/project_repository_storage_moves')).toEqual([3, 2, 1])
    expect(await ids('/project_repository_storage_moves?per_page=2&page=2')).toEqual([1])
    expect(await ids('/projects/1/repository_storage_moves')).toEqual([3, 1])
    const { headers } = await emulator.get('/projects/acme%2Fweb/repository_storage_moves?per_page=1', root)
    expect([headers.get('x-total'), headers.get('x-next-page')]).toEqual(['2', '2'])
  })

  it.each([
    [{}, 'source_storage_name is missing'],
    [{ destination_storage_name: 'fast' }, 'source_storage_name is missing'],
    [{ source_storage_name: 'slow' }, 'source_storage_name does not have a valid value'],
    [{ source_storage_name: '' }, 'source_storage_name does not have a valid value'],
    [
      { source_storage_name: 'slow', destination_storage_name: 'slower' },
      'source_storage_name does not have a valid value, destination_storage_name does not have a valid value',
    ],
    [{ source_storage_name: [] }, 'source_storage_name is invalid'],
  ])('refuses bulk moves with unknown storages: %j', async (asked, error) => {
    expect(await emulator.post('/project_repository_storage_moves', asked, root)).toMatchObject(badParameters(error))
    expect(await list('/project_repository_storage_moves')).toEqual([])
  })

  it('refuses the move of one project to an unknown storage', async () => {
    const asked = { destination_storage_name: 'slow' }
    expect(await emulator.post('/projects/1/repository_storage_moves', asked, root)).toMatchObject({
      status: 400,
      body: { message: { destination_storage_name: ['is not included in the list'] } },
    })
  })

  it('accepts a move to the current storage', async () => {
    expect(await move('/projects/1', 'default')).toMatchObject({
      source_storage_name: 'default',
      destination_storage_name: 'default',
    })
  })

  it('accepts storages from the state', async () => {
    emulator.patch('storages', 2, { name: 'nvme' })
    expect(await move('/projects/1')).toMatchObject({ destination_storage_name: 'nvme' })
  })
})

describe('without a license', () => {
  const emulator = useEmulator({ flavor: 'spec', tier: 'free' })

  it('has no moves of groups without a license', async () => {
    const routeNotFound = { status: 404, body: { error: '404 Not Found' } }
    expect(await emulator.get('/group_repository_storage_moves', root)).toMatchObject(routeNotFound)
    expect(await emulator.post('/groups/10/repository_storage_moves', {}, root)).toMatchObject(routeNotFound)
    expect(await emulator.get('/project_repository_storage_moves', root)).toMatchObject({ status: 200 })
    expect(await emulator.get('/snippet_repository_storage_moves', root)).toMatchObject({ status: 200 })
  })
})
