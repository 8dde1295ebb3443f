import { getGroupLabel, getGroupLabels } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a label of a group, and lists inherited ones by default', async () => {
    service.as('owner')
    const { id } = await service.api.groupLabels.create(10, { name: 'bug', color: 'red' })
    await service.api.groupLabels.create(11, { name: 'chore', color: 'grey' })
    const shown = { id, name: 'bug', color: '#FF0000', description: null }
    expect(await valueOf(getGroupLabel({ group: 'acme', label: id }))).toMatchObject(shown)
    expect(await valueOf(getGroupLabel({ group: 'acme/platform', label: 'bug' }))).toMatchObject(shown)
    expect(await valueOf(getGroupLabels({ group: 11 }))).toMatchObject([shown, { name: 'chore' }])
    const own = { group: 11, includeAncestorGroups: false, search: 'CH', withCounts: true }
    expect(await valueOf(getGroupLabels(own))).toMatchObject([{ name: 'chore', openIssuesCount: 0 }])
  })
})
