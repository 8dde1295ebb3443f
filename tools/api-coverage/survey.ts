import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import { makeCalls } from './calls'
import { type Endpoint, type Noun } from './endpoint'
import { titlesIn } from './titles'
import { usesOfClient } from './uses'

/** An endpoint with what was found of it. */
export interface Covered extends Omit<Endpoint, 'calls'> {
  /** The client's methods for it. */
  methods: string[]
  /** The emulator's routes: that of both flavors, or one of each. */
  routes: string[]
  /** Resources and functions of the provider that use it. */
  users: string[]
}

export interface CoveredNoun extends Omit<Noun, 'endpoints'> {
  endpoints: Covered[]
}

/** What was found, and what is not as it was declared, a line each. */
export interface Survey {
  nouns: CoveredNoun[]
  problems: string[]
}

/** Finds what speaks the endpoints: makes their calls in both flavors, and looks for their tests. */
export async function survey(nouns: readonly Noun[]): Promise<Survey> {
  const problems: string[] = []
  const complain = ({ endpoint }: Endpoint, problem: string): void => void problems.push(`${endpoint}: ${problem}`)
  const all = nouns.flatMap(({ endpoints }) => endpoints)
  const seed = await makeCalls('seed', all, complain)
  const gitlab = await makeCalls('gitlab', all, complain)
  const uses = usesOfClient()
  const count = testCounter()

  const cover = (endpoint: Endpoint): Covered => {
    const { calls: _, ...declared } = endpoint
    const calls = seed.get(endpoint) ?? []
    const methods = calls.map(({ method }) => method)
    const routes = unique([...calls, ...(gitlab.get(endpoint) ?? [])].map(({ route }) => route))
    const users = unique(methods.flatMap((method) => uses.get(method) ?? [])).sort()
    const covered = { ...declared, methods, routes, users }
    for (const problem of flaws(covered, count)) complain(endpoint, problem)
    return covered
  }
  return { nouns: nouns.map((one) => ({ ...one, endpoints: one.endpoints.map(cover) })), problems }
}

/** What is wrong with a row beside its calls. */
function flaws({ methods, users, unused, test: [file, title] }: Covered, count: TestCounter): string[] {
  const tests = count(file, title)
  const unexplained = methods.length > 0 && users.length === 0 && !unused
  return [
    ...(unexplained ? [`nothing in the provider uses ${methods.join(' or ')}: say why`] : []),
    ...(users.length > 0 && unused ? [`${users.join(' and ')} uses it: there is no reason why nothing does`] : []),
    ...(tests === 1 ? [] : [`test/${file}.test.ts has ${tests || 'no'} tests "${title}"`]),
  ]
}

/** How many tests of a file below `test/` have that title, alone or after those of their groups. */
type TestCounter = (file: string, title: string) => number

function testCounter(): TestCounter {
  const titles = new Map<string, string[]>()
  return (file, title) => {
    const path = join(repositoryRoot, 'test', `${file}.test.ts`)
    const all = titles.get(path) ?? (existsSync(path) ? titlesIn(path) : [])
    titles.set(path, all)
    return all.filter((one) => one === title || one.endsWith(` › ${title}`)).length
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
