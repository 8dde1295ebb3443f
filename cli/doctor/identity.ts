import { now } from '../../provider/basics'
import { SdkError, type User } from '../../sdk'
import type { Findings, Purpose } from './finding'
import type { Service } from './service'

const dayMs = 24 * 3_600_000
/** Time enough to have a token renewed by whoever may do that. */
const fewDays = 14

/** Whose token it is. `kinds` are those that are declared. */
export function checkIdentity(
  findings: Findings,
  { username, id, bot, is_admin }: User,
  kinds: ReadonlySet<string>,
): void {
  const what = bot ? ', a bot of a group or project' : is_admin ? ', an administrator' : ''
  findings.ok('identity', `The access token is of ${username} (user ${id})${what}.`)
  if (bot && kinds.has('group-access-token')) {
    findings.warning(
      'identity-bot',
      `${username} is a bot, and bots can neither make nor rotate access tokens of groups.`,
      "Use a person's token for the stack, or for a Provider of the GroupAccessTokens alone.",
    )
  }
  if (!is_admin && kinds.has('repository-storage-move')) {
    findings.warning(
      'identity-admin',
      `${username} is no administrator, and only they can move repositories.`,
      "Use an administrator's token for new RepositoryStorageMoves.",
    )
  }
}

/** Checks the scopes and the expiry of the token. Returns the operation that has to work with it. */
export async function checkAccessToken(
  findings: Findings,
  service: Service,
  purpose: Purpose | undefined,
): Promise<Purpose> {
  try {
    const { scopes, expires_at } = await service.personalAccessTokens.self()
    checkScopes(findings, scopes, service.settings.tokenFrom, purpose)
    checkExpiry(findings, expires_at, new Date(now().getTime() + (service.margin.aheadMs ?? 0)))
    return purpose ?? (mayOnlyRead(scopes) ? 'preview' : 'up')
  } catch (error) {
    if (!SdkError.is(error)) throw error
    findings.warning(
      'token-scopes',
      `Scopes and expiry of the access token are unknown: ${error.message}.`,
      'GitLab tells them since 15.5, of tokens that are not of OAuth. Look them up where the token was made: it needs the scope "api".',
    )
    return purpose ?? 'up'
  }
}

const mayOnlyRead = (scopes: readonly string[]): boolean =>
  scopes.includes('read_api') && !scopes.includes('api') && !scopes.includes('granular')

function checkScopes(findings: Findings, scopes: string[], from: string, purpose: Purpose | undefined): void {
  const has = scopes.join(', ') || 'none'
  const enough = scopes.includes('api') || (purpose === 'preview' && scopes.includes('read_api'))
  if (enough) findings.ok('token-scopes', `Scopes of the access token: ${has}.`)
  else if (purpose !== 'up' && mayOnlyRead(scopes)) {
    findings.warning(
      'token-read-only',
      `The access token from ${from} may only read: it has ${has}. Previews and drift work, "pulumi up" would be refused.`,
      'Use a token with the scope "api" for updates.',
    )
  } else if (scopes.includes('granular')) {
    findings.warning(
      'token-scopes',
      `The access token from ${from} has permissions of its own in place of the scope "api", and nothing tells which.`,
      'Compare them with what the stack declares, or use a token with the scope "api".',
    )
  } else {
    findings.error(
      'token-scopes',
      `The access token from ${from} lacks the scope "api": it has ${has}.`,
      'Scopes cannot be changed: make a token that has "api".',
    )
  }
}

function checkExpiry(findings: Findings, expiresAt: string | null, serverNow: Date): void {
  if (expiresAt === null) {
    findings.ok('token-expiry', 'The access token does not expire.')
    return
  }
  const days = Math.ceil((Date.parse(expiresAt) - serverNow.getTime()) / dayMs)
  if (days > fewDays) findings.ok('token-expiry', `The access token expires on ${expiresAt}, in ${days} days.`)
  else {
    findings.warning(
      'token-expiry',
      `The access token expires on ${expiresAt}, ${days === 1 ? 'within a day' : `in ${days} days`}.`,
      'Renew it, and run "pulumi up" with the new one: "pulumi refresh" uses the token of the last update.',
    )
  }
}
