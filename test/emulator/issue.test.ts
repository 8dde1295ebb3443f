import { type Flavor, type Tier } from '../../emulator'
import { useEmulator } from '../support/emulator'

const issues = '/projects/1/issues'
const notFound = { status: 404, body: { message: '404 Not found' } }
const project404 = { status: 404, body: { message: '404 Project Not Found' } }

describe.each<Flavor>(['seed', 'gitlab'])('issues, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  const iids = async (query = '', as: string | null = 'maintainer', project = 1): Promise<number[]> => {
    const { status, body } = await emulator.get(`/projects/${project}/issues${query}`, { as })
    expect(status).toBe(200)
    return (body as { iid: number }[]).map(({ iid }) => iid)
  }

  it('are shown whole', async () => {
    const { body } = await emulator.post('/projects/1/labels', { name: 'bug', color: 'red' })
    emulator.patch('issues', 105, { label_ids: [(body as { id: number }).id] })
    expect(await emulator.get(`${issues}/5`, { as: 'developer' })).toMatchObject({
      status: 200,
      body: {
        id: 105,
        iid: 5,
        project_id: 1,
        title: 'Issue 5 of Web',
        description: null,
        state: 'closed',
        labels: ['bug'],
        author: { id: 4, username: 'developer' },
        assignees: [],
        assignee: null,
        confidential: false,
        weight: null,
        web_url: `${emulator.url}/acme/web/-/issues/5`,
        references: { full: 'acme/web#5' },
        subscribed: true,
      },
    })
    expect((await emulator.get(issues)).body).not.toContainEqual(
      expect.objectContaining({ subscribed: expect.anything() }),
    )
  })

  it.each([
    ['', [5, 4, 3, 2, 1]],
    ['?sort=asc', [1, 2, 3, 4, 5]],
    ['?state=closed', [5]],
    ['?state=opened&sort=asc', [1, 2, 3, 4]],
    ['?iids[]=2&iids[]=4', [4, 2]],
    ['?search=issue+3', [3]],
    ['?confidential=true', []],
    ['?per_page=2&page=2', [3, 2]],
  ])('are filtered, sorted and paged: %s', async (query, expected) => {
    expect(await iids(query)).toEqual(expected)
  })

  it('are sorted by their last change', async () => {
    emulator.patch('issues', 103, { updated_at: '2026-02-01T00:00:00.000Z' })
    expect((await iids('?order_by=updated_at'))[0]).toBe(3)
  })

  it.each([
    ['?state=done', 'state does not have a valid value'],
    ['/x', 'issue_iid is invalid'],
  ])('refuse %s', async (query, error) => {
    expect(await emulator.get(`${issues}${query}`)).toMatchObject({ status: 400, body: { error } })
  })

  it('are for all who can read the project, but for confidential ones', async () => {
    emulator.patch('issues', 201, { confidential: true })
    expect(await iids('?sort=asc', null, 2)).toEqual([2, 3, 4, 5])
    expect(await iids('?sort=asc', 'guest', 2)).toEqual([2, 3, 4, 5])
    expect(await iids('?confidential=true', 'reporter', 2)).toEqual([1])
    expect(await emulator.get('/projects/2/issues/1', { as: 'guest' })).toMatchObject(notFound)
    emulator.patch('issues', 201, { author_id: 6 })
    expect((await emulator.get('/projects/2/issues/1', { as: 'guest' })).status).toBe(200)
    expect(await emulator.get('/projects/3/issues', { as: 'outsider' })).toMatchObject(project404)
  })

  it('are not there where the project has none', async () => {
    expect(await emulator.get(`${issues}/9`)).toMatchObject(notFound)
    emulator.patch('projects', 1, { issues_enabled: false })
    expect(await iids()).toEqual([])
    expect(await emulator.get(`${issues}/1`)).toMatchObject(notFound)
  })
})

describe.each<[Tier, boolean]>([
  ['free', false],
  ['premium', true],
])('issues of GitLab, tier %s', (tier, licensed) => {
  const emulator = useEmulator({ flavor: 'gitlab', tier })

  it(`have ${licensed ? 'a' : 'no'} weight`, async () => {
    const { body } = await emulator.get('/projects/2/issues/1')
    expect('weight' in (body as object)).toBe(licensed)
  })
})
