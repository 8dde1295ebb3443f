import { kinds } from '../../provider/kinds'
import { samples } from './kinds'

it('puts every kind of resource to the test', () => {
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort())
})
