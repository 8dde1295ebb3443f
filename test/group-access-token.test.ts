import { groupAccessToken } from '../provider/group-access-token'
import { conforms } from './support/conforms'

conforms(groupAccessToken, {
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
  replaces: {
    group: 'acme/platform',
    name: 'release',
    scopes: ['api'],
    accessLevel: 20,
    description: 'for releases',
  },
  spellings: {
    group: [10, '10', '/acme'],
    scopes: [['read_repository', 'read_api']],
    accessLevel: ['developer'],
    expiresAt: ['2026-12-31T00:00:00Z'],
  },
  refused: [
    ['group', '', /group's numeric id/],
    ['name', '', /must not be empty/],
    ['scopes', [], /at least 1 entries/],
    ['scopes', ['read_apii'], /did you mean "read_api"/],
    ['scopes', ['api', 'api'], /twice/],
    ['scopes', 'api', /must be a list/],
    ['accessLevel', 35, /one of 10, 15, 20, 30, 40, 50/],
    ['accessLevel', 'boss', /one of/],
    ['expiresAt', '2026-01-01', /must lie in the future/],
    ['expiresAt', '2030-01-01', /at most 400 days ahead/],
    ['expiresAt', 'soon', /must be a day like/],
    ['expiresAt', '2027-02-30', /must be a day like/],
  ],
})
