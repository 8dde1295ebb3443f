import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Engine, Machine } from '../../../provider/core/service/machine'
import { beginLedger, findEarlierLedger, findLedger } from '../../../provider/core/service/ownership/find-ledger'
import type { Ledger } from '../../../provider/core/service/ownership/ledger'
import { findLedgerFiles } from '../../../provider/core/service/ownership/ledger-files'
import { newAddress } from '../../support/operation-address'

const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'
const service = 'https://gitlab.example.com'

const ledgers: string[] = []
const begin = (at = newAddress()) => {
  const ledger = beginLedger(at, stack)
  ledgers.push(...findLedgerFiles(at, ledger.nonce))
  return { at, ledger }
}
afterAll(() => ledgers.forEach((file) => rmSync(file, { force: true })))

describe('the ledger of an operation', () => {
  it('shows each process the entries of the others, in order', () => {
    const { at, ledger } = begin()
    const [first, second] = [findLedger(at, { nonce: ledger.nonce })!, findLedger(at, { stack })!]
    const [one, two] = [
      { mark: 'one', name: 'Label::one' },
      { mark: 'two', name: 'Label::two' },
    ]
    expect(first.claim(service, 'object', one, 'key')).toEqual(one)
    expect(second.claim(service, 'object', two, 'key')).toMatchObject(one)
    expect(ledger.objectOwnedBy('Label::one', 'key')).toBe('object')
    expect(ledger.objectOwnedBy('Label::two', 'key')).toBeUndefined()
    first.giveUp(service, 'object', one)
    expect(second.claim(service, 'object', two, 'key')).toMatchObject(two)
  })

  it('does not let another resource adopt an object that is being deleted', () => {
    const { at, ledger } = begin()
    const other = findLedger(at, { nonce: ledger.nonce })!
    expect(ledger.claim(service, 'object', { mark: 'old' }, undefined, true)).toMatchObject({ mark: 'old' })
    expect(other.claim(service, 'object', { mark: 'new' })).toMatchObject({ mark: 'old' })
  })

  it('treats base URLs of the same service as equal after they were united', () => {
    const { ledger } = begin()
    const old = 'https://git.example.com'
    ledger.claim(service, 'object', { mark: 'one' })
    expect(ledger.claimTo(old, 'object')).toBeUndefined()
    ledger.addUrls([service, old])
    expect(ledger.claimTo(old, 'object')?.holder).toEqual({ mark: 'one' })
    expect(ledger.claimTo('https://elsewhere.example.com', 'object')).toBeUndefined()
  })

  it('ignores the own declaration of a resource, also under its former names', () => {
    const { ledger } = begin()
    const declared = { kind: 'label', service, parent: 1, keys: ['key'], identities: [], open: false }
    ledger.declare({ ...declared, name: 'Label::new' })
    ledger.rename('Label::new', ['Label::old'])
    expect(ledger.intentsOf('label', 'key', { name: 'Label::old' })).toEqual([])
    expect(ledger.intentsOf('label', 'key', { name: 'Label::new' })).toEqual([])
    expect(ledger.intentsOf('label', 'key', {})).toHaveLength(1)
    expect(ledger.intentsOf('label', 'another', {})).toEqual([])
    expect(ledger.intentsOf('freeze-period', 'key', {})).toEqual([])
  })

  it('treats an unknown declaration as one of any object of its kind until it is known', () => {
    const { ledger } = begin()
    const declared = { name: 'Label::late', kind: 'label', service: null, parent: null, identities: [] }
    const n = ledger.declare({ ...declared, keys: [], open: true })
    expect(ledger.intentsOf('label', 'key', {})).toHaveLength(1)
    ledger.declare({ ...declared, keys: ['another'], open: false }, n)
    expect(ledger.intentsOf('label', 'key', {})).toEqual([])
  })

  it('finds neither the ledger of an earlier operation at the same address nor that of another stack', () => {
    const { at, ledger } = begin()
    expect(findLedger(at, { nonce: 'another' })).toBeUndefined()
    expect(findLedger(at, { stack: stack.replace('dev', 'prod') })).toBeUndefined()
    expect(findLedger(newAddress(), { stack })).toBeUndefined()
    const later = begin(at).ledger
    expect(findLedger(at, { stack })?.nonce).toBe(later.nonce)
    expect(findLedger(at, { nonce: ledger.nonce })?.nonce).toBe(ledger.nonce)
  })

  it('returns the resources that declare the same object after their providers have checked them', () => {
    const { at, ledger } = begin()
    const [first, second] = [findLedger(at, { nonce: ledger.nonce })!, findLedger(at, { nonce: ledger.nonce })!]
    const common = { kind: 'label', service, parent: 1, keys: [], open: false }
    const declared = (name: string, ...identities: string[]) => ({ ...common, name, identities })
    const names = (found: ReturnType<Ledger['check']>) => [...found.values()].map((all) => all.map(({ name }) => name))
    ledger.declare(declared('Label::one', 'bug'))
    ledger.declare(declared('Label::two', 'bug'))
    expect(names(second.check(declared('Label::two', 'bug')))).toEqual([['Label::two']])
    // A transform has changed its name.
    expect(names(first.check(declared('Label::one', 'ops')))).toEqual([['Label::one']])
    expect(names(first.check(declared('Label::one', 'bug', 'help')))).toEqual([
      ['Label::one', 'Label::two'],
      ['Label::one'],
    ])
    expect(names(second.check(declared('Label::new', 'help')))).toEqual([['Label::one', 'Label::new']])
  })

  it('contains no natural key, is private to its user, and tolerates a line that a killed process wrote partly', () => {
    const { at, ledger } = begin()
    const [file] = findLedgerFiles(at, ledger.nonce)
    const key = ledger.hash(['label', 's3cret-name'])
    expect(begin().ledger.hash(['label', 's3cret-name'])).not.toBe(key)
    ledger.declare({ name: 'Label::bug', kind: 'label', service, parent: 1, keys: [key], identities: [], open: false })
    expect(readFileSync(file!, 'utf8')).not.toContain('s3cret-name')
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file!)).mode & 0o777).toBe(0o700)
    appendFileSync(file!, '{"is":"held","serv\n')
    ledger.claim(service, 'object', { mark: 'one' })
    expect(findLedger(at, { nonce: ledger.nonce })?.claimTo(service, 'object')?.holder).toEqual({ mark: 'one' })
  })

  it('names the folders where it cannot write the ledger', () => {
    const home = mkdtempSync(join(tmpdir(), 'trueup-no-home-'))
    chmodSync(home, 0o500)
    const script = `
      const os = require('node:os')
      os.userInfo = () => ({ uid: 4242424, homedir: ${JSON.stringify(home)} + '\\0' })
      const fs = require('node:fs')
      fs.mkdirSync = (folder) => { throw new Error('EACCES: ' + folder) }
      const { beginLedger } = require(${JSON.stringify(join(__dirname, '..', '..', '..', 'dist/provider/core/service/ownership/find-ledger.js'))})
      try { beginLedger('127.0.0.1:1', 'x') } catch (error) { throw error.message }`
    const run = () => execFileSync(process.execPath, ['-e', script], { stdio: 'pipe' })
    expect(run).toThrow(/could not record which objects the program declares.*\/tmp\/trueup-4242424/)
    rmSync(home, { recursive: true, force: true })
  })
})

/** A machine that shows an engine and no other process. */
const seeing = (engine: Engine, more: Partial<Machine> = {}): Machine => ({
  engineAt: () => engine,
  isRunning: () => undefined,
  hasProcess: () => false,
  commandLine: () => undefined,
  openFiles: () => [],
  ...more,
})

/** Begins the ledger of a program that is not in Node.js. */
function beginByProvider(at: string, machine: Machine): Ledger {
  const ledger = beginLedger(at, stack, false, 'provider', machine)
  ledgers.push(...findLedgerFiles(at))
  return ledger
}

describe('the operation that a ledger belongs to', () => {
  const engine = { socket: 'net 1', process: 'pid 1' }

  it('belongs to the engine, also after the process that began the ledger was killed', () => {
    const at = newAddress()
    const { nonce } = beginByProvider(at, seeing(engine))
    expect(findLedger(at, { stack }, seeing(engine))?.nonce).toBe(nonce)
    expect(findLedger(at, {}, seeing(engine))?.nonce).toBe(nonce)
    expect(findLedger(at, { stack }, seeing({ process: 'pid 1' }))?.nonce).toBe(nonce)
  })

  it('differs from an earlier one at the same address, such as the preview before an update', () => {
    const at = newAddress()
    beginByProvider(at, seeing(engine))
    const known = { stack, isProgramReported: true }
    expect(findLedger(at, known, seeing({ socket: 'net 2', process: 'pid 1' }))).toBeUndefined()
    expect(findLedger(at, known, seeing({ process: 'pid 2' }))).toBeUndefined()
  })

  it('depends on the process that began the ledger if the engine cannot be seen', () => {
    const at = newAddress()
    const { nonce } = beginByProvider(at, seeing({}))
    expect(findLedger(at, { stack }, seeing({}, { hasProcess: () => true }))?.nonce).toBe(nonce)
    expect(findLedger(at, { stack, isProgramReported: true }, seeing({}))?.nonce).toBe(nonce)
    expect(findLedger(at, { stack }, seeing({}))).toBeUndefined()
    expect(findLedger(at, {}, seeing({}, { hasProcess: () => true }))).toBeUndefined()
  })

  it('gets its engine from the first provider of an inline program, which is not a child of the engine', () => {
    const at = newAddress()
    const program = beginLedger(at, stack, false, 'program', seeing({}))
    ledgers.push(...findLedgerFiles(at))
    expect(findLedger(at, { stack }, seeing(engine))).toBeUndefined()
    expect(findLedger(at, { nonce: program.nonce }, seeing(engine))?.nonce).toBe(program.nonce)
    expect(findLedger(at, { stack }, seeing(engine))?.nonce).toBe(program.nonce)
    expect(findLedger(at, { stack }, seeing({ socket: 'net 2' }))).toBeUndefined()
  })

  it('has one ledger if several processes begin it at the same time', () => {
    const at = newAddress()
    const [one, two] = [beginByProvider(at, seeing(engine)), beginByProvider(at, seeing(engine))]
    expect(two.nonce).toBe(one.nonce)
    expect(findLedgerFiles(at)).toHaveLength(1)
  })

  it('has an earlier ledger if the same CLI has run the program before', () => {
    const [before, at] = [newAddress(), newAddress()]
    const preview = beginByProvider(before, seeing(engine))
    beginByProvider(at, seeing({ socket: 'net 2', process: 'pid 1' }))
    expect(findEarlierLedger(at, stack, seeing({ socket: 'net 2', process: 'pid 1' }))?.nonce).toBe(preview.nonce)
    expect(findEarlierLedger(at, stack, seeing({ socket: 'net 2', process: 'pid 2' }))).toBeUndefined()
    expect(findEarlierLedger(at, stack.replace('dev', 'prod'), seeing(engine))).toBeUndefined()
    expect(findEarlierLedger(at, stack, seeing({ socket: 'net 2' }))).toBeUndefined()
  })

  it('has ended when its CLI has ended, so that the next operation removes its file', () => {
    const [ended, running, unknown] = [newAddress(), newAddress(), newAddress()]
    for (const at of [ended, running, unknown]) beginByProvider(at, seeing({ process: at }))
    const isRunning = ({ process }: Engine) => (process === ended ? false : process === running ? true : undefined)
    beginByProvider(newAddress(), seeing({}, { isRunning }))
    expect([ended, running, unknown].map((at) => findLedgerFiles(at).length)).toEqual([0, 1, 1])
  })
})

describe('a ledger that can lack entries', () => {
  const find = (at: string) => findLedger(at, { stack, isProgramReported: true })
  const claim = { is: 'held', service, object: 'object', holder: { mark: 'one' }, deleting: false }

  it.each([
    ['of a killed process', '{"is":"held","serv'],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['without a holder', JSON.stringify({ ...claim, holder: undefined })],
    ['with a name instead of a holder', JSON.stringify({ ...claim, holder: 'Label::bug' })],
    ['without a service', JSON.stringify({ ...claim, service: 7 })],
    ['with natural keys that are not a list', '{"is":"declared","n":1,"name":"x","kind":"label","keys":{}}'],
    ['that is not text', String.fromCharCode(0, 1, 2)],
  ])('reports a line %s, and still records claims', (_, line) => {
    const { at, ledger } = begin()
    expect(ledger.problem).toBeUndefined()
    appendFileSync(findLedgerFiles(at)[0]!, `${line}\n`)
    expect(ledger.problem).toMatch(/^a line of \S+ is malformed$/)
    expect(find(at)?.problem).toMatch(/^a line of \S+ is malformed$/)
    expect(ledger.claim(service, 'object', { mark: 'one' })).toEqual({ mark: 'one' })
  })

  it('has no problem with entries of later releases', () => {
    const { at, ledger } = begin()
    appendFileSync(findLedgerFiles(at)[0]!, '{"is":"color","of":{"later":"releases"}}\n')
    expect([ledger.problem, find(at)?.problem]).toEqual([undefined, undefined])
  })

  it('shows all processes, also later ones, that one of them could not write to it', () => {
    const { at, ledger } = begin()
    const other = find(at)!
    ledger.markIncomplete()
    ledgers.push(...findLedgerFiles(at))
    expect(other.problem).toMatch(/^a process could not write to \S+$/)
    expect(find(at)?.problem).toMatch(/^a process could not write to \S+$/)
    expect(other.claim(service, 'object', { mark: 'one' })).toEqual({ mark: 'one' })
    expect(ledger.claimTo(service, 'object')?.holder).toEqual({ mark: 'one' })
  })

  it('does not include empty files, which older releases leave in the home folder', () => {
    const { at, ledger } = begin()
    const [file] = findLedgerFiles(at)
    const empty = file!.replace(ledger.nonce, 'ffffffff')
    writeFileSync(empty, '')
    ledgers.push(empty)
    expect(find(at)?.problem).toBeUndefined()
    writeFileSync(empty, '{"is":"opera\n')
    expect(find(at)?.problem).toMatch(/^a line of \S+ is malformed$/)
  })

  it('reaches a new process after its file was deleted, if another process has it open', () => {
    const { at, ledger } = begin()
    ledger.claim(service, 'object', { mark: 'one' })
    const [file] = findLedgerFiles(at)
    rmSync(file!)
    const found = find(at)
    if (process.platform !== 'linux') return expect(found).toBeUndefined()
    expect(found?.claimTo(service, 'object')?.holder).toEqual({ mark: 'one' })
    expect(existsSync(file!)).toBe(true)
  })
})
