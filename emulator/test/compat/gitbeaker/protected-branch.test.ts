import { AccessLevel, ProtectedBranches } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const maintainers = { access_level: 40, access_level_description: 'Maintainers', user_id: null, group_id: null }
const developers = { ...maintainers, access_level: 30, access_level_description: 'Developers + Maintainers' }

describe.each<Flavor>(['spec', 'gitlab'])('protected branches by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const branches = (as?: string | null) => new ProtectedBranches(access(emulator, as))

  it('protects, reads, lists and unprotects a branch', async () => {
    const made = await branches().protect(1, 'release/*', {
      pushAccessLevel: AccessLevel.DEVELOPER,
      allowForcePush: true,
      codeOwnerApprovalRequired: true,
    })
    expect(made).toMatchObject({
      name: 'release/*',
      push_access_levels: [developers],
      merge_access_levels: [maintainers],
      allow_force_push: true,
      code_owner_approval_required: true,
    })
    expect(await branches().show(1, 'release/*')).toEqual(made)
    expect(await branches().all(1, { search: 'release' })).toEqual([made])
    expect(await branches().unprotect(1, 'release/*')).toBeNull()
    await expect(branches().show(1, 'release/*')).rejects.toMatchObject(refused(404, '404 Not found'))
  })

  // gitbeaker sends entries in the query as `allowed_to_merge[][user_id]=3`, which Rails reads as one entry.
  it('adds and removes single entries', async () => {
    const made = await branches().create(1, 'release/*', { allowedToMerge: [{ userId: 3 }] })
    const [entry] = made.merge_access_levels as { id: number }[]
    expect(entry).toMatchObject({ user_id: 3 })
    const more = await branches().edit(1, 'release/*', { allowedToMerge: [{ userId: 4 }] })
    expect(more).toMatchObject({ merge_access_levels: [entry, { user_id: 4 }] })
    const removed = { id: entry!.id, _destroy: true } as never
    const changed = await branches().edit(1, 'release/*', { allowedToMerge: [removed] })
    expect(changed).toMatchObject({ merge_access_levels: [{ user_id: 4 }] })
    expect(await branches().edit(1, 'release/*', { allowForcePush: true })).toMatchObject({
      allow_force_push: true,
      merge_access_levels: [{ user_id: 4 }],
    })
  })

  it('refuses users without access to the project, and those who may not protect branches', async () => {
    const entry = { allowedToPush: [{ userId: 7 }] }
    await expect(branches().protect(1, 'a', entry)).rejects.toMatchObject({ cause: { response: { status: 422 } } })
    await expect(branches('developer').protect(1, 'a')).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })
})
