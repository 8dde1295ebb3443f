import { createHash, randomUUID } from 'node:crypto'
import { type Engine, isSameEngine, type Machine, thisMachine } from '../machine'
import { ResourceError } from '../resource-error'
import { Ledger } from './ledger'
import type { Entry, Operation } from './ledger-entries'
import { allLedgerFiles, createLedgerFile, findLedgerFiles, operationOf, restoreLedgerFiles } from './ledger-files'

/** What a process knows about an operation whose ledger it looks for. */
interface Known {
  /** The nonce, which the program passes along. */
  nonce?: string | undefined
  /** The URN of the stack. */
  stack?: string | undefined
  /** Whether the engine reports that a program is running. */
  isProgramReported?: boolean
}

/**
 * Begins the ledger of an operation. If other provider processes can do so at the same time, they share one.
 *
 * @throws ResourceError if its file cannot be written.
 */
export function beginLedger(
  address: string,
  stack: string,
  isPreview = false,
  begunBy: Operation['begunBy'] = 'program',
  machine = thisMachine,
): Ledger {
  const nonce = randomUUID()
  const engine = machine.engineAt(address)
  const operation: Operation = { stack, isPreview, begunBy, pid: process.pid, address, engine }
  const entry: Entry = { is: 'operation', nonce, ...operation }
  const name = begunBy === 'program' ? nonce : (nameFor(engine, stack) ?? nonce)
  const file = createLedgerFile(address, name, JSON.stringify(entry), machine)
  const begun = file === undefined ? findLedger(address, { stack }, machine) : Ledger.open(file, machine)
  if (!begun) throw new ResourceError(`The file of another operation at ${address} is in the way.`)
  return begun
}

/** The name of the file that the provider processes of one operation share. Undefined if they cannot see its engine. */
function nameFor({ socket, process }: Engine, stack: string): string | undefined {
  const engine = socket ?? process
  return engine && createHash('sha256').update(`${engine} ${stack}`).digest('hex').slice(0, 32)
}

/** Returns the ledger of an operation at an address. If another process has its deleted file open, it is restored. */
export function findLedger(address: string, known: Known, machine = thisMachine): Ledger | undefined {
  const find = () => {
    const engine = machine.engineAt(address)
    for (const file of findLedgerFiles(address, known.nonce)) {
      const ledger = Ledger.open(file, machine)
      if (ledger && isOf(ledger, engine, known, machine)) return ledger
      ledger?.close()
    }
    return undefined
  }
  return find() ?? (restoreLedgerFiles(address, machine, known.nonce) ? find() : undefined)
}

/**
 * Returns the ledger of the operation that the same CLI has run before on this stack: that of the preview before an
 * update.
 */
export function findEarlierLedger(address: string, stack: string, machine = thisMachine): Ledger | undefined {
  const engine = machine.engineAt(address)
  if (engine.process === undefined) return undefined
  const file = allLedgerFiles().find((one) => {
    const operation = operationOf(one)
    const isEarlier = operation?.address !== address && operation?.engine?.process === engine.process
    return isEarlier && operation?.stack === stack
  })
  return file === undefined ? undefined : Ledger.open(file, machine)
}

/** Whether a ledger is that of the operation that this process takes part in. */
function isOf(ledger: Ledger, engine: Engine, { nonce, stack, isProgramReported }: Known, machine: Machine): boolean {
  const { operation } = ledger
  // Its first line could not be written. It must not be taken for a ledger without entries.
  if (!operation) return true
  if (nonce !== undefined) {
    if (ledger.nonce !== nonce) return false
    ledger.completeEngine(engine)
    return true
  }
  const isSame = isSameEngine(ledger.knownEngine, engine)
  if (isSame !== undefined) return isSame
  // Without a report of the engine, a ledger at this address could be that of an earlier operation.
  return operation.stack === stack && (isProgramReported || machine.hasProcess(operation.pid))
}
