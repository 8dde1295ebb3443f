import { GroupLabels, ProjectLabels } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const counts = { open_issues_count: 0, closed_issues_count: 0, open_merge_requests_count: 0 }
const notFound = refused(404, '404 Label Not Found')

describe.each<Flavor>(['spec', 'gitlab'])('labels of groups by gitbeaker, flavor %s', (flavor) => {
  const spec = flavor === 'spec'
  const emulator = useEmulator({ flavor })
  const labels = (as?: string | null) => new GroupLabels(access(emulator, as))

  it('creates and reads a label, by id and name', async () => {
    const made = await labels().create(10, 'bug', 'Red', { description: 'It is broken' })
    expect(made).toEqual({
      id: 1,
      name: 'bug',
      color: '#FF0000',
      text_color: '#FFFFFF',
      description: 'It is broken',
      description_html: 'It is broken',
      subscribed: false,
      ...(!spec && { archived: false }),
    })
    for (const group of [10, 'acme']) {
      for (const label of [made.id, 'bug']) expect(await labels().show(group, label)).toEqual(made)
    }
  })

  it('lists labels of the group and its ancestors by title, with counts on request', async () => {
    for (const name of ['b', 'a']) await labels().create(10, name, 'red')
    await labels('owner').create(11, 'c', 'red')
    const names = async (group: number | string, options: object = {}) =>
      (await labels('owner').all(group, options)).map(({ name }) => name)
    expect(await names(10)).toEqual(['a', 'b'])
    expect(await names('acme/platform')).toEqual(['a', 'b', 'c'])
    expect(await names(11, { includeAncestorGroups: false })).toEqual(['c'])
    expect(await names(10, { includeDescendantGroups: true })).toEqual(['a', 'b', 'c'])
    expect(await names(11, { search: 'B' })).toEqual(['b'])
    expect(await labels().all(10, { withCounts: true })).toMatchObject([counts, counts])
  })

  it('updates a label by id and name, also for the projects below', async () => {
    const { id } = await labels().create(10, 'bug', 'red')
    expect(await labels().edit(10, 'bug', { color: 'lime', description: 'new' })).toMatchObject({
      id,
      name: 'bug',
      color: '#00FF00',
      description: 'new',
    })
    const changed = await labels().edit(10, id, { newName: 'area/crash' })
    expect(changed).toMatchObject({ id, name: 'area/crash', color: '#00FF00', description: 'new' })
    expect(await labels().show(10, 'area/crash')).toEqual(changed)
    expect(await new ProjectLabels(access(emulator)).all(1)).toMatchObject([
      { id, name: 'area/crash', is_project_label: false },
    ])
  })

  it('deletes a label once', async () => {
    await labels().create(10, 'bug', 'red')
    expect(await labels().remove(10, 'bug')).toBeNull()
    await expect(labels().remove(10, 'bug')).rejects.toMatchObject(notFound)
    await expect(labels().show(10, 1)).rejects.toMatchObject(notFound)
  })

  it('refuses a title twice, also of an ancestor, and callers without the role', async () => {
    await labels().create(10, 'bug', 'red')
    const exists = refused(409, 'Label already exists')
    await expect(labels().create(10, 'bug', 'blue')).rejects.toMatchObject(exists)
    await expect(labels('owner').create(11, 'bug', 'blue')).rejects.toMatchObject(exists)
    await expect(labels('guest').create(10, 'crash', 'red')).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })

  it('responds with 404 to paths of gitbeaker that GitLab does not have', async () => {
    await labels().create(10, 'bug', 'red')
    const noRoute = refused(404, '404 Not Found')
    await expect(labels().promote(10, 'bug')).rejects.toMatchObject(noRoute)
    await expect(labels().subscribe(10, 'bug')).rejects.toMatchObject(noRoute)
    await expect(labels().unsubscribe(10, 'bug')).rejects.toMatchObject(noRoute)
    expect(await labels().requester.post('10/labels/bug/subscribe')).toMatchObject({ body: { subscribed: true } })
    expect(await labels().show(10, 'bug')).toMatchObject({ subscribed: true })
  })
})
