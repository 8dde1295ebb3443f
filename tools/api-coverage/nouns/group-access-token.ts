import { noun } from '../endpoint'
import { group } from './ids'

const expires_at = '2026-12-31'
const test = (title: string) => ['emulator/test/group-access-token', title] as const

export const groupAccessTokens = noun(
  'Group access tokens',
  (api) => api.groupAccessTokens.create(group, { name: 'deploy', scopes: ['api'], expires_at }),
  [
    {
      endpoint: 'GET /groups/:id/access_tokens',
      call: (api) => api.groupAccessTokens.list(group, { state: 'active' }),
      sends: 'state=active',
      variants: [
        { call: (api) => api.groupAccessTokens.list(group) },
        {
          call: (api) =>
            api.groupAccessTokens.list(group, {
              revoked: false,
              created_before: '2026-11-21T12:00:00+01:00',
              created_after: '2026-01-01',
              last_used_before: '2026-11-21',
              last_used_after: '2026-01-02',
              expires_before: '2027-01-01',
              expires_after: '2026-12-01',
              search: 'a b',
              sort: 'last_used_desc',
            }),
          sends:
            'revoked=false&created_before=2026-11-21T12%3A00%3A00%2B01%3A00&created_after=2026-01-01' +
            '&last_used_before=2026-11-21&last_used_after=2026-01-02&expires_before=2027-01-01' +
            '&expires_after=2026-12-01&search=a+b&sort=last_used_desc',
        },
      ],
      test: test('list › lists tokens by id, without their secrets'),
    },
    {
      endpoint: 'GET /groups/:id/access_tokens/:token_id',
      call: (api, { id }) => api.groupAccessTokens.get(group, id),
      test: test('get › returns all fields of a token except the secret'),
    },
    {
      endpoint: 'POST /groups/:id/access_tokens',
      later: ['description'],
      call: (api) =>
        api.groupAccessTokens.create(group, {
          name: 'other',
          scopes: ['read_api'],
          expires_at,
          access_level: 30,
          description: null,
        }),
      sends: { name: 'other', scopes: ['read_api'], expires_at: '2026-12-31', access_level: 30, description: null },
      test: test('create › returns a new token with its secret'),
    },
    {
      endpoint: 'POST /groups/:id/access_tokens/:token_id/rotate',
      call: (api, { id }) => api.groupAccessTokens.rotate(group, id, { expires_at }),
      sends: { expires_at: '2026-12-31' },
      variants: [{ call: (api, { id }) => api.groupAccessTokens.rotate(group, id) }],
      test: ['emulator/test/group-access-token-rotate', 'revokes the token and returns a new one of the same bot user'],
    },
    {
      endpoint: 'DELETE /groups/:id/access_tokens/:token_id',
      call: (api, { id }) => api.groupAccessTokens.delete(group, id),
      test: test('delete › revokes a token, and accepts a second revocation'),
    },
  ],
)
