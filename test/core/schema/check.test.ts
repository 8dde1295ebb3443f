import { check as checkAt } from '../../../provider/core/schema/check'
import type { Json } from '../../../provider/core/schema/json'
import { UNKNOWN } from '../../../provider/core/schema/unknown'
import { ResourceError } from '../../../provider/core/service/resource-error'
import { groupAccessToken } from '../../../provider/resources/group-access-token'
import { label } from '../../../provider/resources/label'
import { pipelineRun } from '../../../provider/resources/pipeline-run'
import { protectedEnvironment } from '../../../provider/resources/protected-environment'
import { provider } from '../../../provider/runtime'
import { leastTime } from '../../shared/least-time'

const now = () => new Date('2026-06-15T12:00:00Z')
const check = (definition: Parameters<typeof checkAt>[0], olds: Json, news: Json) =>
  checkAt(definition, olds, news, now)

const args = { project: 1, name: 'bug', color: '#FF0000' }

it('reports one failure for each invalid property, all at once', () => {
  const { failures } = check(label, {}, { project: 'web', name: 5, colour: 'red', priority: -1 })
  expect(failures).toHaveLength(5)
  expect(failures).toEqual(
    expect.arrayContaining([
      { property: 'color', reason: 'color is required' },
      { property: 'colour', reason: 'colour is not an argument of a label: did you mean color?' },
      { property: 'name', reason: 'name must be a string (got 5)', reasonFor: expect.any(Function) },
      {
        property: 'priority',
        reason: 'priority must be an integer of at least 0 or null (got -1)',
        reasonFor: expect.any(Function),
      },
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
    inputs: {
      project: 'acme/web',
      name: 'bug',
      color: '#FF0000',
      description: null,
      archived: false,
      priority: null,
    },
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

describe('an invalid declaration', () => {
  it.each([null, 17n, []])('reports an item of a set that is not an object: %p', async (item) => {
    const { failures } = await provider('label-set').check!({}, { project: 'acme/web', items: { bug: item } })
    expect(failures).not.toEqual([])
  })

  it.each<[string, Json]>([
    ['project', { ...args, project: [UNKNOWN] }],
    ['name', { ...args, name: [UNKNOWN, 'x'] }],
  ])('reports a list with an unknown value in place of another type: %s', (name, args) => {
    expect(check(label, {}, args).failures.map(({ property }) => property)).toEqual([name])
  })

  it('limits the number of reported failures', () => {
    const variables = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`V${at}`, { at }]))
    const { failures } = check(pipelineRun, {}, { project: 'acme/web', ref: 'main', variables })
    expect(failures.length).toBeLessThanOrEqual(1_000)
  })

  it('reports values that are nested too deeply', () => {
    const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as Json
    expect(check(label, {}, { ...args, description: nested }).failures).toEqual([
      { property: 'description', reason: 'description must be nested at most 100 levels deep' },
    ])
  })

  it('checks a long string in linear time', async () => {
    const token = (expiresAt: string) => ({ group: 'acme', name: 'x', scopes: ['api'], expiresAt })
    const checks: ((length: number) => { failures: unknown[] })[] = [
      (length) => check(label, {}, { ...args, project: `a${'/'.repeat(length)}b` }),
      (length) => check(label, {}, { ...args, color: '//'.repeat(length) }),
      (length) => check(groupAccessToken, {}, token('T'.repeat(length))),
    ]
    for (const checkOf of checks) {
      const timeOf = (count: number, length: number) =>
        leastTime(() => {
          for (let run = 0; run < count; run++) expect(checkOf(length).failures).not.toEqual([])
        })
      // Both check the same number of characters. The ratio is 1 for linear time, and 16 for quadratic time.
      expect((await timeOf(1, 500_000)) / (await timeOf(16, 31_250))).toBeLessThan(8)
    }
  })

  it('shortens a long name in a message', () => {
    const [failure] = check(label, {}, { ...args, ['x'.repeat(1_000_000)]: 1 }).failures
    expect(failure?.reason.length).toBeLessThan(500)
  })

  it.each(['a/../b', '..\\b', './a'])(
    'rejects an environment name that cannot be part of a request path: %s',
    (name) => {
      const args = { project: 'acme/web', name, deployAccessLevels: [{ accessLevel: 40 }] }
      expect(check(protectedEnvironment, {}, args).failures.map(({ property }) => property)).toEqual(['name'])
    },
  )

  it.each(['Fix \ud800', '\udfff'])('rejects an unpaired surrogate, which no service stores', (name) => {
    expect(check(label, {}, { ...args, name }).failures.map(({ property }) => property)).toEqual(['name'])
  })
})

describe('unknown nested arguments', () => {
  const accepted = async (kind: string, args: Record<string, unknown>, olds = {}) => {
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
    const inputs = await accepted('group-access-token', { ...token, rotation: unknown })
    expect(inputs).toMatchObject({ rotation: unknown, expiresAt: UNKNOWN, overlapEndsOn: UNKNOWN })
    const known = await accepted('group-access-token', { ...token, rotation })
    expect(known.expiresAt).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await accepted('group-access-token', { ...token, rotation: unknown }, known)).toMatchObject({
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
        await accepted(kind, replaced(args, way) as Record<string, unknown>)
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
})

describe('control characters', () => {
  const name = '\x1b[2J\u202eevil\x9b'
  const controlCharacters = /[\p{Cc}\u202e]/u

  it('escapes control characters in an error of a resource', () => {
    expect(new ResourceError(`label ${name} is odd`).message).toBe('label \\u001b[2J\\u202eevil\\u009b is odd')
  })

  it('escapes control characters in a failure of an argument', async () => {
    const { failures = [] } = await provider('label').check!({}, { project: name, name: 1, color: 'red', [name]: 1 })
    expect(failures).toHaveLength(3)
    failures.forEach(({ reason }) => expect(reason).not.toMatch(controlCharacters))
  })
})
