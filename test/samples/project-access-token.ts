import { accessTokenIn } from './access-token'

export const projectAccessToken = accessTokenIn({
  kind: 'project-access-token',
  as: 'maintainer',
  noun: 'project',
  path: 'acme/web',
  id: 1,
  otherPath: 'acme/api',
  token: 12,
})
