import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from '../../provider/core/engine/load'
import { repositoryRoot } from '../pulumi/paths'
import { argumentOf, type ArgumentsOf } from './arguments'
import type { Endpoint } from './endpoint'
import { type Reason, undescribed } from './reasons'
import { shapeOf } from './routes'
import { isResource } from './uses'

/** What a release of GitLab accepts, as its own description of the API says. */
export interface Release {
  /** Such as `19.3`. */
  name: string
  /** The parameters of each writing endpoint that resources use. `a.b` is the property `b` of the object `a`. */
  endpoints: Readonly<Record<string, readonly string[]>>
}

const folder = join(repositoryRoot, 'tools', 'api-coverage', 'releases')

/** The newest release of which the parameters are known. */
export function newestRelease(): Release {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  const [newest = ''] = names.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  const text = readFileSync(join(folder, `${newest}.json`), 'utf8')
  return { name: newest, endpoints: JSON.parse(text) as Release['endpoints'] }
}

/** What was found of an endpoint in a release. */
export interface InRelease {
  /** How many parameters it accepts, and how many of them have an argument. */
  accepted: number
  withArgument: number
  /** A line for each parameter that has neither an argument nor a reason, and for each reason without use. */
  problems: string[]
}

/** An endpoint with the resources that use it. */
type Used = Pick<Endpoint, 'endpoint' | 'parameters' | 'untried' | 'named'> & { users: readonly string[] }

/** Compares the parameters of the release with the arguments of resources. Undefined for an endpoint that none writes to. */
export function inRelease(
  release: Release,
  reasons: readonly Reason[],
  one: Used,
  argumentsOf: ArgumentsOf,
): InRelease | undefined {
  const users = one.users.filter(isResource)
  if (one.endpoint.startsWith('GET ') || users.length === 0) return undefined
  const [path = ''] = one.endpoint.split('?')
  const found = Object.entries(release.endpoints).find(([described]) => shapeOf(described) === shapeOf(path))
  const known = reasons.filter(({ endpoints }) => endpoints.includes(path))
  const reasonFor = (name: string): boolean => known.some(({ parameters }) => parameters.includes(name))
  if (!found) {
    const explained = Object.keys(undescribed).some((start) => path.split(' ')[1]?.startsWith(start))
    const problems = explained ? [] : [`the file of GitLab ${release.name} does not contain it: add it`]
    return { accepted: 0, withArgument: 0, problems }
  }
  const [, accepted] = found
  const own = users.flatMap((user) => [...argumentsOf(user), ...propertiesOf(user)])
  const withArgument = accepted.filter((name) => own.includes(argumentOf(one.named, name)))
  const unexplained = accepted.filter((name) => !withArgument.includes(name) && !reasonFor(name.split('.')[0]!))
  const sent = [...(one.parameters ?? []), ...(one.untried ?? [])]
  const undeclared = withArgument.filter((name) => !name.includes('.') && !sent.includes(name))
  return {
    accepted: accepted.length,
    withArgument: withArgument.length,
    problems: [
      ...unexplained.map(
        (name) =>
          `GitLab ${release.name} accepts ${name}: add an argument, or a reason in tools/api-coverage/reasons.ts`,
      ),
      ...undeclared.map((name) => `${users.join(' and ')} has an argument for ${name}: add it to \`parameters\``),
      ...withArgument
        .filter(reasonFor)
        .map((name) => `${users.join(' and ')} has an argument for ${name}: remove the reason`),
    ],
  }
}

/** Reasons of endpoints and parameters that neither the release nor the client has. */
export function uselessReasons(release: Release, reasons: readonly Reason[], all: readonly Used[]): string[] {
  return reasons.flatMap(({ endpoints, parameters }) =>
    endpoints.flatMap((endpoint) => {
      const one = all.find((other) => other.endpoint.split('?')[0] === endpoint)
      if (!one) return [`${endpoint}: there is no such endpoint: remove the reason`]
      const accepted = Object.entries(release.endpoints).find(([other]) => shapeOf(other) === shapeOf(endpoint))?.[1]
      const known = [...(accepted ?? []), ...(one.parameters ?? [])]
      return parameters
        .filter((name) => !known.includes(name))
        .map((name) => `${endpoint}: GitLab ${release.name} does not have ${name}: remove the reason`)
    }),
  )
}

/** The properties of arguments that are objects: `containerExpirationPolicy.keepN`. */
function propertiesOf(user: string): string[] {
  const kind = user.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase()
  const { input } = load(kind.replace(/-set$/, ''))
  return Object.entries(input).flatMap(([name, { schema }]) =>
    Object.keys((schema.properties ?? {}) as object).map((property) => `${name}.${property}`),
  )
}
