import { RunError } from '@pulumi/pulumi/errors'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import * as state from '@pulumi/pulumi/runtime/state'
import { beginLedger } from '../service/ownership/find-ledger'
import type { Ledger } from '../service/ownership/ledger'

/** Pulumi's settings of one run of a program. Pulumi has no public API for the engine's address. */
interface Store {
  /** Whether the CLI has resource hooks. */
  readonly supportsResourceHooks?: boolean
  readonly settings: { readonly options: { engineAddr?: string; stack?: string; project?: string } }
}
const { getStore } = state as unknown as { getStore(): Store }

/** Pulumi's settings of the current run. */
export const storeOfRun = (): Store => getStore()

/** The ledger of each run of a program in this process, with the address of its engine. */
const ledgers = new WeakMap<object, { address: string; ledger: Ledger }>()

/** Runs in a process of the plugin, whose ledger is that of its operation. */
const runsOfPlugin = new WeakSet<object>()

/**
 * Makes the current run one of the plugin. The plugin records the intents of its resources when it checks them, as
 * those of programs in other languages.
 */
export function leaveLedgerToPlugin(): void {
  runsOfPlugin.add(getStore())
}

/**
 * Returns the ledger of the current operation. Undefined in unit tests with mocks, and for components that the plugin
 * creates. Must be called synchronously in a constructor, because one process can run several programs in separate
 * contexts.
 *
 * @throws RunError if the ledger cannot be written.
 */
export function ledgerOfProgram(): Ledger | undefined {
  const store = getStore()
  const { engineAddr: address, stack, project } = store.settings.options
  if (!address || runsOfPlugin.has(store)) return undefined
  const known = ledgers.get(store)
  if (known?.address === address) return known.ledger
  const urn = `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`
  const ledger = recording(() => beginLedger(address, urn, isDryRun()))
  ledgers.set(store, { address, ledger })
  return ledger
}

/** Records something in the ledger. @throws RunError if that fails, for which Pulumi prints no stack trace. */
export function recording<T>(record: () => T): T {
  try {
    return record()
  } catch (error) {
    throw new RunError(error instanceof Error ? error.message : String(error))
  }
}
