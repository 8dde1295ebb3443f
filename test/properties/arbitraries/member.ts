import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { groupMember } from '../../../provider/resources/group-member'
import { projectMember } from '../../../provider/resources/project-member'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { project, separateGroup } from './reference'
import { anyCase, padded } from './style'

interface Member {
  /** The id of the user. */
  user: number
  accessLevel: number
  expiresAt: string | null
}

const names: Readonly<Record<number, string>> = { 1: 'root', 7: 'outsider' }
const roles: Readonly<Record<number, string>> = {
  10: 'guest',
  15: 'planner',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
}

/** Users who are members of no project and group. */
const user: Argument<number> = {
  values: fc.constantFrom(1, 7),
  write: (id, style) =>
    [id, String(id), names[id], anyCase(names[id]!, style >> 3), padded(names[id]!, style >> 3)][style % 5],
}

const accessLevel: Argument<number> = {
  values: fc.constantFrom(...Object.keys(roles).map(Number)),
  write: (level, style) => (style % 2 === 0 ? level : roles[level]),
}

const days = fc.constantFrom('2026-06-15', '2026-12-31', '9999-12-31')

const declared = {
  user,
  accessLevel,
  expiresAt: optional(plain(fc.option(days)), null),
}

type At = Pick<Target, 'emulator' | 'live' | 'path'>

const put = ({ emulator, path, live }: At, changes: Json) =>
  emulator.put(path, { access_level: live.access_level, ...changes }, { as: 'root' })

const shared = {
  seen: ({ id, access_level, expires_at }: Json): Partial<Member> => ({
    user: Number(id),
    accessLevel: Number(access_level),
    expiresAt: (expires_at as string | null) ?? null,
  }),
  drift: {
    accessLevel: (target: At, access_level: number) => put(target, { access_level }),
    expiresAt: (target: At, expires_at: string | null) => put(target, { expires_at }),
  },
  isThere: ({ id }: Json) => Number(id) in names,
  skipped: {
    memberRoleId: 'test/resources/member-rules.test.ts',
    unassignIssuables: 'test/resources/member-rules.test.ts',
  },
}

export const projectMemberCases = () =>
  cases<Member & { project: number }>({
    ...shared,
    definition: projectMember,
    as: 'owner',
    arguments: { project, ...declared },
    collection: (values) => `/projects/${values.project}/members`,
    path: (values, live) => `/projects/${values.project}/members/${String(live.id)}`,
  })

export const groupMemberCases = () =>
  cases<Member & { group: number }>({
    ...shared,
    definition: groupMember,
    as: 'owner',
    arguments: { group: separateGroup, ...declared },
    skipped: { ...shared.skipped, skipSubresources: 'test/resources/member-rules.test.ts' },
    collection: (values) => `/groups/${values.group}/members`,
    path: (values, live) => `/groups/${values.group}/members/${String(live.id)}`,
  })
