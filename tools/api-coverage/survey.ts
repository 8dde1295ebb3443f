import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { argumentOf, type ArgumentsOf, argumentsOfProvider } from './arguments'
import { makeCalls, type Spoken } from './calls'
import type { Endpoint, Noun } from './endpoint'
import { reasons, reasonsFor } from './reasons'
import { type InRelease, inRelease, newestRelease } from './release'
import { titlesIn } from './titles'
import { isResource, usesOfClient } from './uses'

/** An endpoint with what was found of it. */
export interface Covered extends Omit<Endpoint, 'calls'> {
  /** The client's methods for it. */
  methods: string[]
  /** The emulator's routes: that of both flavors, or one of each. */
  routes: string[]
  /** Resources and functions of the provider that use it. */
  users: string[]
  /** Parameters of the API that the flavor `gitlab` of the emulator ignores, as GitLab does. */
  ignoredByGitlab: string[]
  /** Parameters that the route accepts in the flavor `gitlab`: those with an effect, and those without. */
  taken: { effective: string[]; ignored: string[] }
  /** What the newest release accepts; undefined for an endpoint that no resource writes to. */
  newest: InRelease | undefined
}

export interface CoveredNoun extends Omit<Noun, 'endpoints'> {
  endpoints: Covered[]
}

/** What was found, and what is not as it was declared, a line each. */
export interface Survey {
  nouns: CoveredNoun[]
  problems: string[]
}

/** Cached because reading them takes seconds. */
let known: ArgumentsOf | undefined

/** Finds the users of the endpoints: makes their calls in both flavors, and looks for their tests. */
export async function survey(nouns: readonly Noun[]): Promise<Survey> {
  const problems: string[] = []
  const complain = ({ endpoint }: Endpoint, problem: string): void => void problems.push(`${endpoint}: ${problem}`)
  const all = nouns.flatMap(({ endpoints }) => endpoints)
  const seed = await makeCalls('spec', all, complain)
  const gitlab = await makeCalls('gitlab', all, complain)
  const uses = usesOfClient()
  const argumentsOf = (known ??= argumentsOfProvider())
  const count = testCounter()
  const release = newestRelease()

  const cover = (endpoint: Endpoint): Covered => {
    const { calls: _, ...declared } = endpoint
    const calls = seed.get(endpoint) ?? []
    const onGitlab = gitlab.get(endpoint) ?? []
    const methods = unique(calls.map(({ method }) => method))
    const routes = unique([...calls, ...onGitlab].map(({ route }) => route))
    const asked = [...new URLSearchParams(endpoint.endpoint.split('?')[1]).keys()]
    const users = unique(methods.flatMap((method) => uses.get(method) ?? []))
      .filter((user) => isResource(user) || lacking(endpoint, asked, argumentsOf(user)).length === 0)
      .sort()
    const ignoredByGitlab = untaken(endpoint, onGitlab)
    const taken = onGitlab[0]?.taken ?? { effective: [], ignored: [] }
    const newest = inRelease(release, reasons, { ...declared, users }, argumentsOf)
    const covered = { ...declared, methods, routes, users, ignoredByGitlab, taken, newest }
    const ignored = untaken(endpoint, calls).filter((name) => !endpoint.later?.includes(name))
    const problems = [
      ...flaws(covered, count),
      ...ignored.map((name) => `the emulator ignores ${name}`),
      ...flawsOfParameters(endpoint, calls, users, argumentsOf),
      ...(newest?.problems ?? []),
    ]
    for (const problem of problems) complain(endpoint, problem)
    return covered
  }
  return { nouns: nouns.map((one) => ({ ...one, endpoints: one.endpoints.map(cover) })), problems }
}

/** Reports parameters of an endpoint that the client or the provider does not have. */
function flawsOfParameters(endpoint: Endpoint, calls: Spoken[], users: string[], argumentsOf: ArgumentsOf): string[] {
  const { parameters = [], without = {} } = endpoint
  const explained = { ...without, ...reasonsFor(endpoint.endpoint, parameters) }
  if (calls.length === 0) return []
  const sent = calls.flatMap((call) => call.sent)
  // Functions read, resources write.
  const takers = users.filter((user) => isResource(user) !== endpoint.endpoint.startsWith('GET '))
  const taken = takers.flatMap((user) => argumentsOf(user))
  const missing = takers.length > 0 ? lacking(endpoint, parameters, taken) : []
  return [
    ...parameters.filter((name) => !sent.includes(name)).map((name) => `the client does not send ${name}`),
    ...missing
      .filter((name) => !explained[name])
      .map((name) => `${takers.join(' and ')} has no argument for ${name}: give a reason in \`without\``),
    ...Object.keys(without)
      .filter((name) => !missing.includes(name))
      .map((name) => `${takers.join(' and ')} has an argument for ${name}: remove the reason`),
  ]
}

/** The endpoint's parameters that the emulator ignores. */
const untaken = ({ parameters = [] }: Endpoint, calls: Spoken[]): string[] =>
  parameters.filter((name) => calls.some(({ taken }) => taken && !taken.effective.includes(name)))

/** The parameters without an argument. */
const lacking = ({ named }: Endpoint, parameters: readonly string[], taken: readonly string[]): string[] =>
  parameters.filter((name) => !taken.includes(argumentOf(named, name)))

/** The errors of a row, except the ones of its calls. */
function flaws({ methods, users, unused, test: [file, title] }: Covered, count: TestCounter): string[] {
  const unexplained = methods.length > 0 && users.length === 0 && !unused
  return [
    ...(unexplained ? [`nothing in the provider uses ${methods.join(' or ')}: say why`] : []),
    ...(users.length > 0 && unused ? [`${users.join(' and ')} uses it: there is no reason why nothing does`] : []),
    ...missing(count, file, title),
  ]
}

/** Reports tests that entries name but that do not exist. */
export function untested(entries: readonly { test: readonly [file: string, title: string] }[]): string[] {
  const count = testCounter()
  return entries.flatMap(({ test: [file, title] }) => missing(count, file, title))
}

function missing(count: TestCounter, file: string, title: string): string[] {
  const tests = count(file, title)
  return tests === 1 ? [] : [`${file}.test.ts has ${tests || 'no'} tests "${title}"`]
}

/** How many tests of a file below `test/` have that title, alone or after those of their groups. */
type TestCounter = (file: string, title: string) => number

function testCounter(): TestCounter {
  const titles = new Map<string, string[]>()
  return (file, title) => {
    const path = join(repositoryRoot, `${file}.test.ts`)
    const all = titles.get(path) ?? (existsSync(path) ? titlesIn(path) : [])
    titles.set(path, all)
    return all.filter((one) => one === title || one.endsWith(` › ${title}`)).length
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
