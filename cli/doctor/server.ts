import { ApiError, NotFound, SdkError } from '../../sdk'
import type { Findings } from './finding'
import type { Service } from './service'
import { isIn } from './versions'

const minuteMs = 60_000
/** The first release that speaks what Trueup expects. */
const oldest = '15.9'

/** Whether this machine and the service agree on the time, by which tokens and freezes begin and end. */
export function checkClock(findings: Findings, { margin: { aheadMs } }: Service): void {
  if (aheadMs === undefined) {
    findings.warning(
      'clock',
      "The service's answers do not say what time it is.",
      'Something in between may drop the header "Date".',
    )
  } else if (Math.abs(aheadMs) <= minuteMs) {
    findings.ok('clock', 'The clocks of this machine and of the service agree.')
  } else {
    findings.warning(
      'clock',
      `The clock of this machine is ${spelt(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the service.`,
      'Set the clocks: dates of tokens are judged by the one here and end by the one there.',
    )
  }
}

function spelt(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** Which release the service is of. */
export async function checkVersion(findings: Findings, service: Service): Promise<void> {
  try {
    const { version } = await service.versions.current()
    if (isIn(version, `>=${oldest}`)) findings.ok('version', `The service is of version ${version}.`)
    else {
      findings.warning(
        'version',
        `The service is of version ${version}: some requests may be unknown to it.`,
        `Trueup is made for ${oldest} and later.`,
      )
    }
  } catch (error) {
    if (!SdkError.is(error)) throw error
    findings.warning(
      'version',
      `The version of the service is unknown: ${error.message}.`,
      'GET /api/v4/version tells it.',
    )
  }
}

/** Which tier it has at least: nothing tells, but some of what paid tiers have answers. `kinds` are those declared. */
export async function checkTier(
  findings: Findings,
  service: Service,
  project: number | undefined,
  kinds: ReadonlySet<string>,
): Promise<void> {
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
  else if (premium !== 'missing') findings.ok('tier', 'The service has features of Premium at least.')
  else if (!kinds.has('protected-environment')) findings.ok('tier', 'The service has no features of paid tiers.')
  else {
    findings.error(
      'tier',
      'The service has no protected environments, but the stack declares some.',
      'They need Premium or Ultimate.',
    )
  }
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
