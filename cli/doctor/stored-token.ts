import type { Findings } from './finding'

/** Warns of an explicit provider with the argument `token`, whose value is a part of states and plans. */
export function warnOfStoredToken(findings: Findings, provider: string): void {
  findings.warning(
    'stored-token',
    `${provider} has the argument token. The state contains this access token, and Pulumi prints it if "pulumi up --plan" has ` +
      'another one than the preview.',
    'Set tokenEnv to the name of an environment variable in its place. If the token is an output of a resource, remove it ' +
      'from saved plans with "trueup plan scrub".',
  )
}
