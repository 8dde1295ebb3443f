import type { Tier } from '../../emulator'
import type { RecordedRequest } from '../../test/truth/recordings'
import { inWords, type Redaction } from './redact'
import type { Found, Results } from './results'
import type { Server } from './server'
import { skips } from './skips'

/** What a run was about. */
export interface About {
  server: Server | null
  tier: Tier
  nouns: string[]
}

/** The most differences that are printed; the file has all. */
const most = 100

const percent = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–')

const edition = ({ enterprise }: Server): string =>
  enterprise === null ? 'edition unknown' : enterprise ? 'Enterprise Edition' : 'Community Edition'

/** The report as lines to read. */
export function summary({ server, tier, nouns }: About, results: Results, redaction: Redaction): string {
  const { exchanges, compared, statusAgrees, wholeAgrees, found } = results
  const explained = found.length - results.unexplained.length
  return [
    ...results.unexplained.slice(0, most).flatMap((one) => [...lines(one, redaction), '']),
    ...(results.unexplained.length > most ? [`… and ${results.unexplained.length - most} more: see --out`, ''] : []),
    server ? `GitLab ${redaction.text(server.version)}, ${edition(server)}, tier ${tier}` : `tier ${tier}`,
    `${nouns.join(', ')}`,
    ...skipLines(results),
    `compared         ${compared} of ${exchanges} (${percent(compared, exchanges)})`,
    `status agrees    ${statusAgrees} (${percent(statusAgrees, compared)})`,
    `whole agrees     ${wholeAgrees} (${percent(wholeAgrees, compared)})`,
    `places left out  ${results.leftOut}: they depend on the scratch group`,
    `differences      ${results.unexplained.length}` +
      (explained ? `, and ${explained} because of what the recorded server lacked` : ''),
  ].join('\n')
}

/** What is not played, by reason, the most frequent first. */
export function skipLines({ exchanges, skipped }: Results): string[] {
  const rows = [...skipped].sort(([, a], [, b]) => b - a)
  const all = rows.reduce((sum, [, count]) => sum + count, 0)
  return [
    `not compared     ${all} of ${exchanges} (${percent(all, exchanges)})`,
    ...rows.map(
      ([skip, count]) => `  ${String(count).padStart(5)}  ${percent(count, exchanges).padStart(6)}  ${skips[skip]}`,
    ),
  ]
}

function lines({ scenario, exchange, request, at, recorded, given }: Found, redaction: Redaction): string[] {
  const { method, path, json, text } = request
  const body = json === undefined ? text : JSON.stringify(json)
  return [
    `${scenario} #${exchange}: ${method} ${path}${body ? ` ${body.slice(0, 120)}` : ''}`,
    `  ${at}: recorded ${inWords(recorded)}, here ${redaction.value(given)}`,
  ]
}

/** The body of a request as it was recorded, unless it is long. */
function sent({ json, text }: RecordedRequest): { sent?: unknown } {
  const body = json ?? text
  return body === undefined || JSON.stringify(body).length > 400 ? {} : { sent: body }
}

/** The report as data. It has neither the token, nor the name of the host, nor names of people. */
export function data({ server, tier, nouns }: About, results: Results, redaction: Redaction): object {
  const { exchanges, compared, statusAgrees, wholeAgrees, leftOut, found, skipped } = results
  return {
    recorded: 'GitLab EE 18.9.0-pre',
    server: server && { ...server, version: redaction.text(server.version) },
    tier,
    nouns,
    exchanges,
    compared,
    statusAgrees,
    wholeAgrees,
    placesLeftOut: leftOut,
    skipped: Object.fromEntries([...skipped].map(([skip, count]) => [skips[skip], count])),
    differences: found.map(({ scenario, exchange, request, at, recorded, given, why }) => ({
      scenario,
      exchange,
      request: `${request.method} ${request.path}`,
      ...sent(request),
      at,
      recorded: inWords(recorded),
      given: redaction.value(given),
      ...(why && { why }),
    })),
  }
}
