import { variableIn } from './variable'

export const projectVariable = variableIn({
  kind: 'project-variable',
  as: 'maintainer',
  noun: 'project',
  path: 'acme/web',
  id: 1,
  otherPath: 'acme/api',
})
