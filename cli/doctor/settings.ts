import { type Connection, probe, risksOf, type Settings } from '../../provider/service'
import type { Findings } from './finding'
import { Service } from './service'
import type { Target } from './targets'

/** A service whose settings make sense. */
export interface Opened {
  service: Service
  connection: Connection
}

/** Where base URL and token come from, and whether they can be used at all. */
export function checkSettings(findings: Findings, target: Target): Opened | undefined {
  let settings: Settings
  let before: Settings | undefined
  try {
    settings = target.settings()
    before = target.before?.()
  } catch (error) {
    findings.error('settings', `A setting cannot be read: ${said(error)}`, 'Lists are JSON, or separated by commas.')
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
      `A setting makes no sense: ${said(error)}`,
      `Correct it where it is set (base URL from ${baseUrlFrom}, token from ${tokenFrom}).`,
    )
    return undefined
  }
  const { baseUrl } = opened.service
  const risks = risksOf(settings)
  if (risks.length === 0) findings.ok('base-url', `Base URL ${baseUrl}, from ${settings.baseUrlFrom}.`)
  for (const risk of risks) findings.warning('base-url', risk, 'Use https, and have certificates verified.')
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

const encrypted = ' "pulumi config set --secret trueup:token" keeps it encrypted.'

/** `pulumi refresh` and `pulumi destroy` do not run the program, and so see the configuration of the last update. */
function checkLastUpdate(findings: Findings, before: Settings, settings: Settings): void {
  const differing = [
    ...(before.baseUrl === settings.baseUrl ? [] : ['base URL']),
    ...(before.token === settings.token ? [] : ['access token']),
  ]
  if (differing.length === 0) return
  findings.warning(
    'last-update',
    `The last update had another ${differing.join(' and another ')}, which "pulumi refresh" and "pulumi destroy" still use.`,
    'Run "pulumi up", or set TRUEUP_TOKEN in the environment.',
  )
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
