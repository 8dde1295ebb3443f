import { noun } from '../endpoint'
import { group } from './ids'

export const groupAccessTokens = noun(
  'Group access tokens',
  (api) => api.groupAccessTokens.create(group, { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' }),
  [
    {
      endpoint: 'GET /groups/:id/access_tokens',
      parameters: ['state'],
      call: (api) => api.groupAccessTokens.list(group, { state: 'active' }),
      test: ['emulator/test/group-access-token', 'list › lists tokens by id, without their secrets'],
    },
    {
      endpoint: 'GET /groups/:id/access_tokens/:token_id',
      call: (api, token) => api.groupAccessTokens.get(group, token.id),
      test: ['emulator/test/group-access-token', 'get › returns all fields of a token except the secret'],
    },
    {
      endpoint: 'POST /groups/:id/access_tokens',
      parameters: ['name', 'scopes', 'expires_at', 'access_level', 'description'],
      later: ['description'],
      call: (api) =>
        api.groupAccessTokens.create(group, {
          name: 'other',
          scopes: ['read_api'],
          expires_at: '2026-12-31',
          access_level: 30,
          description: 'Deploys',
        }),
      test: ['emulator/test/group-access-token', 'create › returns a new token with its secret'],
    },
    {
      endpoint: 'POST /groups/:id/access_tokens/:token_id/rotate',
      parameters: ['expires_at'],
      call: (api, token) => api.groupAccessTokens.rotate(group, token.id, { expires_at: '2026-12-31' }),
      test: ['emulator/test/group-access-token-rotate', 'revokes the token and returns a new one of the same bot user'],
    },
    {
      endpoint: 'DELETE /groups/:id/access_tokens/:token_id',
      call: (api, token) => api.groupAccessTokens.delete(group, token.id),
      test: ['emulator/test/group-access-token', 'delete › revokes a token, and accepts a second revocation'],
    },
  ],
)
