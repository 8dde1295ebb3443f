import type { HookPair } from '../../sdk'
import type { Json } from '../core/schema/json'

/** The headers of a hook, which are a list in pulumi-gitlab. Its hooks have no variables. */
export function headersByName({ customHeaders, branchFilterStrategy }: Json): Json {
  const headers = (customHeaders ?? []) as HookPair[]
  return {
    customHeaders: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    urlVariables: {},
    branchFilterStrategy: branchFilterStrategy === 'all_branches' ? 'allBranches' : branchFilterStrategy,
  }
}
