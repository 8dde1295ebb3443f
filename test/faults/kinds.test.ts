import { kinds } from '../../provider/kinds'
import { tasks } from '../support/tasks'
import { samples } from './kinds'

it('tries the faults with every kind of resource', () => {
  const covered = samples.map(({ kind }) => kind)
  expect(tasks({ existing: kinds, covered, where: 'the samples in test/faults/kinds.ts' })).toEqual([])
})
