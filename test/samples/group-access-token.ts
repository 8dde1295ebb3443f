import type { Sample } from './sample'

const body = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }

export const groupAccessToken: Sample = {
  kind: 'group-access-token',
  collection: 'access_tokens',
  id: 'tokenId',
  as: 'owner',
  args: {
    group: 'acme',
    name: 'deploy',
    scopes: ['read_api', 'read_repository'],
    accessLevel: 30,
    description: 'for the pipeline',
    expiresAt: '2026-12-31',
  },
  changes: { expiresAt: '2027-01-31' },
  alwaysDeclared: ['expiresAt'],
  replaces: {
    group: 'acme/platform',
    name: 'release',
    description: 'for releases',
    accessLevel: 20,
    scopes: ['api'],
  },
  naturalKey: ['group', 'name'],
  named: (name) => ({ name }),
  object: ['/groups/10/access_tokens', body],
  get: { group: 10, token: 11 },
  others: [['/groups/10/access_tokens', { ...body, name: 'former' }]],
  adopts: {
    group: 'acme',
    name: 'former',
    scopes: ['read_api'],
    accessLevel: 20,
    expiresAt: '2027-01-31',
    adoptId: 11,
    secretOnAdopt: 'rotate',
  },
}
