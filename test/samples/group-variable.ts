import { variableIn } from './variable'

export const groupVariable = variableIn({
  kind: 'group-variable',
  as: 'owner',
  noun: 'group',
  path: 'acme',
  id: 10,
  otherPath: 'acme/platform',
})
