import { getProtectedBranch, getProtectedBranches } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a protected branch and lists those with a string in their names', async () => {
    const unprotect = [{ access_level: 60 }]
    await service.api.protectedBranches.create(1, {
      name: 'release/*',
      allowed_to_push: [{ user_id: 3 }],
      allowed_to_unprotect: unprotect,
    })
    await service.api.protectedBranches.create(1, { name: 'stable', allowed_to_unprotect: unprotect })
    const shown = { name: 'release/*', pushAccessLevels: [{ userId: 3, groupId: null }], inherited: false }
    expect(await valueOf(getProtectedBranch({ project: 'acme/web', branch: 'release/*' }))).toMatchObject(shown)
    expect(await valueOf(getProtectedBranches({ project: 1, search: 'LEASE' }))).toMatchObject([shown])
    expect(await valueOf(getProtectedBranches({ project: 1 }))).toHaveLength(2)
  })
})
