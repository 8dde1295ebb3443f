/** What contains the objects of a kind: the words for it, and two of them in the seed world of the emulator. */
export interface Parent {
  /** Its argument. */
  readonly word: 'project' | 'group'
  /** Its types and functions. */
  readonly pascal: 'Project' | 'Group'
  /** Its path in the API. */
  readonly path: 'projects' | 'groups'
  /** The lowest role that can manage the objects. */
  readonly role: 'maintainer' | 'owner'
  /** The same role in a sentence. */
  readonly roleName: 'Maintainer' | 'Owner'
  /** The user with the next lower role. */
  readonly refusedRole: 'developer' | 'maintainer'
  /** The function of the emulator that requires a role, and its arguments before the role. */
  readonly requireRole: readonly [name: string, args: string]
  readonly example: Example
  /** Another one, in which the same user has the same role. */
  readonly other: Example
  /** A reference that is not valid, and the error. */
  readonly invalid: readonly [reference: string, error: string]
}

interface Example {
  readonly id: number
  readonly path: string
}

/** The parents that a kind can have. */
export const parents = {
  project: {
    word: 'project',
    pascal: 'Project',
    path: 'projects',
    role: 'maintainer',
    roleName: 'Maintainer',
    refusedRole: 'developer',
    requireRole: ['requireRole', 'call, project'],
    example: { id: 1, path: 'acme/web' },
    other: { id: 2, path: 'acme/api' },
    invalid: ['web', 'the group is missing'],
  },
  // The seed world has no second group with the same Maintainer.
  group: {
    word: 'group',
    pascal: 'Group',
    path: 'groups',
    role: 'owner',
    roleName: 'Owner',
    refusedRole: 'maintainer',
    requireRole: ['requireGroupRole', 'call, group.id'],
    example: { id: 10, path: 'acme' },
    other: { id: 12, path: 'deployers' },
    invalid: ['', 'numeric id of a group'],
  },
} satisfies Record<Parent['word'], Parent>
