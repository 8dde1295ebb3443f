/** What tokens that cannot be used as access tokens are, by their prefixes. */
const kinds: readonly (readonly [prefix: string, what: string])[] = [
  ['glcbt-', 'a job token, such as CI_JOB_TOKEN'],
  ['gldt-', 'a deploy token'],
  ['glptt-', 'a trigger token of pipelines'],
  ['glrt-', 'the token of a runner'],
  ['glrtr-', 'the registration token of runners'],
  ['GR1348941', 'the registration token of runners'],
  ['glagent-', 'the token of an agent for Kubernetes'],
  ['glft-', 'a feed token'],
  ['glimt-', 'a token for incoming email'],
  ['glffct-', 'the token of a client of feature flags'],
  ['glsoat-', 'a SCIM token'],
  ['gloas-', 'the secret of an OAuth application'],
  ['ghp_', 'a token of GitHub'],
  ['gho_', 'a token of GitHub'],
  ['ghs_', 'a token of GitHub'],
  ['github_pat_', 'a token of GitHub'],
  ['pul-', 'an access token of Pulumi Cloud'],
]

/**
 * Why a token of another kind is rejected, and what to create in its place. Contains no part of the token. Undefined if
 * its prefix does not tell.
 */
export function otherKindOfToken(token: string | undefined): string | undefined {
  const [, what] = kinds.find(([prefix]) => token?.startsWith(prefix)) ?? []
  return what === undefined
    ? undefined
    : `is ${what}, which cannot use this API: create a personal, project or group access token with the scope "api"`
}
