import { useEmulator } from './support/emulator'

import type { Flavor, Tier } from '..'

const issues = '/projects/1/issues'
const notFound = { status: 404, body: { message: '404 Not found' } }
const project404 = { status: 404, body: { message: '404 Project Not Found' } }

describe.each<Flavor>(['spec', 'gitlab'])('issues, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  const iids = async (query = '', as: string | null = 'maintainer', project = 1): Promise<number[]> => {
    const { status, body } = await emulator.get(`/projects/${project}/issues${query}`, { as })
    expect(status).toBe(200)
    return (body as { iid: number }[]).map(({ iid }) => iid)
  }

  it('returns all fields of an issue', async () => {
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
  ])('filters, sorts and paginates issues: %s', async (query, expected) => {
    expect(await iids(query)).toEqual(expected)
  })

  it.each<[string, number[]]>([
    ['labels=bug', [4, 2]],
    ['labels=bug,urgent', [2]],
    ['labels[]=bug&labels[]=urgent', [2]],
    ['labels=none', [5, 3, 1]],
    ['labels=Any', [4, 2]],
    ['labels=', [5, 4, 3, 2, 1]],
    ['labels=unknown', []],
    ['not[labels]=urgent,other', [5, 4, 3, 1]],
    ['not[labels]=none', [4, 2]],
    ['not[iids]=1,2', [5, 4, 3]],
    ['not[author_id]=4', [3]],
    ['not[author_username]=Developer', [3]],
    ['not[assignee_id]=4', [5, 4, 3, 2, 1]],
    ['not[milestone]=v1&not[assignee_username]=', [5, 4, 3, 2, 1]],
    ['author_id=2', [3]],
    ['author_username=owner', [3]],
    ['author_username=nobody', []],
    ['assignee_id=None', [5, 4, 3, 2, 1]],
    ['assignee_id=any', []],
    ['assignee_id=4', []],
    ['assignee_username=developer', []],
    ['milestone=None', [5, 4, 3, 2, 1]],
    ['milestone=v1', []],
    ['milestone_id=Any', []],
    ['my_reaction_emoji=thumbsup', []],
    ['created_after=2026-01-06', [5]],
    ['created_before=2026-01-06', [4, 3, 2, 1]],
    ['updated_after=2026-01-06', [3]],
    ['updated_before=2026-01-06', [5, 4, 2, 1]],
    ['scope=all', [5, 4, 3, 2, 1]],
    ['scope=created_by_me', []],
    ['scope=assigned_to_me', []],
    ['due_date=0', [5, 4, 3, 2, 1]],
    ['due_date=week', []],
    ['issue_type=incident', [1]],
    ['issue_type=issue', [5, 4, 3, 2]],
    ['closed_by_id=2', []],
    ['weight=None', [5, 4, 3, 2, 1]],
    ['weight=3', []],
    ['epic_id=Any', []],
    ['search=crash&in=title', []],
    ['search=crash&in=description', [4]],
    ['iids=1,x,0x2', [1]],
    ['order_by=title&sort=asc', [1, 2, 3, 4, 5]],
    ['order_by=title', [5, 4, 3, 2, 1]],
    ['order_by=label_priority&sort=asc', [4, 2, 5, 3, 1]],
    ['order_by=label_priority&sort=desc', [2, 4, 5, 3, 1]],
    ['order_by=priority&sort=asc', [4, 2, 5, 3, 1]],
    ['order_by=due_date&sort=asc', [5, 4, 3, 2, 1]],
    ['order_by=milestone_due', [5, 4, 3, 2, 1]],
    ['order_by=popularity', [5, 4, 3, 2, 1]],
    ['order_by=relative_position', [5, 4, 3, 2, 1]],
    ['order_by=weight&per_page=2&page=2', [3, 2]],
  ])('finds issues by %s', async (query, expected) => {
    const [bug = 0, urgent = 0] = await Promise.all(
      [
        { name: 'bug', priority: 1 },
        { name: 'urgent', priority: 7 },
      ].map(async (label) => {
        const { body } = await emulator.post('/projects/1/labels', { color: 'red', ...label })
        return (body as { id: number }).id
      }),
    )
    emulator.patch('issues', 101, { issue_type: 'incident' })
    emulator.patch('issues', 102, { label_ids: query.startsWith('order_by') ? [urgent] : [bug, urgent] })
    emulator.patch('issues', 103, { author_id: 2, updated_at: '2026-02-01T00:00:00.000Z' })
    emulator.patch('issues', 104, { label_ids: [bug], description: 'A crash' })
    emulator.patch('issues', 105, { created_at: '2026-02-01T00:00:00.000Z' })
    expect(await iids(`?${query}`)).toEqual(expected)
  })

  it.each([
    ['author_id=2&author_username=owner', 'author_id, author_username are mutually exclusive'],
    ['not[milestone]=a&not[milestone_id]=Any', 'not[milestone_id], not[milestone] are mutually exclusive'],
    ['milestone_id=3', 'milestone_id does not have a valid value'],
    ['scope=mine', 'scope does not have a valid value'],
    ['not=bug', 'not is invalid'],
    ['order_by=likes', 'order_by does not have a valid value'],
  ])('refuses the filter %s', async (query, error) => {
    expect(await emulator.get(`${issues}?${query}`)).toMatchObject({ status: 400, body: { error } })
  })

  it('includes the details of labels on request', async () => {
    const { body } = await emulator.post('/projects/1/labels', { name: 'bug', color: '#FF0000' })
    emulator.patch('issues', 102, { label_ids: [(body as { id: number }).id] })
    expect((await emulator.get(`${issues}?with_labels_details=true&iids=2`)).body).toMatchObject([
      { iid: 2, labels: [{ name: 'bug', color: '#FF0000', text_color: '#FFFFFF', description: null }] },
    ])
  })

  it('sorts issues by their last change', async () => {
    emulator.patch('issues', 103, { updated_at: '2026-02-01T00:00:00.000Z' })
    expect((await iids('?order_by=updated_at'))[0]).toBe(3)
  })

  it.each([
    ['?state=done', 'state does not have a valid value'],
    ['/x', 'issue_iid is invalid'],
  ])('refuses the parameters %s', async (query, error) => {
    expect(await emulator.get(`${issues}${query}`)).toMatchObject({ status: 400, body: { error } })
  })

  it('shows issues to everyone who can read the project, except confidential ones', async () => {
    emulator.patch('issues', 201, { confidential: true })
    expect(await iids('?sort=asc', null, 2)).toEqual([2, 3, 4, 5])
    expect(await iids('?sort=asc', 'guest', 2)).toEqual([2, 3, 4, 5])
    expect(await iids('?confidential=true', 'reporter', 2)).toEqual([1])
    expect(await emulator.get('/projects/2/issues/1', { as: 'guest' })).toMatchObject(notFound)
    emulator.patch('issues', 201, { author_id: 6 })
    expect((await emulator.get('/projects/2/issues/1', { as: 'guest' })).status).toBe(200)
    expect(await emulator.get('/projects/3/issues', { as: 'outsider' })).toMatchObject(project404)
  })

  it('responds as without issues if they are disabled in the project', async () => {
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

  it(`returns issues with${licensed ? '' : 'out'} a weight`, async () => {
    const { body } = await emulator.get('/projects/2/issues/1')
    expect('weight' in (body as object)).toBe(licensed)
  })
})

describe('created issues', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  it('assigns the next number to an issue, and labels only for planners', async () => {
    const sent = { title: ' Sixth ', description: 'd', confidential: true, labels: 'bug, new' }
    expect(await emulator.post(issues, sent, { as: 'developer' })).toMatchObject({
      status: 201,
      body: { iid: 6, title: 'Sixth', state: 'opened', confidential: true, labels: ['bug', 'new'], author: { id: 4 } },
    })
    const { body } = await emulator.post('/projects/2/issues', { title: 't', labels: 'bug' }, { as: 'outsider' })
    expect(body).toMatchObject({ iid: 6, labels: [], author: { id: 7 } })
  })

  it.each([
    [{}, 400, { error: 'title is missing' }],
    [{ title: ' ' }, 400, { message: { title: ["can't be blank"] } }],
    [{ title: 'x'.repeat(256) }, 400, { message: { title: ['is too long (maximum is 255 characters)'] } }],
  ])('refuses the new issue %j', async (sent, status, body) => {
    expect(await emulator.post(issues, sent)).toMatchObject({ status, body })
  })

  it('refuses issues in projects without issues and archived ones, and deletes them with the project', async () => {
    const target = { target_project_id: 2, target_issue_iid: 1 }
    await emulator.post(`${issues}/1/links`, target)
    emulator.patch('projects', 1, { issues_enabled: false })
    expect((await emulator.post(issues, { title: 't' })).status).toBe(403)
    emulator.patch('projects', 1, { issues_enabled: true, archived: true })
    expect((await emulator.post(issues, { title: 't' })).status).toBe(403)
    emulator.patch('projects', 1, { archived: false })
    await emulator.delete('/projects/1', { as: 'owner' })
    const full_path = 'acme/web-deletion_scheduled-1'
    await emulator.delete('/projects/1', { as: 'owner', json: { permanently_remove: true, full_path } })
    expect(await emulator.get('/projects/2/issues/1/links')).toMatchObject({ status: 200, body: [] })
  })
})
