import type { KindDefinition } from '../../provider/command-line/objects'
import { isUnlicensed } from '../../provider/command-line/service'
import { ApiError, NotFound, SdkError } from '../../sdk'
import { byText } from '../shared/by-text'
import type { Findings } from './finding'
import type { Service } from './service'

/** A declared kind. */
type DeclaredKind = Pick<KindDefinition, 'plural' | 'access'>

/** What is known about a service before its tier. */
interface Known {
  /** Whether it is the Enterprise Edition; undefined if unknown. */
  enterprise: boolean | undefined
  /** A project that the access token can see. */
  project: number | undefined
  /** The declared kinds, by name. Sets have the name of their objects. */
  kinds: ReadonlyMap<string, DeclaredKind>
}

/** Checks the edition and tier of the service. The tier is derived from a project and from responses of endpoints. */
export async function checkTier(
  findings: Findings,
  service: Service,
  { enterprise, project, kinds }: Known,
): Promise<void> {
  const paid = [...kinds.values()].filter(({ access }) => access.tier !== undefined)
  paid.sort((one, other) => byText(one.plural, other.plural))
  if (enterprise === false) {
    if (paid.length === 0) findings.ok('tier', 'The service is GitLab Community Edition.')
    else {
      findings.error(
        'tier',
        `The service is GitLab Community Edition, which does not have ${nounsOf(paid)}, but the stack declares some.`,
        needs(paid),
      )
    }
    return
  }
  if (project === undefined) {
    findings.ok('tier', 'The tier of the service is unknown, because the access token cannot see a project.')
    return
  }
  const ultimate = await presence(() => service.vulnerabilityFindings.list(project).page(1, 1))
  if (ultimate === 'responds') {
    findings.ok('tier', 'The service has the features of Ultimate.')
    return
  }
  const premium = await presence(() => service.protectedEnvironments.list(project).page(1, 1))
  if (premium === 'unknown') findings.ok('tier', 'The tier of the service is unknown, because a request failed.')
  else if (premium !== 'missing') await checkLicense(findings, service, project, paid)
  else {
    const missing = paid.filter(({ access }) => access.tier === 'Premium or Ultimate')
    if (missing.length === 0) findings.ok('tier', 'The service has no features of paid tiers.')
    else {
      findings.error(
        'tier',
        `The service does not have ${nounsOf(missing)}, but the stack declares some.`,
        needs(missing),
      )
    }
  }
}

/** The Enterprise Edition has the endpoints even without a license. Only a project shows the license. */
async function checkLicense(
  findings: Findings,
  service: Service,
  id: number,
  paid: readonly DeclaredKind[],
): Promise<void> {
  const project = await service.projects.get(id)
  if (!isUnlicensed(project)) {
    findings.ok('tier', 'The service has at least the features of Premium.')
    return
  }
  const where = `Project ${project.path_with_namespace} has no paid tier`
  if (paid.length === 0) {
    findings.ok('tier', `${where}: the service is the Enterprise Edition without a license for it.`)
  }
  const stored = paid.filter(({ access }) => access.storedWithout)
  if (stored.length > 0) {
    const nouns = nounsOf(stored)
    findings.warning('tier', `${where}: the service stores its ${nouns}, but does not enforce them.`, needs(stored))
  }
  const rejected = paid.filter(({ access }) => !access.storedWithout)
  if (rejected.length > 0) {
    findings.error('tier', `${where}: the service rejects requests for its ${nounsOf(rejected)}.`, needs(rejected))
  }
}

const nounsOf = (kinds: readonly DeclaredKind[]): string => kinds.map(({ plural }) => plural).join(' and ')

/** A sentence about the tiers that kinds require. */
function needs(kinds: readonly DeclaredKind[]): string {
  const [first, ...others] = kinds as [DeclaredKind, ...DeclaredKind[]]
  if (others.length === 0) return `They require ${first.access.tier}.`
  const noun = `${first.plural[0]!.toUpperCase()}${first.plural.slice(1)}`
  const rest = others.map(({ plural, access }) => `${plural} ${access.tier}`)
  return `${[`${noun} require ${first.access.tier}`, ...rest].join(', ')}.`
}

/** Whether an endpoint responds to a request, refuses it, or does not exist. */
async function presence(ask: () => Promise<unknown>): Promise<'responds' | 'refused' | 'missing' | 'unknown'> {
  try {
    await ask()
    return 'responds'
  } catch (error) {
    if (!SdkError.is(error)) throw error
    if (NotFound.is(error)) return error.routeMissing ? 'missing' : 'refused'
    return ApiError.is(error) && (error.status === 401 || error.status === 403) ? 'refused' : 'unknown'
  }
}
