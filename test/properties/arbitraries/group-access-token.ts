import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { groupAccessToken } from '../../../provider/resources/group-access-token'
import type { Flavor } from '../../support/conforms'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { days } from './moment'
import { group } from './reference'
import { pick, shuffled } from './style'
import { texts } from './text'

interface GroupAccessToken {
  group: number
  name: string
  scopes: string[]
  accessLevel: number
  description: string | null
  expiresAt: string
}

/** Each word of the name of the bot user has a maximum length. */
const names = fc
  .oneof(
    { weight: 6, arbitrary: texts(127) },
    { weight: 1, arbitrary: fc.constantFrom('x', '😀').map((one) => `${one.repeat(127)} ${one.repeat(127)}`) },
  )
  .filter((name) => name.trim() !== '')

const scopes: Argument<string[]> = {
  values: fc
    .subarray(
      ['api', 'read_api', 'create_runner', 'k8s_proxy', 'self_rotate', 'read_repository', 'write_registry', 'mcp'],
      { minLength: 1 },
    )
    .map((list) => list.sort()),
  write: shuffled,
}

const roles = { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 }
const nameOf = (level: number) => Object.entries(roles).find(([, one]) => one === level)?.[0]

const accessLevel = (flavor: Flavor): Argument<number> => ({
  values: fc.constantFrom(...Object.values(roles).filter((level) => flavor === 'gitlab' || level !== roles.planner)),
  write: (level, style) => pick(style, [level, nameOf(level)]),
})

const patch = ({ emulator, live }: Target<GroupAccessToken>, changes: Json) =>
  emulator.patch('access_tokens', Number(live.id), changes)

export const groupAccessTokenCases = (flavor: Flavor) =>
  cases<GroupAccessToken>({
    definition: groupAccessToken,
    as: 'owner',
    arguments: {
      group,
      name: plain(names),
      scopes,
      accessLevel: optional(accessLevel(flavor), roles.maintainer),
      description: optional(plain(fc.option(texts(255).filter((text) => text !== ''))), null, ['']),
      expiresAt: days,
    },
    skipped: { rotation: 'it computes expiresAt; test/resources/rotation.test.ts tests it with days of many years' },
    writes: { update: ['POST/rotate'] },
    collection: (values) => `/groups/${values.group}/access_tokens`,
    path: (values, live) => `/groups/${values.group}/access_tokens/${String(live.id)}`,
    isThere: ({ active }) => active === true,
    seen: ({ name, scopes, access_level, description, expires_at }) =>
      ({
        name,
        scopes: [...(scopes as string[])].sort(),
        accessLevel: access_level,
        // Older services have none.
        ...(flavor === 'gitlab' && { description: description || null }),
        expiresAt: expires_at,
      }) as Partial<GroupAccessToken>,
    // The API can only change the expiry date.
    drift: {
      name: (target, name) => patch(target, { name }),
      scopes: (target, scopes, style) => patch(target, { scopes: shuffled(scopes, style) }),
      accessLevel: ({ emulator, live }, access_level) => {
        const records = emulator.state().collections.memberships?.records ?? []
        const member = records.find((record) => 'user_id' in record && record.user_id === live.user_id)
        return emulator.patch('memberships', Number(member?.id), { access_level })
      },
      ...(flavor === 'gitlab' && {
        description: (target: Target<GroupAccessToken>, description: string | null, style: number) =>
          patch(target, { description: description ?? pick(style, [null, '']) }),
      }),
      expiresAt: (target, expires_at, style) =>
        style & 1
          ? patch(target, { expires_at })
          : target.emulator.post(`${target.path}/rotate`, { expires_at }, { as: 'root' }),
    },
    noise: (target) => patch(target, { last_used_at: '2026-06-15T11:00:00.000Z' }),
  })
