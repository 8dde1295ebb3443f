import { getProtectedEnvironment, getProtectedEnvironments } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a protected environment and lists all by name', async () => {
    for (const name of ['staging', 'production']) {
      await service.api.protectedEnvironments.create(1, { name, deploy_access_levels: [{ access_level: 40 }] })
    }
    const production = {
      name: 'production',
      deployAccessLevels: [{ accessLevel: 40, userId: null, groupId: null, groupInheritanceType: 0 }],
      requiredApprovalCount: 0,
      approvalRules: [],
    }
    expect(await valueOf(getProtectedEnvironment({ project: 1, environment: 'production' }))).toMatchObject(production)
    const all = await valueOf(getProtectedEnvironments({ project: 'acme/web' }))
    expect(all).toMatchObject([production, { name: 'staging' }])
  })

  it('names the required role Maintainer in an error', async () => {
    service.as('developer')
    await expect(valueOf(getProtectedEnvironments({ project: 1 }))).rejects.toThrow(
      /^getProtectedEnvironments failed\..* 403 .*Managing protected environments requires the Maintainer role, and enforcing them Premium or Ultimate/,
    )
    service.as('maintainer')
    await expect(valueOf(getProtectedEnvironment({ project: 1, environment: 'qa' }))).rejects.toThrow(/404 /)
  })
})
