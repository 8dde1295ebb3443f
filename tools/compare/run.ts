import type { Release, Tier } from '../../emulator'
import { load, nouns as allNouns, recordedAt, type Scenario } from '../../emulator/test/truth/recordings'
import { Connection, Failed } from './connection'
import { Endpoints } from './endpoints'
import { Fields } from './fields'
import { nearestRelease } from './nearest-release'
import { type Decision, play } from './play'
import { Redaction } from './redact'
import { Rehearsal } from './rehearse'
import type { About } from './report'
import { Results } from './results'
import { needsOf, Scratch } from './scratch'
import { askServer, findTier } from './server'

export interface Wanted {
  url: string
  token: string
  /** Full path of the group below which the scratch group is made. */
  group: string
  nouns: string[]
  /** The release of the recordings. Default: that of the server, or the nearest one. */
  release?: Release | undefined
  /** Default: that of the server. */
  tier?: Tier | undefined
  perMinute?: number | undefined
  /** Is called for each step. */
  say: (line: string) => void
  /** Ends the run; the run still deletes what it created. */
  signal?: AbortSignal
}

export interface Outcome {
  about: About
  results: Results
  redaction: Redaction
  endpoints: Endpoints
  /** What could not be removed from the server, in a sentence. */
  left?: string | undefined
}

/** Plays the recorded scenarios in a scratch group of a server and removes it. @throws Failed when that is impossible. */
export async function run({ url, token, group, nouns, perMinute, say, signal, ...wanted }: Wanted): Promise<Outcome> {
  const connection = new Connection(url, token, perMinute)
  try {
    const server = await askServer(connection)
    const release = wanted.release ?? nearestRelease(server.version)
    if (!release)
      throw new Failed(`the server has no version number (${server.version}): name a release with --release`)
    const endpoints = await Endpoints.of(release)
    const user = await connection.call<Record<string, unknown> & { id: number }>('GET', '/user')
    const redaction = await redactionFor(connection, url, token, group, user)
    const scratch = await Scratch.make(connection, group, user.id, signal)
    const { own } = scratch
    say(`made the group ${own.group.full_path}`)
    hideHost(redaction, own.externalUrl)
    if (user.is_admin)
      say("The token is an administrator's, who is shown and allowed more than was recorded of an owner.")
    let left: string | undefined
    const results = new Results(new Fields(release, endpoints))
    const about: About = { server, release, tier: wanted.tier ?? 'ultimate', nouns }
    try {
      about.tier = wanted.tier ?? (await findTier(connection, own, server))
      await playAll(connection, scratch, about, results, say, signal)
    } finally {
      // Not even an interrupted run leaves anything behind.
      left = await own.remove().catch((error: Error) => `${own.group.full_path}: ${error.message}`)
      say(left === undefined ? 'removed the group and all in it' : `NOT REMOVED: ${left}`)
    }
    return { about, results, redaction, endpoints, left }
  } finally {
    await connection.close()
  }
}

async function playAll(
  connection: Connection,
  scratch: Scratch,
  { release, tier, nouns }: About,
  results: Results,
  say: Wanted['say'],
  signal?: AbortSignal,
): Promise<void> {
  const days = daysSince(recordedAt[release])
  const rehearsal = await Rehearsal.start(release, tier, new Date(), days)
  let lost = 0
  try {
    for (const { scenario, recordedOn } of scenariosFor(release, tier, nouns)) {
      signal?.throwIfAborted()
      const decisions = await rehearsal.decide(scenario, recordedOn)
      if (decisions.every((decision) => 'skip' in decision)) {
        results.add(
          scenario,
          recordedOn,
          decisions,
          decisions.map((decision) => (decision as { skip: 'users' }).skip),
        )
        continue
      }
      say(`${scenario.noun}: ${scenario.name}`)
      const { place, issues } = await scratch.world(scenario, days)
      if (!issues) withoutIssues(scenario, decisions)
      const played = await play(connection, scenario, scenario.responses[recordedOn]!, decisions, place, signal)
      results.add(scenario, recordedOn, decisions, played)
      lost = played.includes('lost') ? lost + 1 : 0
      if (lost === 3) throw new Failed(`${connection.url} no longer responds`)
      if (scenario.requests.some(({ path }) => path.includes('/access_tokens'))) await scratch.leave(place)
    }
  } finally {
    await rehearsal.close()
  }
}

/** Nothing of a scenario with issues is played where those cannot be made. */
function withoutIssues({ requests }: Scenario, decisions: Decision[]): void {
  for (const [index, { path }] of requests.entries()) {
    if (path.includes('/issues') && !('skip' in decisions[index]!)) decisions[index] = { skip: 'issues' }
  }
}

/** What would be played and made, without a request to a server. */
export async function dryRun(
  release: Release,
  tier: Tier,
  nouns: string[],
): Promise<{ results: Results; made: Record<string, number> }> {
  const results = new Results(new Fields(release, await Endpoints.of(release)))
  const made = { groups: 1, projects: 1, requests: 0 }
  const rehearsal = await Rehearsal.start(release, tier, new Date(), daysSince(recordedAt[release]))
  try {
    for (const { scenario, recordedOn } of scenariosFor(release, tier, nouns)) {
      const decisions = await rehearsal.decide(scenario, recordedOn)
      const played = decisions.map((one, at) => ('skip' in one ? one.skip : scenario.responses[recordedOn]![at]!))
      results.add(scenario, recordedOn, decisions, played)
      const requests = decisions.filter((one) => !('skip' in one)).length
      if (requests === 0) continue
      const needs = needsOf(scenario)
      made.groups += 1 + needs.groups.length
      made.projects += needs.projects.length
      made.requests += requests
    }
  } finally {
    await rehearsal.close()
  }
  return { results, made }
}

/** The scenarios of a release and a tier. What was recorded on Ultimate alone was found to be the same everywhere. */
function scenariosFor(release: Release, tier: Tier, nouns: string[]): { scenario: Scenario; recordedOn: Tier }[] {
  const wanted = allNouns.filter((noun) => nouns.includes(noun))
  return wanted.flatMap((noun) => {
    const scenarios = load(noun, release)
    const own = new Set(scenarios.filter(({ responses }) => responses[tier]).map(({ name }) => name.split('@')[0]))
    return scenarios
      .filter(({ name, responses }) => responses[tier] ?? (!own.has(name) && responses.ultimate))
      .map((scenario) => ({ scenario, recordedOn: scenario.responses[tier] ? tier : ('ultimate' as const) }))
  })
}

const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / 86_400_000)

/** Hides the token, the host, and the names of the user and of the groups above. */
export async function redactionFor(
  connection: Connection,
  url: string,
  token: string,
  group: string,
  user: Record<string, unknown>,
): Promise<Redaction> {
  const redaction = new Redaction()
  redaction.hide(token, '{token}')
  hideHost(redaction, url)
  for (const key of ['name', 'username', 'email', 'public_email', 'commit_email'])
    redaction.hideName(user[key], `{${key}}`)
  const above = await connection.call<Record<string, unknown>>(
    'GET',
    `/groups/${encodeURIComponent(group)}?with_projects=false`,
  )
  redaction.hide(above.full_path, '{group}')
  redaction.hide(above.full_name, '{group}')
  const parts = [...String(above.full_path).split('/'), ...String(above.full_name).split(' / '), above.name]
  for (const part of parts) redaction.hideName(part, '{group}')
  return redaction
}

export function hideHost(redaction: Redaction, url: string): void {
  const { host, hostname } = new URL(url)
  for (const one of [url, host, hostname]) if (!/^(?:127\.|localhost)/.test(hostname)) redaction.hide(one, '{host}')
}
