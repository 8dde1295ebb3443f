import type { Findings } from './finding'

const nouns: Readonly<Record<string, string>> = { token: 'access token', clientKey: 'key' }

/** Warns of an explicit provider with a secret setting, `token` or `clientKey`, whose value is a part of states and plans. */
export function warnOfStoredSecret(findings: Findings, provider: string, setting: string): void {
  findings.warning(
    `stored-${setting === 'token' ? 'token' : 'key'}`,
    `${provider} has the argument ${setting}. The state contains this ${nouns[setting]}, and Pulumi prints it if ` +
      '"pulumi up --plan" has another one than the preview.',
    `Set ${setting}Env to the name of an environment variable in its place. If the value is an output of a resource, remove ` +
      'it from saved plans with "trueup plan scrub".',
  )
}
