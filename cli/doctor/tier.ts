import { isUnlicensed } from '../../provider/service'
import { ApiError, NotFound, SdkError } from '../../sdk'
import type { Findings } from './finding'
import type { Service } from './service'

/** The kinds that need a paid tier, or an endpoint that the Community Edition does not have. */
const paid: Readonly<Record<string, { nouns: string; tier: string }>> = {
  'protected-environment': { nouns: 'protected environments', tier: 'Premium or Ultimate' },
  vulnerability: { nouns: 'vulnerabilities', tier: 'Ultimate' },
}

/** What is known about a service before its tier. */
interface Known {
  /** Whether it is the Enterprise Edition; undefined if unknown. */
  enterprise: boolean | undefined
  /** A project that the access token can see. */
  project: number | undefined
  /** The declared kinds. */
  kinds: ReadonlySet<string>
}

/** Checks the edition and tier of the service. The tier is derived from a project and from responses of endpoints. */
export async function checkTier(
  findings: Findings,
  service: Service,
  { enterprise, project, kinds }: Known,
): Promise<void> {
  const wanted = Object.keys(paid).filter((kind) => kinds.has(kind))
  if (enterprise === false) {
    const nouns = wanted.map((kind) => paid[kind]!.nouns).join(' and ')
    if (wanted.length === 0) findings.ok('tier', 'The service is GitLab Community Edition.')
    else {
      findings.error(
        'tier',
        `The service is GitLab Community Edition, which does not have ${nouns}, but the stack declares some.`,
        needs(wanted),
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
  else if (premium !== 'missing') await checkLicense(findings, service, project, wanted)
  else if (!kinds.has('protected-environment')) findings.ok('tier', 'The service has no features of paid tiers.')
  else {
    findings.error(
      'tier',
      'The service does not have protected environments, but the stack declares some.',
      needs(['protected-environment']),
    )
  }
}

/** The Enterprise Edition has the endpoints even without a license. Only a project shows the license. */
async function checkLicense(
  findings: Findings,
  service: Service,
  id: number,
  wanted: readonly string[],
): Promise<void> {
  const project = await service.projects.get(id)
  if (!isUnlicensed(project)) {
    findings.ok('tier', 'The service has at least the features of Premium.')
    return
  }
  const where = `Project ${project.path_with_namespace} has no paid tier`
  if (wanted.length === 0)
    findings.ok('tier', `${where}: the service is the Enterprise Edition without a license for it.`)
  if (wanted.includes('protected-environment')) {
    findings.warning(
      'tier',
      `${where}: the service stores its protected environments, but does not enforce them.`,
      needs(['protected-environment']),
    )
  }
  if (wanted.includes('vulnerability')) {
    findings.error('tier', `${where}: the service rejects requests for its vulnerabilities.`, needs(['vulnerability']))
  }
}

const needs = ([first, ...others]: readonly string[]): string => {
  const { nouns, tier } = paid[first!]!
  if (others.length === 0) return `They require ${tier}.`
  return (
    [
      `${nouns[0]!.toUpperCase()}${nouns.slice(1)} require ${tier}`,
      ...others.map((kind) => `${paid[kind]!.nouns} ${paid[kind]!.tier}`),
    ].join(', ') + '.'
  )
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
