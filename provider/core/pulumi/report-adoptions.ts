import type { Resource } from '@pulumi/pulumi'
import { info } from '@pulumi/pulumi/log'
import { takeAdoptionSummary } from '../service/adoption-summary'
import type { Ledger } from '../service/ownership/ledger'

/** The number of resources of each run that are not registered yet. */
const pending = new WeakMap<Ledger, number>()

/** Reports the adopted objects after all resources that the program has declared so far are registered. */
export function reportAdoptions(resource: Resource, ledger: Ledger): void {
  pending.set(ledger, (pending.get(ledger) ?? 0) + 1)
  resource.urn.apply(() => {
    const left = (pending.get(ledger) ?? 1) - 1
    pending.set(ledger, left)
    const summary = left === 0 ? takeAdoptionSummary(ledger) : undefined
    if (summary !== undefined) void info(summary)
  })
}
