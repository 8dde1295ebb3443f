import { provider } from '../../provider'
import { UNKNOWN } from '../../provider/core/schema/unknown'

const check = async (kind: string, args: Record<string, unknown>, olds = {}) => {
  const { inputs, failures } = await provider(kind).check!(olds, args)
  expect(failures).toEqual([])
  return inputs as Record<string, unknown>
}

const token = { group: 'acme', name: 'deploy', scopes: ['api'] }
const rotation = { lifetimeDays: 90, rotateDaysBefore: 30 }

it.each([
  ['the whole rotation', UNKNOWN],
  ['one of its numbers', { ...rotation, lifetimeDays: UNKNOWN }],
  ['an optional number', { ...rotation, overlapDays: UNKNOWN }],
])('accepts a partly unknown rotation in a preview: %s', async (_, unknown) => {
  const inputs = await check('group-access-token', { ...token, rotation: unknown })
  expect(inputs).toMatchObject({ rotation: unknown, expiresAt: UNKNOWN, overlapEndsOn: UNKNOWN })
  const known = await check('group-access-token', { ...token, rotation })
  expect(known.expiresAt).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await check('group-access-token', { ...token, rotation: unknown }, known)).toMatchObject({
    expiresAt: UNKNOWN,
  })
})

/** A declaration of each kind with nested arguments. */
const nested: [string, Record<string, unknown>][] = [
  [
    'protected-environment',
    {
      project: 1,
      name: 'production',
      deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
      approvalRules: [{ groupId: 3, requiredApprovals: 2 }],
    },
  ],
  [
    'pipeline-run',
    { project: 1, ref: 'main', variables: { A: { value: 'a', variableType: 'env_var' } }, triggers: { a: 'b' } },
  ],
  ['group-access-token', { ...token, rotation: { ...rotation, overlapDays: 3 } }],
  ['label-set', { project: 1, items: { bug: { color: 'red', description: 'Broken' } } }],
  ['freeze-period-set', { project: 1, items: { night: { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' } } }],
]

describe.each(nested)('a %s', (kind, args) => {
  it.each(waysTo(args).map((way) => [way.join('.'), way] as const))(
    'accepts an unknown %s in a preview',
    async (_, way) => {
      await check(kind, replaced(args, way) as Record<string, unknown>)
    },
  )
})

function waysTo(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...waysTo(inner).map((way) => [key, ...way])])
}

function replaced(value: unknown, [key = '', ...rest]: string[]): unknown {
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = rest.length === 0 ? UNKNOWN : replaced(copy[key], rest)
  return copy
}
