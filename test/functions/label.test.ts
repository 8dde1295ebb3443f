import { getLabel, getLabels } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const { asked } = service

  it('reads a label by id or name', async () => {
    const { id } = await service.api.labels.create(1, { name: 'bug', color: '#FF0000' })
    asked()
    const bug = { id, name: 'bug', color: '#FF0000', textColor: '#FFFFFF', isProjectLabel: true, priority: null }
    expect(await valueOf(getLabel({ project: 'acme/web', label: id }))).toMatchObject(bug)
    expect(await valueOf(getLabel({ project: 1, label: 'bug', includeAncestorGroups: false }))).toMatchObject(bug)
    expect(asked()).toEqual([
      `GET /projects/acme%2Fweb/labels/${id}`,
      'GET /projects/1/labels/bug?include_ancestor_groups=false',
    ])
  })

  it('lists labels by name, with the filters of the service', async () => {
    for (const name of ['ops', 'bug', 'help']) await service.api.labels.create(1, { name, color: '#FF0000' })
    asked()
    const all = await valueOf(getLabels({ project: 1, withCounts: true }))
    expect(all).toMatchObject([{ name: 'bug', openIssuesCount: 0 }, { name: 'help' }, { name: 'ops' }])
    const some = await valueOf(getLabels({ project: 1, search: 'op', includeAncestorGroups: false }))
    expect(some.map(({ name }) => name)).toEqual(['ops'])
    expect(asked()).toEqual([
      'GET /projects/1/labels?with_counts=true&per_page=100',
      'GET /projects/1/labels?search=op&include_ancestor_groups=false&per_page=100',
    ])
  })
})
