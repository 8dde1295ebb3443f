import { AccessLevel, GroupMembers, ProjectMembers } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const { DEVELOPER, GUEST, MAINTAINER, REPORTER } = AccessLevel
const outsider = 7
const levels = (found: { id: number; access_level: number }[]) =>
  found.map(({ id, access_level }) => [id, access_level]).sort(([one], [other]) => one! - other!)

describe.each<Flavor>(['spec', 'gitlab'])('members by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const ofProjects = (as = 'owner') => new ProjectMembers(access(emulator, as))
  const ofGroups = (as = 'owner') => new GroupMembers(access(emulator, as))

  it.each([
    ['project', 1, 'acme/web', ofProjects],
    ['group', 12, 'deployers', ofGroups],
  ] as const)('adds, reads, updates and removes a member of a %s', async (_kind, id, path, members) => {
    const made = await members().add(id, REPORTER, { userId: outsider, expiresAt: '2026-07-01' })
    expect(made).toMatchObject({
      id: outsider,
      username: 'outsider',
      name: 'Outsider',
      state: 'active',
      access_level: REPORTER,
      expires_at: '2026-07-01',
      created_at: testNow,
      created_by: { id: 2, username: 'owner' },
      membership_state: 'active',
    })
    expect(await members().show(path, outsider)).toEqual(made)
    expect(await members().show(id, outsider, { includeInherited: true })).toEqual(made)
    const changed = await members().edit(id, outsider, DEVELOPER)
    expect(changed).toEqual({ ...made, access_level: DEVELOPER })
    expect(await members().edit(id, outsider, DEVELOPER, { expiresAt: '' })).toMatchObject({ expires_at: null })
    expect(await members().remove(id, outsider)).toBeNull()
    await expect(members().show(id, outsider)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(members().remove(id, outsider)).rejects.toMatchObject(refused(404, '404 Not found'))
  })

  it('lists direct and inherited members of a project by query', async () => {
    await ofProjects().add('acme/web', GUEST, { username: 'outsider' })
    expect(levels(await ofProjects().all(1))).toEqual([[outsider, GUEST]])
    const all = levels(await ofProjects().all(1, { includeInherited: true }))
    expect(all).toEqual([
      [2, 50],
      [3, 40],
      [4, 30],
      [5, 20],
      [6, 10],
      [outsider, GUEST],
    ])
    expect(levels(await ofProjects().all(1, { includeInherited: true, query: 'main' }))).toEqual([[3, MAINTAINER]])
    expect(levels(await ofProjects().all(1, { includeInherited: true, userIds: [2, 4] }))).toHaveLength(2)
  })

  it('lists direct and inherited members of a group', async () => {
    await ofGroups().add(11, DEVELOPER, { userId: outsider })
    expect(levels(await ofGroups().all('acme/platform'))).toEqual([[outsider, DEVELOPER]])
    expect(await ofGroups().all(11, { includeInherited: true })).toHaveLength(6)
    expect(levels(await ofGroups().all(12))).toEqual([
      [2, 50],
      [4, 30],
    ])
    expect(await ofGroups().all(12, { skipUsers: [2, 4] })).toEqual([])
  })

  it('adds several users at once, by id and by username', async () => {
    expect(await ofProjects().add(3, MAINTAINER, { userId: '5,7' })).toEqual({ status: 'success' })
    expect(levels(await ofProjects().all(3))).toEqual([
      [5, MAINTAINER],
      [7, MAINTAINER],
    ])
  })

  it('keeps the roles below a group with skip_subresources, which gitbeaker misspells', async () => {
    for (const id of [10, 11]) await ofGroups().add(id, REPORTER, { userId: outsider })
    await ofGroups().remove(10, outsider, { skipSubresources: true } as object)
    expect(levels(await ofGroups().all(11))).toEqual([[outsider, REPORTER]])
    await ofGroups().add(10, REPORTER, { userId: outsider })
    await ofGroups().remove(10, outsider)
    expect(await ofGroups().all(11)).toEqual([])
  })

  it('refuses a member twice, an unknown user, and callers without the role', async () => {
    await ofProjects().add(1, GUEST, { userId: outsider })
    await expect(ofProjects().add(1, GUEST, { userId: outsider })).rejects.toMatchObject(
      refused(409, 'Member already exists'),
    )
    await expect(ofProjects().add(1, GUEST, { userId: 99 })).rejects.toMatchObject(refused(404, '404 User Not Found'))
    await expect(ofGroups('maintainer').add(10, GUEST, { userId: outsider })).rejects.toMatchObject(
      refused(403, '403 Forbidden'),
    )
  })
})
