import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentFields } from '../../provider/core/schema/wire'
import { kinds } from './arbitraries'

const folder = join(__dirname, '..', '..', 'provider', 'resources')

it('has cases for every kind of object', () => {
  const defined = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && / = define</.test(readFileSync(join(folder, entry.name), 'utf8')))
    .map(({ name }) => name.replace('.ts', ''))
  expect(kinds.map((casesOn) => casesOn('gitlab').definition.kind).sort()).toEqual(defined.sort())
})

describe.each(kinds.map((casesOn) => casesOn('gitlab')))('the cases of a $definition.kind', (cases) => {
  const { definition, aside = {}, drift } = cases

  it('are about every argument', () => {
    const inputs = Object.keys(definition.input).filter((name) => !definition.input[name]?.derived && !(name in aside))
    expect(Object.keys(cases.arguments).sort()).toEqual(inputs.sort())
  })

  it('have a drift of every argument that the service stores, but for the key', () => {
    expect(Object.keys(drift).sort()).toEqual(
      sentFields(definition)
        .filter((name) => name !== definition.key)
        .sort(),
    )
  })
})
