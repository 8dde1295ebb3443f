import { getProjectMember, getProjectMembers } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a direct member of a project by id or username, and lists direct members', async () => {
    await service.api.projectMembers.create(1, { user_id: 7, access_level: 20, expires_at: '2099-12-31' })
    const shown = { id: 7, username: 'outsider', accessLevel: 20, expiresAt: '2099-12-31' }
    expect(await valueOf(getProjectMember({ project: 'acme/web', user: 7 }))).toMatchObject(shown)
    expect(await valueOf(getProjectMember({ project: 1, user: 'Outsider' }))).toMatchObject(shown)
    expect(await valueOf(getProjectMembers({ project: 1 }))).toMatchObject([shown])
    await expect(valueOf(getProjectMember({ project: 1, user: 'missing' }))).rejects.toThrow(/no user "missing"/)
    await expect(valueOf(getProjectMember({ project: 1, user: 'developer' }))).rejects.toThrow(/404/)
  })
})
