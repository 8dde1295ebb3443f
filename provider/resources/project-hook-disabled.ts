import type { ProjectHook } from '../../sdk'
import type { Disabled } from '../core/schema/existence'

/** Why the service does not call a hook. It disables hooks whose calls fail, for some time and later for good. */
export function whyHookIsDisabled({ alert_status: status, disabled_until: until }: ProjectHook): Disabled | undefined {
  if (status == null || status === 'executable') return undefined
  if (status === 'temporarily_disabled') {
    const end = typeof until === 'string' ? ` until ${until}` : ' for some time'
    return { reason: `was disabled by the service${end}, because calls failed.`, remedy: 'Check its URL.' }
  }
  return {
    reason: 'was disabled by the service, because calls failed.',
    remedy: 'Check its URL, and test the hook on its page, which enables it.',
  }
}
