import type { Sample } from './sample'

const body = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }

export const projectAccessToken: Sample = {
  kind: 'project-access-token',
  collection: 'access_tokens',
  id: 'tokenId',
  as: 'maintainer',
  args: {
    project: 'acme/web',
    name: 'deploy',
    scopes: ['read_api', 'read_repository'],
    accessLevel: 30,
    description: 'for the pipeline',
    expiresAt: '2026-12-31',
  },
  changes: { expiresAt: '2027-01-31' },
  alwaysDeclared: ['expiresAt'],
  replaces: {
    project: 'acme/api',
    name: 'release',
    description: 'for releases',
    accessLevel: 20,
    scopes: ['api'],
  },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/access_tokens', body],
  // The sample of a group token has created the first one.
  get: { project: 1, token: 12 },
  others: [['/projects/1/access_tokens', { ...body, name: 'former' }]],
  adopts: {
    project: 'acme/web',
    name: 'former',
    scopes: ['read_api'],
    accessLevel: 20,
    expiresAt: '2027-01-31',
    adoptId: 11,
    secretOnAdopt: 'rotate',
  },
}
