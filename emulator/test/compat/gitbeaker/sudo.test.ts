import { ProjectLabels, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('impersonation by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const users = (as: string | null, sudo: string | number) => new Users({ ...access(emulator, as), sudo })

  it('lets administrators with the scope impersonate users', async () => {
    await expect(users('owner', 'developer').showCurrentUser()).rejects.toMatchObject(
      refused(403, '403 Forbidden - Must be admin to use sudo'),
    )
    await expect(users('root', 'developer').showCurrentUser()).rejects.toMatchObject(refused(403, 'insufficient_scope'))
    await expect(users(null, 'developer').showCurrentUser()).rejects.toMatchObject(refused(401, '401 Unauthorized'))
  })

  it('impersonates users for all requests or one, by name and id', async () => {
    emulator.patch('access_tokens', 1, { scopes: ['api', 'sudo'] })
    expect(await users('root', 'developer').showCurrentUser()).toMatchObject({ id: 4, username: 'developer' })
    expect(await users('root', 5).showCurrentUser()).toMatchObject({ id: 5 })
    const labels = new ProjectLabels(access(emulator, 'root'))
    await expect(labels.create(1, 'bug', 'red', { sudo: 'guest' })).rejects.toMatchObject(refused(403, '403 Forbidden'))
    expect(await labels.create(1, 'bug', 'red')).toMatchObject({ id: 1 })
    await expect(users('root', 'nobody').showCurrentUser()).rejects.toMatchObject(
      refused(404, "404 User with ID or username 'nobody' Not Found"),
    )
  })
})
