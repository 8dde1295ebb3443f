import { AccessLevel, ProtectedTags } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const maintainers = { access_level: 40, access_level_description: 'Maintainers' }

describe.each<Flavor>(['spec', 'gitlab'])('protected tags by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const tags = (as?: string | null) => new ProtectedTags(access(emulator, as))

  it('protects, reads, lists and unprotects a tag', async () => {
    const made = await tags().protect(1, 'v*', { createAccessLevel: AccessLevel.DEVELOPER })
    expect(made).toMatchObject({ name: 'v*', create_access_levels: [{ access_level: 30 }] })
    expect(await tags().show(1, 'v*')).toEqual(made)
    expect(await tags().all(1)).toEqual([made])
    expect(await tags().unprotect(1, 'v*')).toBeNull()
    await expect(tags().show(1, 'v*')).rejects.toMatchObject(refused(404, '404 Not found'))
  })

  // gitbeaker sends entries in the query as `allowed_to_create[][user_id]=3`, which Rails reads as one entry.
  it.each([
    [{ userId: 3 }, { user_id: 3 }],
    [{ groupId: 12 }, { group_id: 12 }],
    [{ accessLevel: AccessLevel.MAINTAINER }, maintainers],
  ] as const)('lets %j create a tag', async (allowed, entry) => {
    const made = await tags().create(1, 'v*', { allowedToCreate: [allowed as never] })
    expect(made.create_access_levels).toMatchObject([entry])
  })

  it('refuses a second protection of the same name', async () => {
    await tags().protect(1, 'v*')
    await expect(tags().protect(1, 'v*')).rejects.toMatchObject({ cause: { response: { status: 422 } } })
  })
})
