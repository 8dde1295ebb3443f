import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { groupAccessToken } from '../../../provider/resources/group-access-token'
import { projectAccessToken } from '../../../provider/resources/project-access-token'
import type { Flavor } from '../../support/conforms'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { days } from './moment'
import { group, project } from './reference'
import { pick, shuffled } from './style'
import { texts } from './text'

interface AccessToken {
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

type At = Pick<Target<AccessToken>, 'emulator' | 'live' | 'path'>

const patch = ({ emulator, live }: At, changes: Json) => emulator.patch('access_tokens', Number(live.id), changes)

const shared = (flavor: Flavor) => ({
  as: 'owner' as const,
  skipped: { rotation: 'it computes expiresAt; test/resources/rotation.test.ts tests it with days of many years' },
  writes: { update: ['POST/rotate'] },
  isThere: ({ active }: Json) => active === true,
  seen: ({ name, scopes, access_level, description, expires_at }: Json) =>
    ({
      name,
      scopes: [...(scopes as string[])].sort(),
      accessLevel: access_level,
      // Older services have none.
      ...(flavor === 'gitlab' && { description: description || null }),
      expiresAt: expires_at,
    }) as Partial<AccessToken>,
  // The API can only change the expiry date.
  drift: {
    name: (target: At, name: string) => patch(target, { name }),
    scopes: (target: At, scopes: string[], style: number) => patch(target, { scopes: shuffled(scopes, style) }),
    accessLevel: ({ emulator, live }: At, access_level: number) => {
      const records = emulator.state().collections.memberships?.records ?? []
      const member = records.find((record) => 'user_id' in record && record.user_id === live.user_id)
      return emulator.patch('memberships', Number(member?.id), { access_level })
    },
    ...(flavor === 'gitlab' && {
      description: (target: At, description: string | null, style: number) =>
        patch(target, { description: description ?? pick(style, [null, '']) }),
    }),
    expiresAt: (target: At, expires_at: string, style: number) =>
      style & 1
        ? patch(target, { expires_at })
        : target.emulator.post(`${target.path}/rotate`, { expires_at }, { as: 'root' }),
  },
  noise: (target: At) => patch(target, { last_used_at: '2026-06-15T11:00:00.000Z' }),
})

const declared = (flavor: Flavor) => ({
  name: plain(names),
  scopes,
  accessLevel: optional(accessLevel(flavor), roles.maintainer),
  description: optional(plain(fc.option(texts(255).filter((text) => text !== ''))), null, ['']),
  expiresAt: days,
})

export const groupAccessTokenCases = (flavor: Flavor) =>
  cases<AccessToken & { group: number }>({
    ...shared(flavor),
    definition: groupAccessToken,
    arguments: { group, ...declared(flavor) },
    collection: (values) => `/groups/${values.group}/access_tokens`,
    path: (values, live) => `/groups/${values.group}/access_tokens/${String(live.id)}`,
  })

export const projectAccessTokenCases = (flavor: Flavor) =>
  cases<AccessToken & { project: number }>({
    ...shared(flavor),
    definition: projectAccessToken,
    arguments: { project, ...declared(flavor) },
    collection: (values) => `/projects/${values.project}/access_tokens`,
    path: (values, live) => `/projects/${values.project}/access_tokens/${String(live.id)}`,
  })
