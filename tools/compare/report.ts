import type { Release, Tier } from '../../emulator'
import type { RecordedRequest } from '../../emulator/test/truth/recordings'
import { type Cause, Causes, type Example } from './causes'
import type { Endpoints } from './endpoints'
import { isOfRelease, nearestRelease } from './nearest-release'
import { inWords, type Redaction } from './redact'
import type { Differing, Results } from './results'
import type { Server } from './server'
import { skips } from './skips'
import { shorten, wordingOf } from './wordings'

/** What a run was about. */
export interface About {
  server: Server
  /** That of the recordings. */
  release: Release
  tier: Tier
  nouns: string[]
}

/** A comparison that has ended. */
interface Compared {
  about: About
  results: Results
  redaction: Redaction
  endpoints: Endpoints
}

/** The most causes that are printed; the file has all. */
const most = 100
/** The most nouns of a cause that are printed. */
const mostNouns = 5

const percent = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–')

const edition = ({ enterprise }: Server): string =>
  enterprise === null ? 'edition unknown' : enterprise ? 'Enterprise Edition' : 'Community Edition'

/** The report as lines to read. */
export function summary({ about, results, redaction, endpoints }: Compared): string {
  const { all } = new Causes(results.differing, endpoints, redaction)
  const news = all.filter(({ kind }) => kind === 'new')
  const explained = all.filter(({ kind }) => kind === 'explained')
  const others = all.filter((cause) => !news.includes(cause) && !explained.includes(cause))
  return [
    ...headLines(about, results, redaction),
    '',
    ...section('Differences by cause', others, (cause) => [row(cause), ...exampleLines(cause, redaction)]),
    ...section('Differences because of what the recorded server lacked', explained, (cause) => [row(cause)]),
    ...section('New fields, which the recorded release did not have', news, (cause) => [row(cause)]),
    ...skipLines(results),
    '',
    ...nounLines(results),
    '',
    ...totalLines(results),
    `places left out  ${results.leftOut}: they depend on the scratch group`,
    `differences      ${results.unexplained.length}, with ${others.length} causes; ${news.length} new fields`,
  ].join('\n')
}

/** Which server responded, and with what it is compared. */
function headLines({ server, release, tier, nouns }: About, results: Results, redaction: Redaction): string[] {
  const { version } = server
  const isNearest = nearestRelease(version) === release
  const which = isOfRelease(version, release)
    ? ''
    : isNearest
      ? ', the nearest recorded release'
      : ', as --release says'
  return [
    `GitLab ${redaction.text(version)}, ${edition(server)}, tier ${tier}`,
    `compared with the recordings of GitLab ${release}${which}: ${recordedLine(results)}`,
    nouns.join(', '),
  ]
}

/** What was recorded only on Ultimate is the same on all tiers. */
export const recordedLine = ({ recordedOn }: Results): string =>
  [...recordedOn].map(([tier, count]) => `${count} responses of tier ${tier}`).join(', ')

function section(title: string, causes: readonly Cause[], lines: (cause: Cause) => string[]): string[] {
  if (causes.length === 0) return []
  const left = causes.length - most
  return [
    `${title}: ${causes.length}`,
    ...causes.slice(0, most).flatMap(lines),
    ...(left > 0 ? [`  … and ${left} more: see --out`] : []),
    '',
  ]
}

function row({ responses, what, nouns }: Cause): string {
  const sorted = [...nouns].sort()
  const some = sorted.length > mostNouns ? [...sorted.slice(0, mostNouns), `… ${sorted.length} nouns`] : sorted
  return `${String(responses).padStart(7)}  ${what} (${some.join(', ')})`
}

function exampleLines({ kind, examples }: Cause, redaction: Redaction): string[] {
  return examples.flatMap((example) => {
    const { of } = example
    const place = `           ${placeOf(of)}: ${requestOf(of.request)}`
    // The cause has the wordings of errors.
    return kind === 'error' ? [place] : [place, `             ${differenceLine(example, redaction)}`]
  })
}

function differenceLine({ of, found: { at, recorded, given } }: Example, redaction: Redaction): string {
  if (of.recorded.status === of.given.status) {
    return `${redaction.text(at)}: recorded ${inWords(recorded)}, here ${redaction.value(given)}`
  }
  // What an error says is often the reason for its status.
  const said = (status: number, wording: string) => `${status}${wording && ` "${shorten(wording)}"`}`
  const here = said(of.given.status, redaction.text(wordingOf(of.given)))
  return `status: recorded ${said(of.recorded.status, wordingOf(of.recorded))}, here ${here}`
}

const placeOf = ({ noun, scenario, exchange }: Differing): string => `${noun} ${scenario} #${exchange}`

function requestOf({ method, path, json, text }: RecordedRequest): string {
  const body = json === undefined ? text : JSON.stringify(json)
  return `${method} ${path}${body ? ` ${body.slice(0, 120)}` : ''}`
}

/** How many responses agree, by noun. */
function nounLines({ byNoun }: Results): string[] {
  const widest = Math.max(...[...byNoun.keys()].map(({ length }) => length))
  const line = (name: string, cells: string[]) => name.padEnd(widest) + cells.map((cell) => cell.padStart(20)).join('')
  return [
    line('', ['compared', 'status agrees', 'whole agrees', 'without new fields']),
    ...[...byNoun].map(([noun, { compared, statusAgrees, wholeAgrees, agreesBesidesNew }]) =>
      line(noun, [
        String(compared),
        ...[statusAgrees, wholeAgrees, agreesBesidesNew].map((part) => percent(part, compared)),
      ]),
    ),
  ]
}

function totalLines({ total }: Results): string[] {
  const { exchanges, compared, statusAgrees, wholeAgrees, agreesBesidesNew } = total
  const share = (part: number) => `${part} (${percent(part, compared)})`
  return [
    `compared         ${compared} of ${exchanges} (${percent(compared, exchanges)})`,
    `status agrees    ${share(statusAgrees)}`,
    `whole agrees     ${share(wholeAgrees)}, and ${share(agreesBesidesNew)} if new fields do not count`,
  ]
}

/** What is not played, by reason, the most frequent first. */
export function skipLines({ total: { exchanges }, skipped }: Results): string[] {
  const rows = [...skipped].sort(([, a], [, b]) => b - a)
  const all = rows.reduce((sum, [, count]) => sum + count, 0)
  return [
    `not compared     ${all} of ${exchanges} (${percent(all, exchanges)})`,
    ...rows.map(
      ([skip, count]) => `  ${String(count).padStart(5)}  ${percent(count, exchanges).padStart(6)}  ${skips[skip]}`,
    ),
  ]
}

/** The body of a request as it was recorded, unless it is long. */
function sent({ json, text }: RecordedRequest): { sent?: unknown } {
  const body = json ?? text
  return body === undefined || JSON.stringify(body).length > 400 ? {} : { sent: body }
}

/** The report as data. It has neither the token, nor the name of the host, nor names of people. */
export function data({ about, results, redaction, endpoints }: Compared): object {
  const { server, release, tier, nouns } = about
  const { total, byNoun, recordedOn, leftOut, differing, skipped } = results
  const causes = new Causes(differing, endpoints, redaction)
  return {
    recorded: { release, responses: Object.fromEntries(recordedOn) },
    server: { ...server, version: redaction.text(server.version) },
    tier,
    nouns,
    ...total,
    byNoun: Object.fromEntries(byNoun),
    placesLeftOut: leftOut,
    skipped: Object.fromEntries([...skipped].map(([skip, count]) => [skips[skip], count])),
    causes: causes.all.map(({ kind, what, responses, nouns, examples }) => ({
      kind,
      what,
      responses,
      nouns: [...nouns].sort(),
      examples: examples.map(({ of }) => placeOf(of)),
    })),
    differences: differing.flatMap(({ noun, scenario, exchange, request, found }) =>
      found.map((one) => ({
        scenario: `${noun} ${scenario}`,
        exchange,
        request: `${request.method} ${request.path}`,
        ...sent(request),
        at: redaction.text(one.at),
        recorded: inWords(one.recorded),
        given: redaction.value(one.given),
        cause: causes.of.get(one)!.what,
        ...(one.why && { why: one.why }),
        ...(one.isNew && { isNew: true }),
      })),
    ),
  }
}
