import { accessTokenIn } from './access-token'

export const groupAccessToken = accessTokenIn({
  kind: 'group-access-token',
  as: 'owner',
  noun: 'group',
  path: 'acme',
  id: 10,
  otherPath: 'acme/platform',
  token: 11,
})
