import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

interface Linked {
  iid: number
  issue_link_id: number
  link_type: string
}

const links = '/projects/1/issues/1/links'
const notFound = { status: 404, body: { message: '404 Not found' } }
const project404 = { status: 404, body: { message: '404 Project Not Found' } }
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const taken = { status: 409, body: { message: 'Issue(s) already assigned' } }

describe.each<Flavor>(['spec', 'gitlab'])('issue links, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const post = (sent: object = {}, as: string | null = 'maintainer', path = links) =>
    emulator.post(path, { target_project_id: 1, target_issue_iid: 2, ...sent }, { as })

  const list = async (path = links, as = 'maintainer'): Promise<Linked[]> => {
    const { status, body } = await emulator.get(path, { as })
    expect(status).toBe(200)
    return body as Linked[]
  }

  /** Creates a link and returns its id, which some responses do not contain. */
  const make = async (sent: object = {}): Promise<number> => {
    expect((await post(sent)).status).toBe(201)
    return (await list()).at(-1)!.issue_link_id
  }

  /** Fills the state with links from issue 101 to issues that do not exist. */
  const fill = (count: number): void => {
    const state = emulator.state()
    const stamps = { created_at: testNow, updated_at: testNow }
    const records = Array.from({ length: count }, (_, at) => ({
      ...{ id: at + 1, source_id: 101, target_id: 9001 + at },
      ...{ link_type: 'relates_to', ...stamps },
    }))
    state.collections['issue_links'] = { next: count + 1, records }
    emulator.setState(state)
  }

  describe('create', () => {
    it('returns both issues of a new link', async () => {
      const { status, body } = await post()
      expect(status).toBe(201)
      expect(body).toMatchObject({
        source_issue: { id: 101, iid: 1, project_id: 1, title: 'Issue 1 of Web', author: { username: 'developer' } },
        target_issue: { id: 102, iid: 2, project_id: 1, labels: [], confidential: false, weight: null },
        link_type: 'relates_to',
      })
      const { id, source_issue } = body as { id?: number; source_issue: object }
      expect(id).toBe(spec ? undefined : 1)
      expect('subscribed' in source_issue).toBe(spec)
      expect('issue_type' in source_issue).toBe(!spec)
    })

    it.each([
      ['by id', 2],
      ['by path', 'acme/api'],
      ['by digits', '2'],
    ])('finds the target in another project %s', async (_how, target_project_id) => {
      expect(await post({ target_project_id, target_issue_iid: '3' })).toMatchObject({
        status: 201,
        body: { target_issue: { id: 203, project_id: 2 } },
      })
    })

    it('finds the target by a former path of its project', async () => {
      const path = '/projects/2/issues/1/links'
      expect(await post({ target_project_id: 'acme/old-name' }, 'maintainer', path)).toMatchObject({ status: 201 })
    })

    it('shows a link as blocks from one issue, and as is_blocked_by from the other', async () => {
      expect(await post({ link_type: 'blocks' })).toMatchObject({
        body: { source_issue: { iid: 1 }, target_issue: { iid: 2 }, link_type: 'blocks' },
      })
      expect(await list()).toMatchObject([{ iid: 2, link_type: 'blocks' }])
      expect(await list('/projects/1/issues/2/links')).toMatchObject([{ iid: 1, link_type: 'is_blocked_by' }])
    })

    it('reverses is_blocked_by in GitLab, in all responses except lists', async () => {
      const asked = { source_issue: { iid: 1 }, target_issue: { iid: 2 }, link_type: 'is_blocked_by' }
      const turned = { source_issue: { iid: 2 }, target_issue: { iid: 1 }, link_type: 'blocks' }
      const body = spec ? asked : turned
      expect(await post({ link_type: 'is_blocked_by' })).toMatchObject({ status: 201, body })
      const [{ issue_link_id } = { issue_link_id: 0 }] = await list()
      expect(await list()).toMatchObject([{ iid: 2, link_type: 'is_blocked_by' }])
      expect(await list('/projects/1/issues/2/links')).toMatchObject([{ iid: 1, link_type: 'blocks' }])
      for (const iid of [1, 2]) {
        expect(await emulator.get(`/projects/1/issues/${iid}/links/${issue_link_id}`)).toMatchObject({ body })
      }
      expect(await emulator.delete(`${links}/${issue_link_id}`)).toMatchObject({ status: 200, body })
    })

    it('refuses a link between linked issues, in both directions and with all types', async () => {
      await make()
      expect(await post()).toMatchObject(taken)
      expect(await post({ link_type: 'blocks' })).toMatchObject(taken)
      const back = { target_issue_iid: 1, link_type: 'is_blocked_by' }
      expect(await post(back, 'maintainer', '/projects/1/issues/2/links')).toMatchObject(taken)
      expect(await list()).toHaveLength(1)
    })

    it('refuses a link from an issue to itself', async () => {
      expect(await post({ target_issue_iid: 1 })).toMatchObject({
        status: 422,
        body: { message: '#1 cannot be added: cannot be related to itself' },
      })
    })

    it('refuses more than 100 links of an issue, from both ends', async () => {
      fill(99)
      expect((await post()).status).toBe(201)
      const full = { status: 422, body: { message: expect.stringContaining('maximum number of linked issues (100).') } }
      expect(await post({ target_issue_iid: 3 })).toMatchObject(full)
      expect(await post({ target_issue_iid: 1 }, 'maintainer', '/projects/1/issues/3/links')).toMatchObject(full)
    })

    it.each([
      [{ target_issue_iid: undefined }, { status: 400, body: { error: 'target_issue_iid is missing' } }],
      [{ target_project_id: undefined }, { status: 400, body: { error: 'target_project_id is missing' } }],
      [{ link_type: 'causes' }, { status: 400, body: { error: 'link_type does not have a valid value' } }],
      [{ target_issue_iid: 9 }, notFound],
      [{ target_project_id: 99 }, project404],
      [{ target_project_id: 'web' }, project404],
    ])('refuses the link %j', async (sent, expected) => {
      expect(await post(sent)).toMatchObject(expected)
    })

    it('responds with 404 for a missing source', async () => {
      expect(await post({}, 'maintainer', '/projects/1/issues/9/links')).toMatchObject(notFound)
      expect(await post({}, 'maintainer', '/projects/99/issues/1/links')).toMatchObject(project404)
      expect(await post({}, 'maintainer', '/projects/1/issues/x/links')).toMatchObject({ status: 400 })
    })
  })

  describe('list', () => {
    it('lists links in the order of their creation', async () => {
      await make({ target_issue_iid: 4 })
      emulator.advanceClock(60)
      await make({ target_issue_iid: 2 })
      const { body } = await emulator.get(links)
      expect(body).toMatchObject([
        { iid: 4, issue_link_id: 1, link_type: 'relates_to', link_created_at: testNow, link_updated_at: testNow },
        { iid: 2, issue_link_id: 2, link_created_at: '2026-06-15T12:01:00.000Z' },
      ])
      expect((body as object[]).some((one) => 'subscribed' in one)).toBe(false)
    })

    it('paginates the list, except in GitLab', async () => {
      for (const target_issue_iid of [4, 2, 3]) await make({ target_issue_iid })
      const { body, headers } = await emulator.get(`${links}?per_page=2`)
      expect((body as { iid: number }[]).map(({ iid }) => iid)).toEqual(spec ? [4, 2] : [4, 2, 3])
      const names = ['link', 'x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages']
      const [link, ...rest] = names.map((name) => headers.get(name))
      expect(rest).toEqual(spec ? ['1', '2', '2', '', '3', '2'] : Array(6).fill(null))
      if (!spec) return expect(link).toBeNull()
      expect(link).toContain(`<${emulator.url}/api/v4${links}?id=1&issue_iid=1&page=2&per_page=2>; rel="next"`)
      expect((await emulator.get(`${links}?per_page=2&page=2`)).body).toMatchObject([{ iid: 3 }])
    })

    it('omits issues that the caller cannot read', async () => {
      await make({ target_issue_iid: 2 })
      await make({ target_issue_iid: 3 })
      await make({ target_project_id: 3 })
      emulator.patch('issues', 103, { confidential: true })
      expect((await list()).map(({ iid }) => iid)).toEqual([2, 3, 2])
      expect((await list(links, 'outsider')).map(({ iid }) => iid)).toEqual([2])
    })

    it('counts the issues that an issue blocks', async () => {
      await make({ link_type: 'blocks' })
      await make({ target_issue_iid: 3, link_type: 'is_blocked_by' })
      expect((await emulator.get('/projects/1/issues/1')).body).toMatchObject({ blocking_issues_count: 1 })
      expect((await emulator.get('/projects/1/issues/2')).body).toMatchObject({ blocking_issues_count: 0 })
    })
  })

  describe('get and delete', () => {
    it('reads and deletes a link through both of its issues, but not through others', async () => {
      const id = await make()
      expect((await emulator.get(`${links}/${id}`)).body).toMatchObject({ link_type: 'relates_to' })
      expect((await emulator.get(`/projects/1/issues/2/links/${id}`)).status).toBe(200)
      for (const path of [`/projects/1/issues/3/links/${id}`, `${links}/99`, `${links}/x`]) {
        expect(await emulator.get(path)).toMatchObject(notFound)
        expect(await emulator.delete(path)).toMatchObject(notFound)
      }
      const response = await emulator.delete(`/projects/1/issues/2/links/${id}`)
      expect(response).toMatchObject({ status: 200, body: { source_issue: { iid: 1 }, target_issue: { iid: 2 } } })
      expect(await emulator.delete(`${links}/${id}`)).toMatchObject(notFound)
      expect(await list()).toEqual([])
    })

    it('responds with 404 if the caller cannot read one of the issues', async () => {
      const id = await make()
      emulator.patch('issues', 102, { confidential: true })
      expect(await emulator.get(`${links}/${id}`, { as: 'guest' })).toMatchObject(notFound)
      expect(await emulator.delete(`${links}/${id}`, { as: 'guest' })).toMatchObject(notFound)
    })

    it('validates the type of a deletion in the specification, and ignores it in GitLab', async () => {
      const id = await make()
      const { status } = await emulator.delete(`${links}/${id}?link_type=causes`)
      expect(status).toBe(spec ? 400 : 200)
      const other = spec ? id : await make()
      expect((await emulator.delete(`${links}/${other}?link_type=blocks`)).status).toBe(200)
    })

    it('lets only guests of both projects delete links', async () => {
      const id = await make()
      expect(await emulator.delete(`${links}/${id}`, { as: 'outsider' })).toMatchObject({
        status: 404,
        body: { message: 'No Issue Link found' },
      })
      emulator.patch('projects', 1, { archived: true })
      expect((await emulator.delete(`${links}/${id}`)).status).toBe(404)
      emulator.patch('projects', 1, { archived: false })
      expect((await emulator.delete(`${links}/${id}`, { as: 'guest' })).status).toBe(200)
    })
  })

  describe('permissions', () => {
    it('checks the login first, even in a public project', async () => {
      const path = '/projects/2/issues/1/links'
      expect(await emulator.get(path, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.post(path, {}, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.get(`${path}/1`, { as: null })).toMatchObject(unauthorized)
      expect(await emulator.delete(`${path}/1`, { as: null })).toMatchObject(unauthorized)
      expect((await emulator.get(path, { as: 'outsider' })).status).toBe(200)
    })

    it('lets guests of the target create links in GitLab, and users who can update both issues in the specification', async () => {
      const notLinkable = 'Could not link issues. You must be a member of the project or group of both issues.'
      const unlinkable = spec ? forbidden : { status: 403, body: { message: notLinkable } }
      expect(await post({}, 'outsider')).toMatchObject(unlinkable)
      expect(await post({}, 'guest')).toMatchObject(spec ? forbidden : { status: 201 })
      expect((await post({ target_issue_iid: 3 }, 'reporter')).status).toBe(201)
      expect((await post({}, 'readonly')).body).toMatchObject({ error: 'insufficient_scope' })
      // The issues are the guest's own now.
      for (const id of [101, 104]) emulator.patch('issues', id, { author_id: 6 })
      expect((await post({ target_issue_iid: 4 }, 'guest')).status).toBe(201)
      emulator.patch('projects', 1, { archived: true })
      expect(await post({ target_issue_iid: 5 })).toMatchObject(unlinkable)
    })

    it('refuses a link to users who cannot read both issues', async () => {
      emulator.patch('issues', 102, { confidential: true })
      expect(await post({}, 'guest')).toMatchObject(notFound)
      expect(await post({ target_project_id: 3 }, 'outsider')).toMatchObject(project404)
      emulator.patch('projects', 2, { issues_enabled: false })
      expect(await post({ target_project_id: 2 })).toMatchObject(notFound)
    })
  })
})

describe.each<Flavor>(['spec', 'gitlab'])('issue links without a license, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor, tier: 'free' })

  it.each(['blocks', 'is_blocked_by'])('refuses the type %s in GitLab', async (link_type) => {
    const post = (more: object) => emulator.post(links, { target_project_id: 1, target_issue_iid: 2, ...more })
    const refused = { status: 403, body: { message: 'Blocked issues not available for current license' } }
    expect(await post({ link_type })).toMatchObject(flavor === 'spec' ? { status: 201 } : refused)
    expect((await post({ target_issue_iid: 3 })).status).toBe(201)
  })
})
