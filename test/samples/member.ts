import type { Sample } from './sample'

/** A project or group with members. */
interface Parent extends Pick<Sample, 'kind' | 'as' | 'seeded'> {
  noun: 'project' | 'group'
  path: string
  id: number
  otherPath: string
  /** Arguments that only one of both kinds has. */
  more?: object
}

/** Users of the seed world by the words of suites. They are direct members of neither parent. */
const users: Readonly<Record<string, string>> = { first: 'reporter', second: 'guest' }

/** The sample of members, who are the same in projects and in groups. */
export function memberIn({ kind, as, seeded, noun, path, id, otherPath, more = {} }: Parent): Sample {
  const collection = `/${noun}s/${id}/members`
  return {
    kind,
    collection: 'memberships',
    id: 'userId',
    as,
    args: {
      [noun]: path,
      user: 'outsider',
      accessLevel: 'developer',
      expiresAt: '2026-12-31',
      unassignIssuables: true,
      ...more,
    },
    changes: { accessLevel: 'maintainer', expiresAt: '2027-01-31' },
    replaces: { [noun]: otherPath, user: 'root' },
    // A member can see the project or group.
    inOtherParent: { 'acme/platform/infra': { user: 'root' }, 'acme/platform': { user: 'root' } },
    naturalKey: [noun, 'user'],
    named: (word) => ({ user: users[word] ?? 'outsider' }),
    object: [collection, { user_id: 7, access_level: 20 }],
    get: { [noun]: id, user: 'outsider' },
    others: [[collection, { user_id: kind === 'project-member' ? 4 : 3, access_level: 30 }]],
    adopts: {
      [noun]: path,
      user: kind === 'project-member' ? 'developer' : 'maintainer',
      accessLevel: 'maintainer',
      onConflict: 'adopt',
    },
    ...(seeded && { seeded }),
  }
}
