import type { Conformance } from './options'

/** Each update also sends these. */
const along = ['access_level', 'member_role_id']

/** What `conforms` expects of the members of projects and groups. */
export const memberCases = {
  spellings: {
    user: [7, '7', 'Outsider', ' outsider'],
    accessLevel: [30],
    expiresAt: ['2026-12-31T23:00:00Z'],
  },
  refused: [
    ['user', '@outsider', /must be the id of a user or a username, such as "alice", without @/],
    ['user', 0, /user must be/],
    ['accessLevel', 'developers', /accessLevel must be one of/],
    ['expiresAt', '2026-06-14', /expiresAt must be today or later/],
    ['expiresAt', 'tomorrow', /must be a date/],
    ['memberRoleId', 0, /memberRoleId must be/],
  ],
  sends: { accessLevel: along, expiresAt: ['expires_at', ...along] },
  skipped: { memberRoleId: 'the service of the tests has no custom roles' },
} satisfies Partial<Conformance>
