import { getProtectedTag, getProtectedTags } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a protected tag and lists all', async () => {
    await service.api.protectedTags.create(1, { name: 'v*', allowed_to_create: [{ user_id: 3 }] })
    const shown = { name: 'v*', createAccessLevels: [{ userId: 3, groupId: null }] }
    expect(await valueOf(getProtectedTag({ project: 'acme/web', tag: 'v*' }))).toMatchObject(shown)
    expect(await valueOf(getProtectedTags({ project: 1 }))).toMatchObject([shown])
  })
})
