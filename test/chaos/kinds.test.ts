import { resourceKinds } from '../../provider/kinds'
import { tasks } from '../support/tasks'
import { locations } from './leftovers'
import { types } from './program'

const classes = resourceKinds.map((kind) =>
  kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)

it('can declare every kind of resource', () => {
  const covered = Object.values(types)
  expect(tasks({ existing: classes, covered, where: 'the choices in test/chaos/program.ts' })).toEqual([])
})

it('knows where the objects of every kind are', () => {
  // An alert has no id, and a subscription is a part of its label.
  const existing = classes.filter((name) => name !== 'Alert' && name !== 'LabelSubscription')
  const covered = Object.keys(locations)
  expect(tasks({ existing, covered, where: 'the locations in test/chaos/leftovers.ts' })).toEqual([])
})
