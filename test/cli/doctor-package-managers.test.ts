import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Findings } from '../../cli/doctor/finding'
import { checkPackages } from '../../cli/doctor/packages'
import { checkPlugin } from '../../cli/doctor/plugin'
import { checkProject } from '../../cli/doctor/project'

describe('the remedies of trueup doctor', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trueup-managers-'))
    writeFileSync(join(folder, 'Pulumi.yaml'), 'name: test\nruntime: nodejs\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** The commands in the remedies for a project without packages. */
  function commands(at = folder): string[] {
    const findings = new Findings()
    const project = checkProject(findings, at)
    if (!project) throw new Error('there is no project')
    checkPackages(findings, project)
    checkPlugin(findings, { ...project, plugin: { folder: join(at, 'node_modules', 'trueup-plugin') } })
    return findings.all.flatMap(({ remedy = '' }) => /"([^"]+)"/.exec(remedy)?.[1] ?? [])
  }
  const added = (add: string): string[] => [
    `${add} ./packages/trueup.tgz`,
    `${add} @pulumi/pulumi`,
    `${add} ./packages/trueup-plugin.tgz`,
  ]

  it.each([
    ['pnpm-lock.yaml', 'pnpm add'],
    ['yarn.lock', 'yarn add'],
    ['bun.lock', 'bun add'],
    ['package-lock.json', 'npm install'],
  ])('use the package manager whose lock file is %s', (lockFile, add) => {
    writeFileSync(join(folder, lockFile), '')
    expect(commands()).toEqual(added(add))
  })

  it('use the lock file of a workspace', () => {
    writeFileSync(join(folder, 'pnpm-lock.yaml'), '')
    const member = join(folder, 'infra')
    mkdirSync(member)
    writeFileSync(join(member, 'package.json'), '{}')
    writeFileSync(join(member, 'Pulumi.yaml'), 'name: test\nruntime: nodejs\n')
    expect(commands(member)).toEqual(added('pnpm add'))
  })

  it('prefer the package manager that package.json names', () => {
    writeFileSync(join(folder, 'package-lock.json'), '')
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager: 'yarn@4.18.1+sha512.0' }))
    expect(commands()).toEqual(added('yarn add'))
  })

  it('use npm if nothing names another one', () => {
    expect(commands()).toEqual(added('npm install'))
  })

  it('treat programs in Bun like those in Node.js, without a compiler', () => {
    writeFileSync(join(folder, 'Pulumi.yaml'), 'name: test\nruntime: bun\n')
    writeFileSync(join(folder, 'bun.lock'), '')
    expect(checkProject(new Findings(), folder)).toMatchObject({ isNode: true, loadsTypeScript: false })
    expect(commands()).toEqual(added('bun add'))
  })
})
