import { closest, distance } from 'fastest-levenshtein'
import type { ProviderArgs } from '../../provider/core/provider'
import type { StackState } from '../stack'
import type { Findings } from './finding'

const known: Record<keyof ProviderArgs, true> = {
  baseUrl: true,
  token: true,
  tokenEnv: true,
  maxConcurrency: true,
  maxRequestsPerMinute: true,
  caCertificate: true,
  previousBaseUrls: true,
  onConflict: true,
}

/** The stack's configuration of Trueup: what is misspelt counts for nothing, and nobody is told. */
export function checkConfiguration(findings: Findings, { name: stack, config }: StackState): void {
  const keys = Object.keys(config).filter((key) => key.startsWith('trueup:'))
  const unknown = keys.filter((key) => !Object.hasOwn(known, key.slice('trueup:'.length)))
  for (const key of unknown) {
    findings.warning(
      'config-key',
      `Stack configuration has ${key}, which means nothing to Trueup: ${hintFor(key)}.`,
      `Set the right key and remove this one: "pulumi config rm ${key} --stack ${stack}".`,
    )
  }
  if (unknown.length === 0) {
    findings.ok(
      'config-key',
      keys.length > 0 ? `Stack configuration has ${keys.join(', ')}.` : 'Stack configuration says nothing of Trueup.',
    )
  }
  const token = config['trueup:token']
  if (token && !token.secret) {
    findings.error(
      'config-secret',
      'trueup:token is stored in plain text, for everybody to read who has the file of the stack.',
      'Set it again with "pulumi config set --secret trueup:token", and revoke it if the file has been shared.',
    )
  }
}

function hintFor(key: string): string {
  const name = key.slice('trueup:'.length)
  const names = Object.keys(known)
  const near = closest(name, names)
  return distance(name, near) <= Math.max(2, name.length / 3)
    ? `it may be trueup:${near} that is meant`
    : `known are ${names.map((one) => `trueup:${one}`).join(', ')}`
}
