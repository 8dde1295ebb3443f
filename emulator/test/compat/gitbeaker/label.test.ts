import { ProjectLabels } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const counts = { open_issues_count: 0, closed_issues_count: 0, open_merge_requests_count: 0 }

describe.each<Flavor>(['spec', 'gitlab'])('labels by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const labels = (as?: string | null) => new ProjectLabels(access(emulator, as))
  const names = async (options?: { search?: string }) => (await labels().all(1, options)).map(({ name }) => name)

  it('creates a label with all fields of gitbeaker', async () => {
    expect(await labels().create(1, ' bug ', 'Red', { description: 'It is broken', priority: 0 })).toEqual({
      id: 1,
      name: 'bug',
      description: 'It is broken',
      description_html: 'It is broken',
      text_color: '#FFFFFF',
      color: '#FF0000',
      subscribed: false,
      priority: 0,
      is_project_label: true,
      ...(spec ? counts : { archived: false }),
    })
  })

  it('reads labels by id and name, in a project by id and path', async () => {
    const made = await labels().create(1, 'bug', '#ffaabb')
    expect(made).toMatchObject({ color: '#ffaabb', text_color: '#1F1E24', description: null, priority: null })
    for (const project of [1, 'acme/web']) {
      for (const label of [made.id, 'bug']) expect(await labels().show(project, label)).toEqual(made)
    }
  })

  it.each(['area/web', 'v1.0 & up: 50% ünïcode?', 'a+b', '2024', 'x.json'])(
    'finds a label by the name %s',
    async (name) => {
      const { id } = await labels().create(1, name, 'red')
      expect(await labels().show(1, name)).toMatchObject({ id, name })
      expect(await labels().edit(1, name, { color: 'lime' })).toMatchObject({ id, name, color: '#00FF00' })
      await labels().remove(1, name)
      expect(await names()).toEqual([])
    },
  )

  it('lists labels by title, with counts on request', async () => {
    for (const name of ['b', 'c', 'a']) await labels().create(1, name, 'red', { description: `the ${name}` })
    expect(await names()).toEqual(['a', 'b', 'c'])
    expect(await names({ search: 'THE b' })).toEqual(['b'])
    const [one] = await labels().all(1)
    expect(one).not.toHaveProperty('open_issues_count')
    expect((await labels().all(1, { withCounts: true }))[0]).toEqual({ ...one, ...counts })
  })

  it('updates a label by id', async () => {
    const { id } = await labels().create(1, 'bug', 'red', { description: 'old', priority: 1 })
    const changed = await labels().edit(1, id, { newName: 'crash', description: 'new', priority: 2 })
    expect(changed).toMatchObject({ id, name: 'crash', color: '#FF0000', description: 'new', priority: 2 })
    expect(await labels().show(1, id)).toEqual(changed)
  })

  it('deletes a label once', async () => {
    const { id } = await labels().create(1, 'bug', 'red')
    expect(await labels().remove(1, id)).toBeNull()
    await expect(labels().remove(1, id)).rejects.toMatchObject(refused(404, '404 Label Not Found'))
    await expect(labels().show(1, 'bug')).rejects.toMatchObject(refused(404, '404 Label Not Found'))
  })

  it('promotes a label to its group', async () => {
    const { id } = await labels().create(1, 'bug', 'red', { description: 'It is broken' })
    const promoted = await labels().promote(1, 'bug')
    expect(promoted).toEqual({
      id: expect.any(Number),
      name: 'bug',
      color: '#FF0000',
      description: 'It is broken',
      description_html: 'It is broken',
      subscribed: false,
      ...(spec ? counts : { text_color: '#FFFFFF', archived: false }),
    })
    expect(promoted.id === id).toBe(spec)
    const inherited = [{ id: promoted.id, is_project_label: false }]
    expect(await labels().all(2)).toMatchObject(inherited)
    // The list omits labels of ancestors of the project's group, and contains labels of this group.
    expect(await labels().all(2, { includeAncestorGroups: false })).toMatchObject(inherited)
    for (const name of ['a', 'c']) await labels('owner').create(3, name, 'red')
    const seen = (await labels('owner').all(3)).map((one) => [one.name, one.is_project_label])
    expect(seen).toEqual([
      ['a', true],
      ['bug', false],
      ['c', true],
    ])
    expect(await labels('owner').all(3, { includeAncestorGroups: false })).toHaveLength(2)
    await expect(labels().promote(1, 'bug')).rejects.toMatchObject(
      refused(400, 'Failed to promote project label to group label'),
    )
  })

  it('responds with 404 to the path of gitbeaker’s subscribe, which is below /issues', async () => {
    const { id } = await labels().create(1, 'bug', 'red')
    await expect(labels().subscribe(1, id)).rejects.toMatchObject(refused(404, '404 Not Found'))
    await expect(labels().unsubscribe(1, id)).rejects.toMatchObject(refused(404, '404 Not Found'))
  })

  it('subscribes to a label at the path of the API, whose 304 is an error in gitbeaker', async () => {
    const { id } = await labels().create(1, 'bug', 'red')
    const { requester } = labels()
    for (const [verb, subscribed] of [['subscribe', true] as const, ['unsubscribe', false] as const]) {
      const path = `1/labels/${id}/${verb}`
      expect(await requester.post(path)).toMatchObject({ status: 201, body: { id, subscribed } })
      await expect(requester.post(path)).rejects.toMatchObject(refused(304, ''))
      expect(await labels().show(1, id)).toMatchObject({ subscribed })
      expect(await labels('developer').show(1, id)).toMatchObject({ subscribed: false })
    }
  })

  it('updates a label only with a name or a color, because gitbeaker requires one', async () => {
    const { id } = await labels().create(1, 'bug', 'red')
    const options = { newName: '', priority: 2 }
    expect(() => labels().edit(1, id, options)).toThrow('Please supply a color or a newName')
  })

  it('returns the project for a label named .., because gitbeaker resolves dots', async () => {
    const { id } = await labels().create(1, '..', 'red')
    expect(await labels().show(1, '..')).toMatchObject({ path_with_namespace: 'acme/web' })
    expect(await labels().show(1, id)).toMatchObject({ id, name: '..' })
  })
})
