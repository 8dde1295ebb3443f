import { warn } from '@pulumi/pulumi/log'
import { secretSettings } from '../service/settings'

let checked = false

/** Warns once if the access token or the client's key is stored in the stack's configuration in plain text. */
export function warnOfPlainToken(): void {
  if (checked) return
  checked = true
  const secretKeys = JSON.parse(process.env.PULUMI_CONFIG_SECRET_KEYS ?? '[]') as string[]
  const config = JSON.parse(process.env.PULUMI_CONFIG ?? '{}') as Record<string, string>
  for (const key of secretSettings.map((name) => `trueup:${name}`)) {
    if (!(key in config) || secretKeys.includes(key)) continue
    void warn(`${key} is stored in plain text: set it again with "pulumi config set --secret ${key}".`)
  }
}
