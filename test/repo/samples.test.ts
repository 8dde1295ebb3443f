import * as trueup from '../../provider'
import { load } from '../../provider/core/engine/load'
import { isContainer } from '../../provider/core/schema/container'
import { kinds, kindsWithSets } from '../../provider/kinds'
import { classOf, samples } from '../samples'
import { tasks } from '../support/tasks'

const missing = (property: string, kinds: readonly string[]) =>
  samples
    .filter((sample) => kinds.includes(sample.kind) && !(property in sample))
    .map(({ kind }) => `add ${property} to test/samples/${kind}.ts`)

const kindsWhere = (applies: (kind: string) => boolean) => samples.map(({ kind }) => kind).filter(applies)

it('has a sample of each kind', () => {
  const covered = samples.map(({ kind }) => kind)
  expect(tasks({ existing: kinds, covered, where: 'the list in test/samples/index.ts' })).toEqual([])
})

it('has the id of each object that a resource holds', () => {
  // An alert has no id, a subscription is a part of its label, and the others are their project or group, or a part of it.
  const without = ['alert', 'label-subscription', 'approval-settings', 'project', 'group']
  const kinds = kindsWhere((kind) => !without.includes(kind))
  expect(missing('id', kinds)).toEqual([])
})

it('has the natural key of each kind that can be adopted by it', () => {
  const kinds = kindsWhere((kind) => {
    const { identity } = load(kind)
    return 'naturalKey' in identity && identity.naturalKey !== undefined && kind !== 'label-subscription'
  })
  expect(missing('naturalKey', kinds)).toEqual([])
})

it('has different objects of each kind with a set', () => {
  expect(missing('named', [...kindsWithSets])).toEqual([])
})

it('has the object that the function of each kind reads', () => {
  // A project or group exists in the seed world.
  const kinds = kindsWhere((kind) => `get${classOf(kind)}` in trueup && !isContainer(load(kind)))
  expect([...missing('object', kinds), ...missing('get', kinds)]).toEqual([])
})
