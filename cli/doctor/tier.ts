import { isUnlicensed } from '../../provider/service'
import { ApiError, NotFound, SdkError } from '../../sdk'
import type { Findings } from './finding'
import type { Service } from './service'

/** The kinds that need a paid tier, or an endpoint that the Community Edition does not have. */
const paid: Readonly<Record<string, { nouns: string; tier: string }>> = {
  'protected-environment': { nouns: 'protected environments', tier: 'Premium or Ultimate' },
  vulnerability: { nouns: 'vulnerabilities', tier: 'Ultimate' },
}

/** What is known of a service before its tier. */
interface Known {
  /** Whether it is the Enterprise Edition. Undefined if it does not tell. */
  enterprise: boolean | undefined
  /** A project that the access token can see. */
  project: number | undefined
  /** The declared kinds. */
  kinds: ReadonlySet<string>
}

/** Which edition and tier it has: it tells the edition, and its projects and answers tell the tier. */
export async function checkTier(
  findings: Findings,
  service: Service,
  { enterprise, project, kinds }: Known,
): Promise<void> {
  const wanted = Object.keys(paid).filter((kind) => kinds.has(kind))
  if (enterprise === false) {
    const nouns = wanted.map((kind) => paid[kind]!.nouns).join(' and ')
    if (wanted.length === 0) findings.ok('tier', 'The service is a GitLab Community Edition.')
    else {
      findings.error(
        'tier',
        `The service is a GitLab Community Edition, which has no ${nouns}, but the stack declares some.`,
        needs(wanted),
      )
    }
    return
  }
  if (project === undefined) {
    findings.ok('tier', 'The tier of the service cannot be told without a project that the access token can see.')
    return
  }
  const ultimate = await presence(() => service.vulnerabilityFindings.list(project).page(1, 1))
  if (ultimate === 'answers') {
    findings.ok('tier', 'The service has the features of Ultimate.')
    return
  }
  const premium = await presence(() => service.protectedEnvironments.list(project).page(1, 1))
  if (premium === 'unknown') findings.ok('tier', 'The tier of the service cannot be told by what it answers.')
  else if (premium !== 'missing') await checkLicense(findings, service, project, wanted)
  else if (!kinds.has('protected-environment')) findings.ok('tier', 'The service has no features of paid tiers.')
  else {
    findings.error(
      'tier',
      'The service has no protected environments, but the stack declares some.',
      needs(['protected-environment']),
    )
  }
}

/** The Enterprise Edition has the endpoints without a license, too: only the project tells. */
async function checkLicense(
  findings: Findings,
  service: Service,
  id: number,
  wanted: readonly string[],
): Promise<void> {
  const project = await service.projects.get(id)
  if (!isUnlicensed(project)) {
    findings.ok('tier', 'The service has features of Premium at least.')
    return
  }
  const where = `Project ${project.path_with_namespace} has none of the paid tiers`
  if (wanted.length === 0) findings.ok('tier', `${where}: the service is an Enterprise Edition without them.`)
  if (wanted.includes('protected-environment')) {
    findings.warning(
      'tier',
      `${where}: the service accepts its protected environments, but does not enforce them.`,
      needs(['protected-environment']),
    )
  }
  if (wanted.includes('vulnerability')) {
    findings.error('tier', `${where}: the service refuses its vulnerabilities.`, needs(['vulnerability']))
  }
}

const needs = ([first, ...others]: readonly string[]): string => {
  const { nouns, tier } = paid[first!]!
  if (others.length === 0) return `They need ${tier}.`
  return (
    [
      `${nouns[0]!.toUpperCase()}${nouns.slice(1)} need ${tier}`,
      ...others.map((kind) => `${paid[kind]!.nouns} ${paid[kind]!.tier}`),
    ].join(', ') + '.'
  )
}

/** What becomes of a request: an endpoint answers it, refuses it, or is not there. */
async function presence(ask: () => Promise<unknown>): Promise<'answers' | 'refused' | 'missing' | 'unknown'> {
  try {
    await ask()
    return 'answers'
  } catch (error) {
    if (!SdkError.is(error)) throw error
    if (NotFound.is(error)) return error.routeMissing ? 'missing' : 'refused'
    return ApiError.is(error) && (error.status === 401 || error.status === 403) ? 'refused' : 'unknown'
  }
}
