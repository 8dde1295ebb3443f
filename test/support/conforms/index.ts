import type { Definition } from '../../../provider/core/schema/define'
import { sentFields } from '../../../provider/core/schema/wire'
import { sampleOf } from '../../samples'
import type { Front } from '../front'
import { tasks } from '../tasks'
import { accessTests } from './access'
import { adoptTests } from './adopt'
import { checkTests } from './check'
import { createTests } from './create'
import { deleteTests } from './delete'
import { driftTests } from './drift'
import { type Cases, type Conformance, type Flavor, flavors } from './options'
import { replaceTests } from './replace'
import { suiteOf } from './suite'
import { updateTests } from './update'

export type { Conformance, Flavor }

/** The flavors and fronts. `test/tiers.cjs` says which of them a run has. */
const runs: [Flavor, Front][] = [
  ...flavors.map((flavor): [Flavor, Front] => [flavor, 'dynamic']),
  ...flavors.map((flavor): [Flavor, Front] => [flavor, 'native']),
]

/**
 * The suite that every kind of object passes, on both flavors of the service, as a dynamic resource and through the
 * protocol of the plugin. `Conformance` explains its options.
 */
export function conforms(definition: Definition, cases: Conformance | ((flavor: Flavor) => Conformance)): void {
  const sample = sampleOf(definition.kind)
  const casesOf = (flavor: Flavor): Cases => {
    const { args, changes, ...rest } = typeof cases === 'function' ? cases(flavor) : cases
    return { ...sample, ...rest, args: { ...sample.args, ...args }, changes: { ...sample.changes, ...changes } }
  }

  it(`tests every argument of a ${definition.kind}`, () => {
    const { args, changes, replaces, skipped = {} } = casesOf('spec')
    const declared = Object.keys(definition.input).filter(
      (name) => !definition.input[name]?.derived && !(name in skipped),
    )
    const updatable = sentFields(definition).filter(
      (name) => !definition.replaceOn.includes(name) && !(name in skipped),
    )
    const missing = (existing: readonly string[], option: string, values: object) =>
      tasks({
        existing,
        covered: Object.keys(values),
        where: `${option} in test/samples/${definition.kind}.ts`,
      })
    expect(missing(declared, 'args', args)).toEqual([])
    expect(missing(updatable, 'changes', changes)).toEqual([])
    expect(missing(definition.replaceOn, 'replaces', replaces)).toEqual([])
  })

  describe.each(runs)(`a ${definition.kind} on flavor %s, of the %s front`, (flavor, front) => {
    const suite = suiteOf(flavor, front, definition, casesOf(flavor))
    createTests(suite)
    updateTests(suite)
    replaceTests(suite)
    driftTests(suite)
    deleteTests(suite)
    checkTests(suite)
    accessTests(suite)
    adoptTests(suite)
  })
}
