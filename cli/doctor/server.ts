import { SdkError } from '../../sdk'
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

/** Which release the service is of. Returns whether it is the Enterprise Edition, if it tells. */
export async function checkVersion(findings: Findings, service: Service): Promise<boolean | undefined> {
  try {
    const { version, enterprise } = await service.versions.current()
    if (isIn(version, `>=${oldest}`)) findings.ok('version', `The service is of version ${version}.`)
    else {
      findings.warning(
        'version',
        `The service is of version ${version}: some requests may be unknown to it.`,
        `Trueup is made for ${oldest} and later.`,
      )
    }
    return enterprise
  } catch (error) {
    if (!SdkError.is(error)) throw error
    findings.warning(
      'version',
      `The version of the service is unknown: ${error.message}.`,
      'GET /api/v4/version tells it.',
    )
    return undefined
  }
}
