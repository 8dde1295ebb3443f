import { now } from '../../provider/command-line/basics'
import { SdkError, type User } from '../../sdk'
import type { Findings, Purpose } from './finding'
import type { Service } from './service'

const dayMs = 24 * 3_600_000
/** Leaves enough time to have a token renewed. */
const fewDays = 14
/** A token that works longer than ten years is made to work forever: the number of days means nothing. */
const countableDays = 3_650

/** Checks the user of the token. `kinds` are the declared kinds. */
export function checkIdentity(
  findings: Findings,
  { username, id, bot, is_admin }: User,
  kinds: ReadonlyMap<string, unknown>,
): void {
  const what = bot ? ', a bot of a group or project' : is_admin ? ', an administrator' : ''
  findings.ok('identity', `The access token belongs to ${username} (user ${id})${what}.`)
  if (bot && (kinds.has('group-access-token') || kinds.has('project-access-token'))) {
    findings.warning(
      'identity-bot',
      `${username} is a bot. Bots cannot create or rotate access tokens of projects and groups.`,
      "Use a person's token for the stack, or for a separate Provider of these resources.",
    )
  }
  if (!is_admin && kinds.has('repository-storage-move')) {
    findings.warning(
      'identity-admin',
      `${username} is not an administrator. Only administrators can move repositories.`,
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
    return purpose ?? (isReadOnly(scopes) ? 'preview' : 'up')
  } catch (error) {
    if (!SdkError.is(error)) throw error
    findings.warning(
      'token-scopes',
      `Scopes and expiry of the access token are unknown: ${error.message}.`,
      'GitLab 15.5 and later show them, except for OAuth tokens. Check in GitLab that the token has the scope "api".',
    )
    return purpose ?? 'up'
  }
}

const isReadOnly = (scopes: readonly string[]): boolean =>
  scopes.includes('read_api') && !scopes.includes('api') && !scopes.includes('granular')

function checkScopes(findings: Findings, scopes: string[], from: string, purpose: Purpose | undefined): void {
  const has = scopes.join(', ') || 'none'
  const enough = scopes.includes('api') || (purpose === 'preview' && scopes.includes('read_api'))
  if (enough) findings.ok('token-scopes', `Scopes of the access token: ${has}.`)
  else if (purpose !== 'up' && isReadOnly(scopes)) {
    findings.warning(
      'token-read-only',
      `The access token from ${from} is read-only (scopes: ${has}). Previews and drift checks work, but "pulumi up" would fail.`,
      'Use a token with the scope "api" for updates.',
    )
  } else if (scopes.includes('granular')) {
    findings.warning(
      'token-scopes',
      `The access token from ${from} has granular permissions instead of the scope "api". The service does not show them.`,
      'Check that they cover the resources of the stack, or use a token with the scope "api".',
    )
  } else {
    findings.error(
      'token-scopes',
      `The access token from ${from} does not have the scope "api" (scopes: ${has}).`,
      'Create a token with the scope "api". The scopes of an existing token cannot be changed.',
    )
  }
}

function checkExpiry(findings: Findings, expiresAt: string | null, serverNow: Date): void {
  if (expiresAt === null) {
    findings.ok('token-expiry', 'The access token does not expire.')
    return
  }
  const days = Math.ceil((Date.parse(expiresAt) - serverNow.getTime()) / dayMs)
  if (days > countableDays) findings.ok('token-expiry', `The access token does not expire before ${expiresAt}.`)
  else if (days > fewDays) findings.ok('token-expiry', `The access token expires on ${expiresAt}, in ${days} days.`)
  else {
    findings.warning(
      'token-expiry',
      `The access token expires on ${expiresAt}, ${days === 1 ? 'within a day' : `in ${days} days`}.`,
      'Renew the token, and run "pulumi up" with the new one, because "pulumi refresh" uses the token of the last update.',
    )
  }
}
