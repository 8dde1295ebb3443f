import { getGroupMember, getGroupMembers } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a direct member of a group by id or username, and lists direct members', async () => {
    service.as('owner')
    const shown = { id: 4, username: 'developer', accessLevel: 30 }
    expect(await valueOf(getGroupMember({ group: 'deployers', user: 4 }))).toMatchObject(shown)
    expect(await valueOf(getGroupMember({ group: 12, user: 'developer' }))).toMatchObject(shown)
    expect(await valueOf(getGroupMembers({ group: 12 }))).toMatchObject([{ username: 'owner' }, shown])
  })
})
