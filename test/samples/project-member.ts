import { memberIn } from './member'

export const projectMember = memberIn({
  kind: 'project-member',
  as: 'maintainer',
  noun: 'project',
  path: 'acme/web',
  id: 1,
  otherPath: 'acme/api',
})
