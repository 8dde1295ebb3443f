import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import * as state from '@pulumi/pulumi/runtime/state'
import { Ledger } from '../service/ledger'

/** Pulumi's settings of one run of a program. Pulumi has no public API for the engine's address. */
interface Store {
  readonly settings: { readonly options: { engineAddr?: string; stack?: string; project?: string } }
}
const { getStore } = state as unknown as { getStore(): Store }

/** The ledger of each run of a program in this process, with the address of its engine. */
const ledgers = new WeakMap<object, { address: string; ledger: Ledger }>()

/**
 * Returns the ledger of the current operation. Undefined in unit tests with mocks. Must be called synchronously in a
 * constructor, because one process can run several programs in separate contexts.
 *
 * @throws Error if the ledger cannot be written.
 */
export function ledgerOfProgram(): Ledger | undefined {
  const store = getStore()
  const { engineAddr: address, stack, project } = store.settings.options
  if (!address) return undefined
  const known = ledgers.get(store)
  if (known?.address === address) return known.ledger
  const urn = `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`
  const ledger = Ledger.begin(address, urn, isDryRun())
  ledgers.set(store, { address, ledger })
  return ledger
}
