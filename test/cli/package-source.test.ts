import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dependencyOn, installable } from '../../cli/shared/package-source'

describe('the source of the packages', () => {
  let project: string
  let installed: string

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'trueup-source-'))
    installed = join(project, 'node_modules', 'trueup')
    mkdirSync(installed, { recursive: true })
  })
  afterEach(() => rmSync(project, { recursive: true }))

  const local = { version: '1.2.3', private: true }
  const lock = (packages: Record<string, { resolved: string }>) =>
    writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

  it('names the version after the release', () => {
    const published = { version: '1.2.3' }
    expect(dependencyOn('trueup', project, published, installed)).toBe('^1.2.3')
    expect(installable('trueup-plugin', published)).toBe('trueup-plugin')
  })

  it('names the archives that the project has installed before the release', () => {
    lock({
      'node_modules/trueup': { resolved: 'file:vendor/trueup.tgz' },
      'node_modules/trueup-plugin': { resolved: 'file:../elsewhere/plugin.tgz' },
    })
    expect(dependencyOn('trueup', join(project, 'acme'), local, installed)).toBe('file:../vendor/trueup.tgz')
    expect(dependencyOn('trueup-plugin', project, local, installed)).toBe('file:../elsewhere/plugin.tgz')
  })

  it('names the archive of the plugin beside the other one if it is not installed yet', () => {
    lock({ 'node_modules/trueup': { resolved: 'file:packages/trueup.tgz' } })
    expect(dependencyOn('trueup-plugin', join(project, 'acme'), local, installed)).toBe(
      'file:../packages/trueup-plugin.tgz',
    )
    expect(installable('trueup', local)).toBe('./packages/trueup.tgz')
  })

  it('names the archive that package.json declares if pnpm, Yarn or Bun has installed it', () => {
    const ofPnpm = join(project, 'node_modules', '.pnpm', 'trueup@file+vendor', 'node_modules', 'trueup')
    for (const declared of ['file:vendor/trueup.tgz', './vendor/trueup.tgz']) {
      writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies: { trueup: declared } }))
      expect(dependencyOn('trueup', join(project, 'acme'), local, ofPnpm)).toBe('file:../vendor/trueup.tgz')
      expect(dependencyOn('trueup-plugin', project, local, ofPnpm)).toBe('file:vendor/trueup-plugin.tgz')
    }
  })

  it('names the archive in the clone if the command runs there', () => {
    expect(dependencyOn('trueup', project, local, join(project, 'clone'))).toBe('file:clone/packages/trueup.tgz')
  })
})
