import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ledger } from '../../../provider/core/service/ledger'
import { findLedgerFiles } from '../../../provider/core/service/ledger-files'

const stack = 'urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev'
const service = 'https://gitlab.example.com'

let number = 0
/** An address of an engine that no other test has. */
const address = () => `127.0.0.1:${process.pid}${++number}`

const ledgers: string[] = []
const begin = (at = address()) => {
  const ledger = Ledger.begin(at, stack)
  ledgers.push(...findLedgerFiles(at, ledger.nonce))
  return { at, ledger }
}
afterAll(() => ledgers.forEach((file) => rmSync(file, { force: true })))

describe('the ledger of an operation', () => {
  it('shows each process the entries of the others, in order', () => {
    const { at, ledger } = begin()
    const [first, second] = [Ledger.find(at, { nonce: ledger.nonce })!, Ledger.find(at, { stack })!]
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
    const other = Ledger.find(at, { nonce: ledger.nonce })!
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
    expect(ledger.declarationsOf('label', 'key', { name: 'Label::old' })).toEqual([])
    expect(ledger.declarationsOf('label', 'key', { name: 'Label::new' })).toEqual([])
    expect(ledger.declarationsOf('label', 'key', {})).toHaveLength(1)
    expect(ledger.declarationsOf('label', 'another', {})).toEqual([])
    expect(ledger.declarationsOf('freeze-period', 'key', {})).toEqual([])
  })

  it('treats an unknown declaration as one of any object of its kind until it is known', () => {
    const { ledger } = begin()
    const declared = { name: 'Label::late', kind: 'label', service: null, parent: null, identities: [] }
    const n = ledger.declare({ ...declared, keys: [], open: true })
    expect(ledger.declarationsOf('label', 'key', {})).toHaveLength(1)
    ledger.declare({ ...declared, keys: ['another'], open: false }, n)
    expect(ledger.declarationsOf('label', 'key', {})).toEqual([])
  })

  it('finds neither the ledger of an earlier operation at the same address nor that of another stack', () => {
    const { at, ledger } = begin()
    expect(Ledger.find(at, { nonce: 'another' })).toBeUndefined()
    expect(Ledger.find(at, { stack: stack.replace('dev', 'prod') })).toBeUndefined()
    expect(Ledger.find(address(), { stack })).toBeUndefined()
    const later = begin(at).ledger
    expect(Ledger.find(at, { stack })?.nonce).toBe(later.nonce)
    expect(Ledger.find(at, { nonce: ledger.nonce })?.nonce).toBe(ledger.nonce)
  })

  it('returns the resources that declare the same object after their providers have checked them', () => {
    const { at, ledger } = begin()
    const [first, second] = [Ledger.find(at, { nonce: ledger.nonce })!, Ledger.find(at, { nonce: ledger.nonce })!]
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
    expect(Ledger.find(at, { nonce: ledger.nonce })?.claimTo(service, 'object')?.holder).toEqual({ mark: 'one' })
  })

  it('names the folders where it cannot write the ledger', () => {
    const home = mkdtempSync(join(tmpdir(), 'trueup-no-home-'))
    chmodSync(home, 0o500)
    const script = `
      const os = require('node:os')
      os.userInfo = () => ({ uid: 4242424, homedir: ${JSON.stringify(home)} + '\\0' })
      const fs = require('node:fs')
      fs.mkdirSync = (folder) => { throw new Error('EACCES: ' + folder) }
      require(${JSON.stringify(join(__dirname, '..', '..', '..', 'dist/provider/core/service/ledger.js'))}).Ledger.begin('127.0.0.1:1', 'x')`
    const run = () => execFileSync(process.execPath, ['-e', script], { stdio: 'pipe' })
    expect(run).toThrow(/could not record which objects the program declares.*\/tmp\/trueup-4242424/)
    rmSync(home, { recursive: true, force: true })
  })
})
