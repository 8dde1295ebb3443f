import { protectedTag } from '../../provider/resources/protected-tag'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(protectedTag, {
  spellings: {
    project: [1, '/acme/web'],
    name: [],
    allowedToCreate: [
      [{ accessLevel: 'developer' }, { user: 'maintainer' }],
      [{ user: 'maintainer' }, { accessLevel: 30 }],
    ],
  },
  drift: {
    allowedToCreate: async (client) => {
      await client.protectedTags.delete(1, 'v*')
      await client.protectedTags.create(1, { name: 'v*', create_access_level: 0 })
    },
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', ' ', /must be the name of a tag or a wildcard/],
    ['name', 'a/../b', /must be the name of a tag or a wildcard/],
    ['allowedToCreate', [], /must have at least 1 entry/],
    ['allowedToCreate', [{}], /exactly one of accessLevel, userId, user, groupId, group and deployKeyId in each entry/],
    ['allowedToCreate', [{ accessLevel: 30, userId: 3 }], /exactly one of .* in each entry/],
    ['allowedToCreate', [{ user: 'maintainer', userId: 3 }], /exactly one of .* in each entry/],
    ['allowedToCreate', [{ user: '@maintainer' }], /must name a user by a username, .* without @ .*: see entry 0/],
    ['allowedToCreate', [{ group: '12' }], /must name a group by its full path/],
    ['allowedToCreate', [{ group: 'https://gitlab.example.com/a' }], /must name a group by its full path/],
    ['allowedToCreate', [{ user: 'bob' }, { user: 'Bob' }], /user bob is duplicated/],
    ['allowedToCreate', [{ accessLevel: 20 }], /one of 0, 30, 40, 60, "noOne", "developer"/],
    ['allowedToCreate', [{ accessLevel: 40 }, { accessLevel: 'maintainer' }], /accessLevel 40 is duplicated/],
  ],
})

describe('a protected tag', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = () => new Engine('protected-tag', { url: emulator.url })
  const args = { project: 'acme/web', name: 'v*' }
  const bodies = () =>
    emulator
      .requests()
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body)

  it.each([
    [[{ accessLevel: 'noOne' }], { create_access_level: 0 }],
    [[{ userId: 3 }], { allowed_to_create: [{ user_id: 3 }] }],
    [[{ accessLevel: 30 }, { groupId: 12 }], { allowed_to_create: [{ access_level: 30 }, { group_id: 12 }] }],
  ])('creates a protected tag with a single role or with a list: %j', async (allowedToCreate, body) => {
    const stack = engine()
    await stack.up({ ...args, allowedToCreate })
    expect(bodies()).toEqual([{ name: 'v*', ...body }])
    expect(await stack.preview({ ...args, allowedToCreate })).toEqual({ step: 'same', changed: [] })
  })

  it('reports drift after a group lost access to the project', async () => {
    const stack = engine()
    await stack.up({ ...args, allowedToCreate: [{ groupId: 12 }] })
    await emulator.delete('/projects/1/share/12', { as: 'owner' })
    expect(await api().protectedTags.get(1, 'v*')).toMatchObject({ create_access_levels: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['allowedToCreate'] })
  })
})
