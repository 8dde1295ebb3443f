import { Connection, Failed } from '../compare/connection'
import type { Redaction } from '../compare/redact'
import { hideHost, redactionFor } from '../compare/run'
import { ScratchGroup } from '../compare/scratch-group'
import { askServer, findTier } from '../compare/server'
import type { About } from './report'
import { runSuites, type TestResult } from './suites'
import { prefix, WorldMaker } from './world'

export interface Wanted {
  url: string
  token: string
  group: string
  kinds: readonly string[]
  requestsPerMinute: number
  say: (line: string) => void
  signal: AbortSignal
}

export interface Outcome {
  about: About
  results: TestResult[]
  redaction: Redaction
  /** What could not be deleted. */
  left: string[]
}

/** Runs the tests in a scratch group, and deletes what it created. @throws Failed if that is impossible. */
export async function run(wanted: Wanted): Promise<Outcome> {
  const { url, token, group, kinds, requestsPerMinute, say, signal } = wanted
  const connection = new Connection(url, token, requestsPerMinute)
  try {
    const server = await askServer(connection)
    const user = await connection.call<Record<string, unknown>>('GET', '/user')
    if (user.is_admin !== true) throw new Failed('the token must belong to an administrator')
    const redaction = await redactionFor(connection, url, token, group, user)
    for (const one of await leftovers(connection)) say(`LEFT by an earlier run: ${one}. Delete it.`)

    const scratch = await ScratchGroup.make(connection, group, prefix, signal)
    say(`created the group ${scratch.group.full_path}`)
    hideHost(redaction, scratch.externalUrl)
    const maker = new WorldMaker(connection, scratch, signal)
    const left: string[] = []
    try {
      const tier = await findTier(connection, scratch, server)
      const root = { id: Number(user.id), username: String(user.username), name: String(user.name) }
      const world = await maker.make(root, token, tier, requestsPerMinute)
      for (const secret of Object.values(world.tokens)) redaction.hide(secret, '{token}')
      say('created its projects and users')
      return { about: { server, tier }, results: await runSuites(kinds, world, say, signal), redaction, left }
    } finally {
      // Not even an interrupted run leaves anything behind.
      const group = await scratch.remove().catch((error: Error) => `${scratch.group.full_path}: ${error.message}`)
      left.push(...(group === undefined ? [] : [group]), ...(await maker.deleteUsers()))
      say(left.length === 0 ? 'deleted the group and the users' : `NOT DELETED: ${left.join('; ')}`)
    }
  } finally {
    await connection.close()
  }
}

/** The groups and users of runs that were killed, or that still run. */
async function leftovers(connection: Connection): Promise<string[]> {
  const search = `search=${prefix}&per_page=100`
  const groups = await connection.call<{ full_path: string }[]>('GET', `/groups?${search}`)
  const users = await connection.call<{ username: string }[]>('GET', `/users?${search}`)
  const runs = new RegExp(`(?:^|/)${prefix}[\\da-f]{8}$`)
  return [
    ...groups
      .map(({ full_path }) => full_path)
      .filter((path) => runs.test(path))
      .map((path) => `group ${path}`),
    ...users
      .map(({ username }) => username)
      .filter((name) => name.startsWith(prefix))
      .map((name) => `user ${name}`),
  ]
}
