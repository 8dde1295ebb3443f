import { SdkError } from '../../sdk'
import type { Findings } from './finding'
import type { Service } from './service'
import { isIn } from './versions'

const minuteMs = 60_000
/** The oldest supported release. */
const oldest = '15.9'

/** Compares the clocks of this machine and the service, because tokens and freezes depend on the time. */
export function checkClock(findings: Findings, { margin: { aheadMs } }: Service): void {
  if (aheadMs === undefined) {
    findings.warning(
      'clock',
      'The responses of the service do not contain the time.',
      'Check whether a proxy removes the header "Date".',
    )
  } else if (Math.abs(aheadMs) <= minuteMs) {
    findings.ok('clock', 'The clocks of this machine and the service agree.')
  } else {
    findings.warning(
      'clock',
      `The clock of this machine is ${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the clock of the service.`,
      'Correct the clocks. Trueup plans rotations by the clock of this machine, but tokens expire by the clock of the service.',
    )
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** Checks the version of the service. Returns whether it is the Enterprise Edition; undefined if unknown. */
export async function checkVersion(findings: Findings, service: Service): Promise<boolean | undefined> {
  try {
    const { version, enterprise } = await service.versions.current()
    if (isIn(version, `>=${oldest}`)) findings.ok('version', `The service has version ${version}.`)
    else {
      findings.warning(
        'version',
        `The service has version ${version}. It may not support all requests.`,
        `Upgrade the service to ${oldest} or later.`,
      )
    }
    return enterprise
  } catch (error) {
    if (!SdkError.is(error)) throw error
    findings.warning(
      'version',
      `The version of the service is unknown: ${error.message}.`,
      'Check GET /api/v4/version.',
    )
    return undefined
  }
}
