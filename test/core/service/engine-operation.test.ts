import { appendFileSync, rmSync } from 'node:fs'
import { EngineOperation } from '../../../provider/core/service/engine-operation'
import type { Machine } from '../../../provider/core/service/machine'
import { beginLedger } from '../../../provider/core/service/ownership/find-ledger'
import { findLedgerFiles } from '../../../provider/core/service/ownership/ledger-files'
import { newAddress } from '../../support/operation-address'

const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'

const addresses: string[] = []
const address = () => {
  addresses.push(newAddress())
  return addresses.at(-1)!
}
afterAll(() => addresses.flatMap((at) => findLedgerFiles(at)).forEach((file) => rmSync(file, { force: true })))

/** The machine on which one operation runs. */
const machineOf = (commandLine?: string): Machine => ({
  engineAt: (address) => ({ socket: `socket of ${address}`, process: `cli of ${address}` }),
  isRunning: () => true,
  hasProcess: () => true,
  commandLine: () => commandLine?.split(' '),
  openFiles: () => [],
})

/** A provider process of an operation. In YAML, the engine does not report a root resource. */
const provider = (address: string, { root, commandLine }: { root?: string; commandLine?: string | undefined } = {}) =>
  new EngineOperation(address, () => Promise.resolve(root), machineOf(commandLine))

describe('a provider process that deletes', () => {
  it('knows that no program is running, such as in pulumi destroy', async () => {
    expect(await provider(address()).whyUnknown()).toBeUndefined()
    expect(await provider(address(), { root: stack }).whyUnknown()).toBeUndefined()
    expect(await new EngineOperation().whyUnknown()).toBeUndefined()
  })

  it('finds the ledger that another process has begun', async () => {
    const at = address()
    const first = provider(at)
    first.belongsTo(stack)
    first.joinOrBegin()
    const second = provider(at)
    expect(await second.whyUnknown()).toBeUndefined()
    expect(second.known.nonce).toBe(first.known.nonce)
  })

  it('joins the program although it looked for it before the program began', async () => {
    const at = address()
    const early = provider(at)
    expect(await early.whyUnknown()).toBeUndefined()
    early.belongsTo(stack)
    early.joinOrBegin()
    expect(early.known.isShared).toBe(true)
    const later = provider(at)
    expect(await later.whyUnknown()).toBeUndefined()
    expect(later.known.nonce).toBe(early.known.nonce)
  })

  it('deletes nothing if it cannot read the ledger of the program, and informs the other processes', async () => {
    const at = address()
    const checking = provider(at, { root: stack })
    checking.belongsTo(stack)
    checking.join('a nonce of another machine')
    expect((await checking.whyUnknown())?.reason).toBe(
      'this provider process cannot read which objects the program declares',
    )
    expect((await provider(at, { root: stack }).whyUnknown())?.reason).toMatch(/^a process could not write to /)
    expect((await provider(at).whyUnknown())?.reason).toMatch(/^a process could not write to /)
  })

  it('deletes nothing if the program passes a ledger, but Pulumi does not pass its address', async () => {
    const operation = new EngineOperation()
    operation.join('a nonce')
    expect((await operation.whyUnknown())?.reason).toBe(
      'this provider process cannot read which objects the program declares',
    )
  })

  it('deletes nothing if the engine does not report whether a program is running, and asks again', async () => {
    const responses = [() => Promise.reject(new Error('14 UNAVAILABLE')), () => Promise.resolve(undefined)]
    const operation = new EngineOperation(address(), () => responses.shift()!(), machineOf())
    expect((await operation.whyUnknown())?.reason).toBe(
      "Pulumi's engine did not report whether a program is running: 14 UNAVAILABLE",
    )
    expect(await operation.whyUnknown()).toBeUndefined()
  })

  it('waits for a line that another process is writing', async () => {
    const at = address()
    const operation = provider(at)
    operation.belongsTo(stack)
    operation.joinOrBegin()
    const [file] = findLedgerFiles(at)
    appendFileSync(file!, '{"is":"alias","name":"Label::new",')
    const reason = operation.whyUnknown()
    appendFileSync(file!, '"former":["Label::old"]}\n')
    expect(await reason).toBeUndefined()
    appendFileSync(file!, '{"is":"alias"')
    expect((await operation.whyUnknown())?.reason).toMatch(/^a process could not write to /)
  })

  it('waits for the next update in programs in YAML if it omits resources', async () => {
    const targeted = { commandLine: 'up --target urn:1' }
    const yaml = provider(address(), targeted)
    yaml.belongsTo(stack)
    yaml.joinOrBegin()
    expect(await yaml.whyUnknown()).toMatchObject({ isRequested: true })
    const onlyDeleting = provider(address(), targeted)
    onlyDeleting.belongsTo(stack)
    expect(await onlyDeleting.whyUnknown()).toMatchObject({ isRequested: true })
    const destroying = provider(address(), { commandLine: 'destroy --target urn:1' })
    destroying.belongsTo(stack)
    expect(await destroying.whyUnknown()).toBeUndefined()
    // A program of Node.js has recorded all of its resources.
    const at = address()
    const { nonce } = beginLedger(at, stack, false, 'program', machineOf())
    const native = provider(at, { ...targeted, root: stack })
    native.belongsTo(stack)
    native.join(nonce)
    expect(await native.whyUnknown()).toBeUndefined()
  })
})

describe('an operation that only previews', () => {
  it('takes the word of its own program, and not of an earlier one', () => {
    const at = address()
    const { nonce } = beginLedger(at, stack, true)
    const operation = provider(at, { commandLine: 'up --yes' })
    expect(operation.isPreview(nonce)).toBe(false)
    operation.join(nonce)
    expect(operation.isPreview(nonce)).toBe(true)
    expect(operation.isPreview('of the update')).toBe(false)
    expect(operation.isPreview(undefined)).toBe(false)
    const { nonce: other } = beginLedger(at, stack, false)
    operation.join(other)
    expect(operation.isPreview(other)).toBe(false)
  })

  it('reads the command line if the program passes nothing', () => {
    const isPreview = (commandLine?: string) => {
      const operation = provider(address(), { commandLine })
      operation.belongsTo(stack)
      operation.joinOrBegin()
      return operation.isPreview(undefined)
    }
    expect(isPreview('preview --refresh')).toBe(true)
    expect(isPreview('up --yes')).toBe(false)
    expect(isPreview()).toBe(false)
    expect(new EngineOperation().isPreview(undefined)).toBe(false)
  })
})
