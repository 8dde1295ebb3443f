import { outputsThatRepeat } from '../../../provider/core/schema/repeated-outputs'
import { setOf } from '../../../provider/core/schema/set'
import { protectedTag } from '../../../provider/resources/protected-tag'

it.each([[['allowedToCreate']], [['allowedToCreate', '0', 'user']], [[]]])(
  'keeps the ids of names secret for the secret %j',
  (path) => {
    expect(outputsThatRepeat(protectedTag, [path])).toEqual(['subjectIds'])
    expect(outputsThatRepeat(setOf(protectedTag as never), [['items', 'v*', ...path]])).toEqual(['subjectIds'])
  },
)

it('does not make the ids of names secret for another secret', () => {
  expect(outputsThatRepeat(protectedTag, [['name']])).toEqual([])
  expect(outputsThatRepeat(setOf(protectedTag as never), [['project'], ['items', 'v*', 'name']])).toEqual([])
})
