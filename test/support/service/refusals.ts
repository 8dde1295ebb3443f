import type { ScratchWorld } from './scratch-world'

interface Request {
  method: string
  /** In the seed world. */
  path: string
  json: unknown
}

const tiers = ['ce', 'free', 'premium', 'ultimate'] as const

/** Requests that are not sent to a service, with the reasons. */
const refusals: readonly {
  methods?: RegExp
  path: RegExp
  body?: RegExp
  unless?: (typeof tiers)[number]
  why: string
}[] = [
  { path: /\/alerts\//, why: 'needs an alert integration, which the REST API cannot create' },
  { path: /\/vulnerabilit/, why: 'needs findings of a security scan' },
  { path: /storage_moves/, why: 'moves repositories between storages of the server' },
  { methods: /POST/, path: /\/(?:pipeline|trigger\/pipeline|retry|play)(?:\?|$)/, why: 'starts jobs' },
  { methods: /PUT|POST|DELETE/, path: /\/(?:transfer|import|fork)(?:[/?]|$)/, why: 'moves or copies a project' },
  { methods: /PUT|DELETE/, path: /^\/api\/v4\/\w+\/[^/]+$/, why: 'changes or deletes a project or group itself' },
  { path: /\/protected_environments/, unless: 'premium', why: 'requires Premium or Ultimate' },
  { path: /\/links/, body: /"(?:is_)?block/, unless: 'premium', why: 'requires Premium or Ultimate' },
  { path: /\/protected_tags/, body: /"(?:user|group)_id"/, unless: 'premium', why: 'requires Premium or Ultimate' },
  {
    path: /\/protected_branches/,
    body: /"(?:user|group)_id"|code_owner/,
    unless: 'premium',
    why: 'requires Premium or Ultimate',
  },
  {
    path: /\/protected_branches/,
    body: /"unprotect_access_level":60/,
    unless: 'premium',
    why: 'requires Premium or Ultimate',
  },
  { path: /\/groups\/[^/]+\/protected_branches/, why: 'needs a group at the top level' },
  { path: /\/groups\/[^/]+\/merge_request_approval_setting/, why: 'needs a group at the top level' },
  // Below a group with an Owner, another Owner is never the last one.
  { methods: /DELETE/, path: /\/groups\/[^/]+\/members\/2(?:\?|$)/, why: 'needs a group at the top level' },
  { path: /\/approval_rules/, unless: 'premium', why: 'requires Premium or Ultimate' },
  {
    path: /\/(?:approvals|merge_request_approval_setting)(?:\?|$)/,
    unless: 'premium',
    why: 'requires Premium or Ultimate',
  },
  { path: /\/members/, body: /"member_role_id":\d/, unless: 'ultimate', why: 'requires Ultimate' },
  {
    path: /\/approval_rules/,
    body: /^(?!.*"user_ids":\[\d).*"group_ids":\[11\]/,
    why: 'needs a group that the user of the access token did not create',
  },
  {
    methods: /POST/,
    path: /\/members(?:\?|$)/,
    body: /"user_id":1[,}]/,
    why: 'adds the user of the access token, who owns the scratch group',
  },
  {
    path: /\/groups\/[^/]+\/variables/,
    body: /"environment_scope":"(?!\*")/,
    unless: 'premium',
    why: 'requires Premium or Ultimate',
  },
  { path: /\/remote_mirrors/, body: /"mirror_branch_regex"/, unless: 'premium', why: 'requires Premium or Ultimate' },
]

/** Requests that name no project or group, and change nothing. */
const harmless = /^\/api\/v4\/(?:user|version|metadata)$/

/** Why a request is not sent to a service, if so. */
export function refusal({ method, path, json }: Request, { tier }: ScratchWorld): string | undefined {
  const body = JSON.stringify(json ?? null)
  const found = refusals.find(
    (one) =>
      (one.methods?.test(method) ?? true) &&
      one.path.test(path) &&
      (one.body?.test(body) ?? true) &&
      !(one.unless && tiers.indexOf(tier) >= tiers.indexOf(one.unless)),
  )
  return found?.why
}

export const isHarmless = ({ method, path }: Request): boolean => method === 'GET' && harmless.test(path)
