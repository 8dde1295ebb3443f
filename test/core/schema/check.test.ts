import { check as checkAt } from '../../../provider/core/schema/check'
import type { Json } from '../../../provider/core/schema/json'
import { UNKNOWN } from '../../../provider/core/schema/unknown'
import { label } from '../../../provider/resources/label'

const check = (definition: typeof label, olds: Json, news: Json) => checkAt(definition, olds, news, () => new Date(0))

const args = { project: 1, name: 'bug', color: '#FF0000' }

it('reports one failure for each invalid property, all at once', () => {
  const { failures } = check(label, {}, { project: 'web', name: 5, colour: 'red', priority: -1 })
  expect(failures).toHaveLength(5)
  expect(failures).toEqual(
    expect.arrayContaining([
      { property: 'color', reason: 'color is required' },
      { property: 'colour', reason: 'colour is not an argument of a label: did you mean color?' },
      { property: 'name', reason: 'name must be a string (got 5)' },
      { property: 'priority', reason: 'priority must be an integer of at least 0 or null (got -1)' },
      {
        property: 'project',
        reason:
          'project must be the numeric id of a project or its full path, such as "acme/web" (got "web"): the group is missing',
      },
    ]),
  )
})

it('normalizes arguments like the service, and adds defaults', () => {
  expect(check(label, {}, { project: '/acme/web/', name: ' bug ', color: 'red', description: '' })).toEqual({
    inputs: { project: 'acme/web', name: 'bug', color: '#FF0000', description: null, priority: null },
    failures: [],
  })
})

it('keeps values that are unknown in a preview, and validates the others', () => {
  const { inputs, failures } = check(label, {}, { project: UNKNOWN, name: UNKNOWN, color: 'nope', priority: UNKNOWN })
  expect(inputs).toMatchObject({ project: UNKNOWN, name: UNKNOWN, priority: UNKNOWN })
  expect(failures.map(({ property }) => property)).toEqual(['color'])
})

it('keeps the onConflict with which a resource was created', () => {
  const olds = { ...args, onConflict: 'adopt' }
  expect(check(label, olds, args).inputs.onConflict).toBe('adopt')
  expect(check(label, args, olds).inputs).not.toHaveProperty('onConflict')
  expect(check(label, {}, olds).inputs.onConflict).toBe('adopt')
})

it('rejects arguments whose names every JavaScript object has', () => {
  const { failures } = check(label, {}, { ...args, constructor: 1, toString: 2 })
  expect(failures.map(({ property }) => property).sort()).toEqual(['constructor', 'toString'])
})
