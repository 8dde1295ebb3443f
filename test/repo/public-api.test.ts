import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { checker, exportsOf } from '../../tools/docs/sources'
import { root } from './support/public-surface'

jest.setTimeout(120_000)

/** The exports of a module and their members, without those of Pulumi's classes. */
function apiOf(module: string): Set<string> {
  const types = checker()
  const api = new Set<string>()
  for (const [name, symbol] of exportsOf(module)) {
    api.add(name)
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) continue
    for (const member of types.getDeclaredTypeOfSymbol(symbol).getProperties()) {
      const isOurs =
        member.declarations?.some((one) => !one.getSourceFile().fileName.includes('/node_modules/')) ?? true
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
      if (isOurs && !member.name.startsWith('__')) api.add(`${name}.${member.name}${isOptional ? '?' : ''}`)
    }
  }
  return api
}

// The fixture never changes. A release adds one.
describe.each([
  ['trueup', 'provider/index.ts'],
  ['trueup/native', 'provider/native.ts'],
])('the module %s', (name, module) => {
  const api = apiOf(module)

  it('has everything that release 0.1.0 has', () => {
    const file = join(root, 'test', 'fixtures', 'api', '0.1.0', `${name.replace('/', '-')}.txt`)
    const released = readFileSync(file, 'utf8').trim().split('\n')
    expect(released.length).toBeGreaterThan(100)
    expect(released.filter((one) => !api.has(one))).toEqual([])
  })
})
