import { argumentText, entriesText, showArgument } from '../../../provider/core/schema/entry-text'

it.each([
  [[{ accessLevel: 30 }, { user: 'alice' }], 'Developers, user alice'],
  [{ groupId: 12, groupInheritanceType: 1, requiredApprovals: 2 }, 'group 12 (with inherited members, 2 approvals)'],
  [{ group: 'acme/deployers', groupInheritanceType: 0, requiredApprovals: 1 }, 'group acme/deployers'],
  [[{ accessLevel: 0 }, { deployKeyId: 5 }], 'no one, deploy key 5'],
])('shows the entries %j in words', (value, text) => {
  expect(entriesText(value)).toBe(text)
  expect(showArgument(value)).toBe(text)
})

it.each([
  [[]],
  [{}],
  [{ accessLevel: 25 }],
  [{ accessLevel: 30, userId: 3 }],
  [{ userId: 3, since: 1 }],
  [[30]],
  ['a'],
])('shows %j as JSON', (value) => {
  expect(entriesText(value)).toBeUndefined()
  expect(showArgument(value)).toBe(JSON.stringify(value))
})

it.each([
  ['accessLevel', 30, 'Developer'],
  ['items.alice.accessLevel', 5, 'Minimal Access'],
  ['accessLevel', 25, undefined],
  ['priority', 30, undefined],
])('shows the %s %d as %p', (path, value, text) => {
  expect(argumentText(value, path)).toBe(text)
})
