import { testNow, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const labels = '/projects/1/labels'
const label404 = { status: 404, body: { message: '404 Label Not Found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const titleError = (...complaints: string[]) => ({ status: 400, body: { message: { title: complaints } } })

describe.each<Flavor>(['spec', 'gitlab'])('labels, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const counts = { open_issues_count: 0, closed_issues_count: 0, open_merge_requests_count: 0 }

  /** Creates a label and gives its id. */
  const make = async (name: string, more: object = {}, project: number | string = 1): Promise<number> => {
    const { status, body } = await emulator.post(`/projects/${project}/labels`, { name, color: '#FF0000', ...more })
    expect(status).toBe(201)
    return (body as { id: number }).id
  }

  /** Creates a label of the group `acme`. */
  const makeGroupLabel = async (name: string): Promise<number> => {
    const made = await make(name, {}, 2)
    const { body } = await emulator.put(`/projects/2/labels/${made}/promote`)
    return (body as { id: number }).id
  }

  const names = async (query = '', path = labels) =>
    ((await emulator.get(`${path}${query}`)).body as { name: string }[]).map(({ name }) => name)

  describe('create', () => {
    it('returns all fields of a new label', async () => {
      const response = await emulator.post(labels, { name: 'bug', color: '#d9534f', description: 'a <b>', priority: 0 })
      expect(response).toMatchObject({ status: 201 })
      expect(response.body).toEqual({
        id: 1,
        name: 'bug',
        description: 'a <b>',
        description_html: 'a &lt;b&gt;',
        text_color: '#FFFFFF',
        color: '#d9534f',
        ...(spec && counts),
        subscribed: false,
        priority: 0,
        is_project_label: true,
        ...(!spec && { archived: false }),
      })
    })

    it('returns null for fields that were not sent', async () => {
      const response = await emulator.post(labels, { name: 'bug', color: 'red', priority: null })
      expect(response).toMatchObject({
        body: { description: null, description_html: spec ? null : '', priority: null },
      })
    })

    it.each([
      [{ name: '  bug\t' }, { name: 'bug' }],
      [{ name: '\u00a0bug' }, { name: '\u00a0bug' }],
      [{ name: '\u00a0' }, { name: '\u00a0' }],
      [{ name: '?&:% +é😀/..' }, { name: '?&:% +é😀/..' }],
      [{ name: 12 }, { name: '12' }],
      [{ color: ' Red ' }, { color: '#FF0000' }],
      [{ color: 'rebeccapurple' }, { color: '#663399' }],
      [{ color: 'LightGoldenRodYellow' }, { color: '#FAFAD2' }],
      [{ color: ' #aAbBcC ' }, { color: '#aAbBcC' }],
      [{ color: '#F0a' }, { color: spec ? '#FF00aa' : '#F0a' }],
      [{ color: null }, { color: '#6699cc' }],
      [{ description: '' }, { description: '', description_html: '' }],
      [{ description: '  x ' }, { description: '  x ' }],
      [{ priority: '7' }, { priority: 7 }],
      [{ priority: '' }, { priority: null }],
    ])('normalizes %j', async (sent, stored) => {
      const response = await emulator.post(labels, { name: 'x', color: 'red', ...sent })
      expect(response).toMatchObject({ status: 201, body: stored })
      const { id } = response.body as { id: number }
      expect(await emulator.get(`${labels}/${id}`)).toMatchObject({ status: 200, body: stored })
    })

    it.each([
      [{ name: '' }, { title: ["can't be blank", 'is invalid'] }],
      [{ name: null }, { title: ["can't be blank", 'is invalid'] }],
      [{ name: 'a,b' }, { title: ['is invalid'] }],
      [{ name: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
      [{ color: '' }, { color: ['must be a valid color code'] }],
      [{ color: '#FF' }, { color: ['must be a valid color code'] }],
      [{ color: '#FFAA' }, { color: ['must be a valid color code'] }],
      [{ color: '#FFAAFFFF' }, { color: ['must be a valid color code'] }],
      [{ color: 'FF0000' }, { color: ['must be a valid color code'] }],
      [{ color: 'transparent' }, { color: ['must be a valid color code'] }],
      [{ description: 'é'.repeat(262_145) }, { description: ['is too long (512 KiB). The maximum size is 512 KiB.'] }],
      [
        { name: ',', color: 'x' },
        { color: ['must be a valid color code'], title: ['is invalid'] },
      ],
    ])('refuses invalid fields of a label: case %#', async (sent, message) => {
      expect(await emulator.post(labels, { name: 'x', color: 'red', ...sent })).toMatchObject({
        status: 400,
        body: { message },
      })
      expect(await names()).toEqual([])
    })

    it.each([
      [{}, 'name is missing, color is missing'],
      [{ name: ['x'], color: 'red' }, 'name is invalid'],
      [{ name: 'x', color: 'red', priority: 'foo' }, 'priority is invalid'],
      [{ color: {}, priority: true }, 'name is missing, color is invalid, priority is invalid'],
    ])('refuses invalid parameters: %j', async (sent, error) => {
      expect(await emulator.post(labels, sent)).toMatchObject({ status: 400, body: { error } })
    })

    it('accepts titles of 255 characters, not bytes', async () => {
      await make('😀'.repeat(255))
    })

    it('compares the title as sent with existing titles', async () => {
      await make('bug')
      expect(await emulator.post(labels, { name: 'bug', color: 'red' })).toMatchObject({
        status: 409,
        body: { message: 'Label already exists' },
      })
      expect(await emulator.post(labels, { name: ' bug ', color: 'red' })).toMatchObject(
        titleError('has already been taken'),
      )
      await make('Bug')
      await make('bug', {}, 2)
    })

    it('refuses the title of a label of an ancestor group', async () => {
      await makeGroupLabel('shared')
      const conflict = { status: 409, body: { message: 'Label already exists' } }
      const asked = { name: 'shared', color: 'red' }
      expect(await emulator.post(labels, asked)).toMatchObject(conflict)
      expect(await emulator.post('/projects/3/labels', asked)).toMatchObject(conflict)
      expect(await emulator.post(labels, { ...asked, name: ' shared' })).toMatchObject(
        titleError('already exists at group level for Acme. Please choose another one.'),
      )
    })

    it.each([
      ['cyan', '#00FFFF'],
      ['Magenta', '#FF00FF'],
    ])('accepts %s only in the specification', async (color, hex) => {
      expect(await emulator.post(labels, { name: 'x', color })).toMatchObject(
        spec
          ? { status: 201, body: { color: hex } }
          : { status: 400, body: { message: { color: ['must be a valid color code'] } } },
      )
    })

    it('refuses a negative priority', async () => {
      const response = await emulator.post(labels, { name: 'bug', color: 'red', priority: -1 })
      expect(response).toMatchObject(
        spec
          ? { status: 400, body: { message: { priority: ['must be greater than or equal to 0'] } } }
          : { status: 500, body: { message: '500 Internal Server Error' } },
      )
      // GitLab has created the label by then.
      expect(await names()).toEqual(spec ? [] : ['bug'])
    })
  })

  describe('text color', () => {
    it.each([
      ...['#d9534f', '#5843AD', '#5cb85c', '#6699cc', '#FF0000', '#808080', '#f00'].map((color) => [color, '#FFFFFF']),
      ...['#FFAABB', '#f0ad4e', '#FFA500', '#C0C0C0', '#00FF00', '#FFFFFF'].map((color) => [color, '#1F1E24']),
    ])('uses readable text on %s: %s', async (color, text_color) => {
      expect(await emulator.post(labels, { name: 'x', color })).toMatchObject({ body: { text_color } })
    })
  })

  describe('list', () => {
    it('lists labels by title, including those of ancestor groups', async () => {
      await makeGroupLabel('m')
      for (const name of ['z', 'a', 'B']) await make(name)
      expect(await names()).toEqual(['B', 'a', 'm', 'z'])
      await emulator.put(`${labels}/a`, { new_name: 'x', color: 'red' })
      expect(await names()).toEqual(['B', 'm', 'x', 'z'])
      await emulator.delete(`${labels}/B`)
      expect(await names()).toEqual(['m', 'x', 'z'])
    })

    it('includes the labels of the direct group without include_ancestor_groups', async () => {
      await makeGroupLabel('shared')
      await make('own', {}, 3)
      expect(await names('?include_ancestor_groups=false')).toEqual(['shared'])
      expect(await names('', '/projects/3/labels')).toEqual(['own', 'shared'])
      expect(await names('?include_ancestor_groups=false', '/projects/3/labels')).toEqual(['own'])
    })

    it('counts issues with with_counts', async () => {
      const id = await make('bug')
      emulator.patch('issues', 101, { label_ids: [id] })
      emulator.patch('issues', 102, { label_ids: [id] })
      emulator.patch('issues', 105, { label_ids: [id] })
      const [plain] = (await emulator.get(labels)).body as object[]
      expect(plain).not.toHaveProperty('open_issues_count')
      expect((await emulator.get(`${labels}?with_counts=true`)).body).toMatchObject([
        { open_issues_count: 2, closed_issues_count: 1, open_merge_requests_count: 0 },
      ])
      const { body } = await emulator.get(`${labels}/${id}`)
      if (spec) expect(body).toMatchObject({ open_issues_count: 2, closed_issues_count: 1 })
      else expect(body).not.toHaveProperty('open_issues_count')
    })

    it.each([
      ['BUG', ['Bug report', 'bug']],
      ['o', ['Bug report', 'other']],
      ['report bug', ['Bug report']],
      ['"report bug"', []],
      ['"bug report"', ['Bug report']],
      ['scrub', ['other']],
      ['other scrub', []],
      ['%20%20', ['Bug report', 'bug', 'other']],
      ['', ['Bug report', 'bug', 'other']],
    ])('searches labels for %s', async (search, expected) => {
      await make('bug')
      await make('Bug report')
      await make('other', { description: 'Scrub the floor' })
      expect(await names(`?search=${search}`)).toEqual(expected)
    })
  })

  describe('look-up', () => {
    it('finds a label by id first, then by title', async () => {
      const first = await make('bug')
      const second = await make(String(first))
      expect(await emulator.get(`${labels}/${first}`)).toMatchObject({ body: { id: first } })
      expect(await emulator.get(`${labels}/${second}`)).toMatchObject({ body: { name: String(first) } })
      expect(await emulator.get(`${labels}/bug`)).toMatchObject({ body: { id: first } })
      expect(await emulator.get(`${labels}/Bug`)).toMatchObject(label404)
    })

    it('reads leading digits of a title as an id, if it exists', async () => {
      const first = await make('bug')
      await make(`${first} plan`)
      await make('77 plan')
      expect(await emulator.get(`${labels}/${first}%20plan`)).toMatchObject({ body: { name: 'bug' } })
      expect(await emulator.get(`${labels}/77%20plan`)).toMatchObject({ body: { name: '77 plan' } })
    })

    it.each(['a/b', 'v1.json', '100%', 'a+b', 'a b', '%2F', '😀'])(
      'finds a label by the encoded title %s',
      async (title) => {
        await make(title)
        expect(await emulator.get(`${labels}/${encodeURIComponent(title)}`)).toMatchObject({ body: { name: title } })
      },
    )

    it('does not find the labels of other projects', async () => {
      expect(await emulator.get(`${labels}/${await make('bug', {}, 2)}`)).toMatchObject(label404)
    })

    it('finds labels of higher ancestor groups only for reading and subscribing', async () => {
      const id = await makeGroupLabel('shared')
      const path = `/projects/3/labels/${id}`
      expect(await emulator.get(path)).toMatchObject({ status: 200, body: { is_project_label: false } })
      expect(await emulator.get(`${path}?include_ancestor_groups=false`)).toMatchObject(label404)
      expect(await emulator.post(`${path}/subscribe`)).toMatchObject({ status: 201 })
      expect(await emulator.put(path, { color: 'red' })).toMatchObject(label404)
      expect(await emulator.delete(path)).toMatchObject(label404)
      expect(await emulator.put(`${path}/promote`)).toMatchObject(label404)
    })

    it('prefers the parameter label_id to the path', async () => {
      const id = await make('bug')
      expect(await emulator.get(`${labels}/nothing?label_id=${id}`)).toMatchObject({ body: { id } })
    })
  })

  describe('update', () => {
    it('changes only the sent fields of a label', async () => {
      const id = await make('bug', { description: 'text', priority: 3 })
      const renamed = await emulator.put(`${labels}/${id}`, { new_name: ' crash ', name: 'ignored' })
      expect(renamed).toMatchObject({
        status: 200,
        body: { id, name: 'crash', color: '#FF0000', description: 'text', priority: 3 },
      })
      const cleared = await emulator.put(`${labels}/${id}`, { color: 'Lime', description: null, priority: null })
      expect(cleared).toMatchObject({ body: { name: 'crash', color: '#00FF00', description: null, priority: null } })
    })

    it('refuses an update without changes', async () => {
      const id = await make('bug')
      const wanted = spec ? 'new_name, color' : 'new_name, color, description, priority, archived'
      expect(await emulator.put(`${labels}/${id}`, { name: 'x' })).toMatchObject({
        status: 400,
        body: { error: `${wanted} are missing, at least one parameter must be provided` },
      })
      expect(await emulator.put(`${labels}/${id}`, { description: 'x', priority: 1 })).toMatchObject({
        status: spec ? 400 : 200,
      })
    })

    it.each([
      [{ new_name: 'taken' }, { title: ['has already been taken'] }],
      [{ new_name: 'shared' }, { title: ['already exists at group level for Acme. Please choose another one.'] }],
      [{ new_name: null }, { title: ["can't be blank", 'is invalid'] }],
      [{ color: 'blurple' }, { color: ['must be a valid color code'] }],
    ])('refuses the update %j', async (sent, message) => {
      await make('taken')
      await makeGroupLabel('shared')
      const id = await make('bug')
      expect(await emulator.put(`${labels}/${id}`, sent)).toMatchObject({ status: 400, body: { message } })
      expect(await emulator.get(`${labels}/${id}`)).toMatchObject({ body: { name: 'bug', color: '#FF0000' } })
    })

    it('accepts an update to the same title', async () => {
      const id = await make('bug')
      expect(await emulator.put(`${labels}/${id}`, { new_name: 'bug' })).toMatchObject({ status: 200 })
    })

    it('stores the other fields before GitLab fails on a negative priority', async () => {
      const id = await make('bug')
      const response = await emulator.put(`${labels}/${id}`, { new_name: 'crash', priority: -1 })
      expect(response.status).toBe(spec ? 400 : 500)
      expect(await names()).toEqual([spec ? 'bug' : 'crash'])
    })
  })

  describe('delete', () => {
    it('deletes a label, and responds with 404 the second time', async () => {
      const id = await make('bug')
      emulator.patch('issues', 101, { label_ids: [id] })
      expect(await emulator.delete(`${labels}/${id}`)).toMatchObject({ status: 204, body: undefined })
      expect(await emulator.delete(`${labels}/${id}`)).toMatchObject(label404)
      expect(emulator.state().collections.issues!.records[0]).toMatchObject({ id: 101, label_ids: [] })
    })

    it.each([
      ['an older date', 'Mon, 15 Jun 2026 11:59:59 GMT', 412],
      ['the very date', 'Mon, 15 Jun 2026 12:00:00 GMT', 204],
      ['no date', 'soon', 204],
    ])('respects If-Unmodified-Since when it deletes a label: %s', async (_case, since, status) => {
      const id = await make('bug')
      const response = await emulator.delete(`${labels}/${id}`, { headers: { 'If-Unmodified-Since': since } })
      expect(response.status).toBe(status)
      if (status === 412) expect(response.body).toEqual({ message: '412 Precondition Failed' })
    })

    it('never reuses the id of a label', async () => {
      const id = await make('bug')
      await emulator.delete(`${labels}/${id}`)
      expect(await make('bug')).toBe(id + 1)
    })
  })

  describe('a label of the group', () => {
    it('lets projects change only the priority of a group’s label', async () => {
      const id = await makeGroupLabel('shared')
      emulator.patch('memberships', 4, { source: 'project', source_id: 1, access_level: 40 })
      const as = 'reporter'
      if (!spec) {
        expect(await emulator.put(`${labels}/${id}`, { priority: 2 }, { as })).toMatchObject({
          status: 200,
          body: { priority: 2 },
        })
      }
      expect(await emulator.put(`${labels}/${id}`, { color: 'lime', priority: 3 }, { as })).toMatchObject(forbidden)
      expect(await emulator.delete(`${labels}/${id}`, { as })).toMatchObject(forbidden)
      expect(await emulator.get(`${labels}/${id}`)).toMatchObject({ body: { priority: spec ? null : 2 } })
    })

    it('stores a priority for each project, and deletes a group’s label in all', async () => {
      const id = await makeGroupLabel('shared')
      await emulator.put(`${labels}/${id}`, { color: 'red', priority: 5 })
      expect(await emulator.get(`/projects/2/labels/${id}`)).toMatchObject({
        body: { priority: null, color: '#FF0000' },
      })
      expect(await emulator.delete(`${labels}/${id}`)).toMatchObject({ status: 204 })
      expect(await emulator.get(`/projects/2/labels/${id}`)).toMatchObject(label404)
    })
  })

  describe('promote', () => {
    const refused = { status: 400, body: { message: 'Failed to promote project label to group label' } }

    it('promotes a label to its group, where it replaces labels with the same title', async () => {
      const id = await make('bug', { description: 'text' })
      const twin = await make('bug', { priority: 4 }, 2)
      const deeper = await make('bug', {}, 3)
      emulator.patch('issues', 201, { label_ids: [twin] })
      await emulator.post(`${labels}/${id}/subscribe`)
      const { status, body } = await emulator.put(`${labels}/${id}/promote`)
      const promoted = spec ? id : deeper + 1
      expect(status).toBe(200)
      expect(body).toEqual({
        id: promoted,
        name: 'bug',
        color: '#FF0000',
        description: 'text',
        description_html: 'text',
        ...(spec ? counts : { text_color: '#FFFFFF', archived: false }),
        // GitLab returns whether the caller is subscribed in the whole group.
        subscribed: spec,
      })
      expect((await emulator.get(`${labels}/${promoted}`)).body).toMatchObject({ subscribed: true })
      expect((await emulator.get('/projects/2/labels')).body).toMatchObject([
        { id: promoted, is_project_label: false, priority: 4 },
      ])
      expect(emulator.state().collections.issues!.records.find(({ id }) => id === 201)).toMatchObject({
        label_ids: [promoted],
      })
      expect(await emulator.get(`/projects/3/labels/${deeper}`)).toMatchObject({ body: { is_project_label: true } })
    })

    it('refuses to promote a label of a group', async () => {
      expect(await emulator.put(`${labels}/${await makeGroupLabel('shared')}/promote`)).toMatchObject(refused)
    })

    it('refuses to promote labels of a project without a group, before other checks', async () => {
      emulator.patch('projects', 1, { group_id: null, creator_id: 3 })
      expect(await emulator.put(`${labels}/nothing/promote`)).toMatchObject(refused)
    })

    it('requires a role in the group for a promotion', async () => {
      const id = await make('bug')
      emulator.patch('memberships', 4, { source: 'project', source_id: 1, access_level: 40 })
      expect(await emulator.put(`${labels}/${id}/promote`, undefined, { as: 'reporter' })).toMatchObject(forbidden)
    })
  })

  describe('subscription', () => {
    it('subscribes only the caller, and responds with 304 the second time', async () => {
      const id = await make('bug')
      const path = `${labels}/${id}`
      expect(await emulator.post(`${path}/unsubscribe`)).toMatchObject({ status: 304, body: undefined })
      expect(await emulator.post(`${path}/subscribe`)).toMatchObject({ status: 201, body: { id, subscribed: true } })
      expect(await emulator.post(`${path}/subscribe`)).toMatchObject({ status: 304, body: undefined })
      expect(await emulator.get(path)).toMatchObject({ body: { subscribed: true } })
      expect(await emulator.get(path, { as: 'developer' })).toMatchObject({ body: { subscribed: false } })
      expect(await emulator.post(`${path}/unsubscribe`)).toMatchObject({ status: 201, body: { subscribed: false } })
    })

    it('lets all readers subscribe to a label', async () => {
      await make('bug', {}, 2)
      expect(await emulator.post('/projects/2/labels/bug/subscribe', undefined, { as: 'outsider' })).toMatchObject({
        status: 201,
      })
      expect(await emulator.post('/projects/2/labels/none/subscribe')).toMatchObject(label404)
    })
  })

  describe('deprecated forms', () => {
    it.each([
      [{ color: 'red' }, 'label_id, name are missing, exactly one parameter must be provided'],
      [{ color: 'red', label_id: 1, name: 'bug' }, 'label_id, name are mutually exclusive'],
      [{ color: 'red', label_id: 'bug' }, 'label_id is invalid'],
    ])('refuses the deprecated update %j', async (sent, error) => {
      expect(await emulator.put(labels, sent)).toMatchObject({ status: 400, body: { error } })
    })

    it('updates a label by id and by name in the deprecated form', async () => {
      const id = await make('bug')
      expect(await emulator.put(labels, { name: 'bug', new_name: 'crash' })).toMatchObject({
        body: { id, name: 'crash' },
      })
      expect(await emulator.put(labels, { label_id: id, color: 'lime' })).toMatchObject({ body: { color: '#00FF00' } })
      expect(await emulator.put(labels, { name: 'bug', color: 'lime' })).toMatchObject(label404)
    })

    it('deletes a label by name, and in GitLab by id, in the deprecated form', async () => {
      const error = spec ? 'name is missing' : 'label_id, name are missing, exactly one parameter must be provided'
      expect(await emulator.delete(labels)).toMatchObject({ status: 400, body: { error } })
      await make('bug')
      expect(await emulator.delete(`${labels}?name=bug`)).toMatchObject({ status: 204 })
      const id = await make('crash')
      expect(await emulator.delete(`${labels}?label_id=${id}`)).toMatchObject({ status: spec ? 400 : 204 })
    })

    it('promotes a label by name in the deprecated form', async () => {
      await make('bug')
      expect(await emulator.put(`${labels}/promote`, {})).toMatchObject({
        status: 400,
        body: { error: 'name is missing' },
      })
      expect(await emulator.put(`${labels}/promote`, { name: 'none' })).toMatchObject(label404)
      expect(await emulator.put(`${labels}/promote`, { name: 'bug' })).toMatchObject({
        status: 200,
        body: { name: 'bug' },
      })
    })
  })

  describe('permissions', () => {
    it.each([
      ['root', 201],
      ['owner', 201],
      ['maintainer', 201],
      ['developer', 201],
      ['reporter', 201],
      ['guest', 403],
      ['outsider', 403],
    ])('responds to %s with %i for creating a label', async (as, status) => {
      expect((await emulator.post(labels, { name: 'bug', color: 'red' }, { as })).status).toBe(status)
    })

    it('lets planners create labels', async () => {
      emulator.patch('memberships', 5, { access_level: 15 })
      expect((await emulator.post(labels, { name: 'bug', color: 'red' }, { as: 'guest' })).status).toBe(201)
    })

    it('refuses to list labels without a token, even in public projects', async () => {
      expect(await emulator.get('/projects/2/labels', { as: null })).toMatchObject({ status: 401 })
      expect(await emulator.get('/projects/2/labels', { as: 'outsider' })).toMatchObject({ status: 200 })
    })

    it('checks the role before the label for updates, and the label before the role for deletions', async () => {
      const as = 'guest'
      await make('bug')
      expect(await emulator.put(`${labels}/none`, { color: 'red' }, { as })).toMatchObject(forbidden)
      expect(await emulator.delete(`${labels}/none`, { as })).toMatchObject(label404)
      expect(await emulator.delete(`${labels}/bug`, { as })).toMatchObject(forbidden)
      expect(await emulator.put(`${labels}/bug/promote`, undefined, { as })).toMatchObject(forbidden)
    })

    it('refuses changes of labels in an archived project', async () => {
      await make('bug')
      emulator.patch('projects', 1, { archived: true })
      expect(await emulator.post(labels, { name: 'x', color: 'red' })).toMatchObject(forbidden)
      expect(await emulator.put(`${labels}/bug`, { color: 'red' })).toMatchObject(forbidden)
      expect(await emulator.delete(`${labels}/bug`)).toMatchObject(forbidden)
      expect(await names()).toEqual(['bug'])
      expect(await emulator.get('/projects/1')).toMatchObject({ body: { archived: true } })
    })

    it('has no labels in a project without issues and merge requests', async () => {
      const id = await make('bug')
      emulator.patch('projects', 1, { issues_enabled: false, merge_requests_enabled: false })
      expect(await emulator.get(labels)).toMatchObject({ status: 200, body: [] })
      expect(await emulator.get(`${labels}/${id}`)).toMatchObject(label404)
      expect(await emulator.post(labels, { name: 'x', color: 'red' })).toMatchObject(forbidden)
      emulator.patch('projects', 1, { merge_requests_enabled: true })
      expect(await names()).toEqual(['bug'])
    })
  })

  it('updates updated_at only if a label changes', async () => {
    const id = await make('bug')
    const stored = () => emulator.state().collections.labels!.records[0]
    emulator.advanceClock(60)
    await emulator.put(`${labels}/${id}`, { color: '#FF0000' })
    expect(stored()).toMatchObject({ created_at: testNow, updated_at: testNow })
    await emulator.put(`${labels}/${id}`, { color: 'lime' })
    expect(stored()).toMatchObject({ created_at: testNow, updated_at: '2026-06-15T12:01:00.000Z' })
  })
})
