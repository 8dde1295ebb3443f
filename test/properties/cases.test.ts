import { load } from '../../provider/core/engine/load'
import { kinds as allKinds } from '../../provider/kinds'
import { sentFields } from '../../provider/core/schema/wire'
import { kinds } from './arbitraries'

it('has cases for every kind of object', () => {
  const defined = allKinds.filter((kind) => 'api' in load(kind))
  expect(kinds.map((casesOn) => casesOn('gitlab').definition.kind).sort()).toEqual(defined.sort())
})

describe.each(kinds.map((casesOn) => casesOn('gitlab')))('the cases of a $definition.kind', (cases) => {
  const { definition, skipped: aside = {}, drift } = cases

  it('are about every argument', () => {
    const inputs = Object.keys(definition.input).filter((name) => !definition.input[name]?.derived && !(name in aside))
    expect(Object.keys(cases.arguments).sort()).toEqual(inputs.sort())
  })

  it('have a drift of every argument that the service stores, but for the key', () => {
    expect(Object.keys(drift).sort()).toEqual(
      sentFields(definition)
        .filter((name) => name !== definition.identity.key)
        .sort(),
    )
  })
})
