import { warn } from '@pulumi/pulumi/log'

let checked = false

/** Warns once if the access token is stored in the stack's configuration in plain text. */
export function warnOfPlainToken(): void {
  if (checked) return
  checked = true
  const secretKeys = JSON.parse(process.env.PULUMI_CONFIG_SECRET_KEYS ?? '[]') as string[]
  const config = JSON.parse(process.env.PULUMI_CONFIG ?? '{}') as Record<string, string>
  if ('trueup:token' in config && !secretKeys.includes('trueup:token')) {
    void warn('trueup:token is stored in plain text: set it again with "pulumi config set --secret trueup:token".')
  }
}
