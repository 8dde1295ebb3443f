import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fronts } from '../e2e/support/fronts'
import { label, labelSet, ledgerFolders, provider, useHandOverStack } from '../e2e/support/hand-over-stack'
import { expectOk, lazyModules, said } from '../support/pulumi'

jest.setTimeout(180_000)

const preload = join(__dirname, '..', 'support', 'full-disk.cjs')

describe.each(fronts)('a ledger that cannot be written, with the front %s', (front) => {
  const full = join(tmpdir(), `trueup-full-disk-${process.pid}-${front}`)
  const used = useHandOverStack(front, {
    env: { FULL_DISK: full, NODE_OPTIONS: `--require ${lazyModules} --require ${preload}` },
  })
  afterEach(() => {
    rmSync(full, { force: true })
    used.stack.setEnv({ FULL_DISK_FOLDERS: ledgerFolders[0]! })
  })

  it('keeps a created object in the state and deletes nothing, if the disk fills up during an update', async () => {
    const other = provider(used.emulator.url)
    expectOk(await used.up({ other, old: label('old', { provider: 'other' }) }))
    used.onRequest = () => writeFileSync(full, '')
    const result = await used.up({ other, first: label('first') })
    expect(result.code).not.toBe(0)
    expect(said(result)).not.toContain('was not created')
    expect(said(result)).toMatch(
      /label "old" of acme\/web \(id 1\/\d+\) was not deleted: a process could not write to \S+, so another resource of the program could own it\. Free some disk space\. Run "pulumi up" again\. To delete it in any case, set TRUEUP_DELETE_UNVERIFIED=true for one run\./,
    )
    expect(Object.keys(await used.labels())).toEqual(['first', 'old'])
    used.onRequest = () => {}
    rmSync(full)
    expectOk(await used.up({ other, first: label('first') }))
    expect(Object.keys(await used.labels())).toEqual(['first'])
    expectOk(await used.stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('refuses to delete after a malformed line, but still creates and adopts', async () => {
    const other = provider(used.emulator.url)
    expectOk(await used.up({ other, old: label('old', { provider: 'other' }) }))
    const { old } = await used.labels()
    used.onRequest = () => {
      for (const { file } of used.ledgers()) appendFileSync(file, '{"is":"held","serv\n')
    }
    const result = await used.up({ other, all: labelSet(['new']), more: label('more') })
    expect(said(result)).toMatch(/label "old" .* was not deleted: a line of \S+ is malformed/)
    expect(await used.labels()).toMatchObject({ old, new: expect.any(Number), more: expect.any(Number) })
  })

  it('deletes in any case if the user allows it', async () => {
    const other = provider(used.emulator.url)
    expectOk(await used.up({ other, old: label('old', { provider: 'other' }) }))
    used.onRequest = () => writeFileSync(full, '')
    used.stack.setEnv({ TRUEUP_DELETE_UNVERIFIED: 'true' })
    expectOk(await used.up({ other, first: label('first') }))
    used.stack.setEnv({ TRUEUP_DELETE_UNVERIFIED: '' })
    expect(Object.keys(await used.labels())).toEqual(['first'])
  })

  it('uses the home folder if /tmp is full, and fails without a stack trace if both are full', async () => {
    writeFileSync(full, '')
    let isAtHome = false
    used.onRequest = () => {
      isAtHome ||= used.ledgers().some(({ file }) => file.startsWith(ledgerFolders[1]!))
    }
    expectOk(await used.up({ first: label('first') }))
    expect(isAtHome).toBe(true)
    used.stack.setEnv({ FULL_DISK_FOLDERS: ledgerFolders.join() })
    const result = await used.up({ first: label('first'), second: label('second') })
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(/Trueup could not record which objects the program declares.*ENOSPC/)
    expect(said(result)).not.toMatch(/\n\s+at /)
    expect(Object.keys(await used.labels())).toEqual(['first'])
  })
})
