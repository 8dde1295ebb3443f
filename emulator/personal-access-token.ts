import { isActive } from './access-token'
import { type Resource } from './api'
import { login } from './auth'
import { type Call } from './call'
import { scopes } from './group-access-token'
import { type AccessTokenRecord } from './records'

/** Scopes of personal access tokens. A token with any of them may read itself. */
export const anyScope = [...scopes, 'read_user', 'sudo', 'admin_mode']

/** The access token that asks. */
export const personalAccessToken: Resource = (api) => {
  api.get('/personal_access_tokens/self', { before: login, scopes: anyScope }, (call) => ({
    ...presentPersonalToken(call, call.token!),
    ...(api.flavor === 'gitlab' && { last_used_ips: ['127.0.0.1'] }),
  }))
}

/** The fields of a token, without the token itself. */
export const presentPersonalToken = (call: Call, token: AccessTokenRecord) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked,
  created_at: token.created_at,
  description: token.description,
  scopes: token.scopes,
  user_id: token.user_id,
  last_used_at: token.last_used_at,
  active: isActive(token, call.instance.clock.now()),
  expires_at: token.expires_at,
})
