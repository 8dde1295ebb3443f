import { load } from '../../provider/core/engine/load'
import { idOf } from '../../provider/core/schema/kind'
import { keyNames } from '../../provider/core/schema/object-key'
import { sentFields } from '../../provider/core/schema/wire'
import { kinds as allKinds } from '../../provider/kinds'
import { tasks } from '../support/tasks'
import { kinds } from './arbitraries'

const definitions = kinds.map((casesOn) => casesOn('gitlab'))

it('has cases for every kind of object', () => {
  // Objects that exist without a resource are not objects of a list: settings.test.ts has their property.
  const existing = allKinds.filter((kind) => {
    const definition = load(kind)
    return 'api' in definition && definition.api.create !== undefined
  })
  const covered = definitions.map(({ definition }) => definition.kind)
  const where = 'the kinds in test/properties/arbitraries/index.ts, with a file of cases beside it'
  expect(tasks({ existing, covered, where })).toEqual([])
  expect(covered).toHaveLength(existing.length)
})

describe.each(definitions)('the cases of a $definition.kind', (cases) => {
  const { definition, skipped = {}, drift } = cases
  const file = `test/properties/arbitraries/${definition.kind}.ts`

  it('generate every argument', () => {
    const existing = Object.keys(definition.input).filter(
      (name) => !definition.input[name]?.derived && !(name in skipped),
    )
    const covered = Object.keys(cases.arguments)
    expect(tasks({ existing, covered, where: `the arguments in ${file}` })).toEqual([])
  })

  it('drift every argument that the service stores, except for the key', () => {
    const keys = keyNames(definition)
    const existing = sentFields(definition).filter(
      (name) => !keys.includes(name) && !keys.includes(idOf(name)) && !(name in skipped),
    )
    expect(tasks({ existing, covered: Object.keys(drift), where: `drift in ${file}` })).toEqual([])
  })
})
