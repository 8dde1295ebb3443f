import { type Connection, probe, risksOf, type Settings } from '../../provider/command-line/service'
import type { Findings } from './finding'
import { Service } from './service'
import type { Target } from './targets'

/** A service with valid settings. */
export interface Opened {
  service: Service
  connection: Connection
}

/** Checks the sources of the base URL and access token, and whether the settings are valid. */
export function checkSettings(findings: Findings, target: Target): Opened | undefined {
  let settings: Settings
  let before: Settings | undefined
  try {
    settings = target.settings()
    before = target.before?.()
  } catch (error) {
    findings.error(
      'settings',
      `A setting cannot be read: ${messageOf(error)}`,
      'Write lists as JSON, or separated by commas.',
    )
    return undefined
  }
  let opened: Opened
  try {
    const connection = probe(settings)
    opened = { service: new Service(settings), connection }
  } catch (error) {
    const { baseUrlFrom, tokenFrom } = settings
    findings.error(
      'settings',
      `A setting is invalid: ${messageOf(error)}`,
      `Correct it where it is set (base URL from ${baseUrlFrom}, token from ${tokenFrom}).`,
    )
    return undefined
  }
  const { baseUrl } = opened.service
  const risks = risksOf(settings)
  if (risks.length === 0) findings.ok('base-url', `Base URL ${baseUrl}, from ${settings.baseUrlFrom}.`)
  for (const risk of risks) findings.warning('base-url', risk, 'Use https, and enable certificate verification.')
  checkToken(findings, settings, baseUrl)
  if (before) checkLastUpdate(findings, before, settings)
  return opened
}

function checkToken(findings: Findings, { token, tokenFrom }: Settings, baseUrl: string): void {
  if (token !== undefined) findings.ok('token', `Access token from ${tokenFrom}.`)
  else {
    findings.error(
      'token',
      `There is no access token for ${baseUrl}.`,
      `Set it in ${tokenFrom}.${tokenFrom.includes('stack config') ? encrypted : ''}`,
    )
  }
}

const encrypted = ' "pulumi config set --secret trueup:token" stores it encrypted.'

/** `pulumi refresh` and `pulumi destroy` do not run the program. They use the configuration of the last update. */
function checkLastUpdate(findings: Findings, before: Settings, settings: Settings): void {
  const differing = [
    ...(before.baseUrl === settings.baseUrl ? [] : ['base URL']),
    ...(before.token === settings.token ? [] : ['access token']),
    ...(before.clientCertificate === settings.clientCertificate && before.clientKey === settings.clientKey
      ? []
      : ['client certificate']),
  ]
  if (differing.length === 0) return
  findings.warning(
    'last-update',
    `The last update used a different ${differing.join(' and a different ')}, which "pulumi refresh" and "pulumi destroy" still use.`,
    'Run "pulumi up", or set TRUEUP_TOKEN in the environment.',
  )
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
