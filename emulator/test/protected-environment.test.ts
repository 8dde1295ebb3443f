import { testNow, type TestResponse, useEmulator } from './support/emulator'

import type { Flavor } from '..'

const at = '/projects/1/protected_environments'
const notFound = { status: 404, body: { message: '404 Not found' } }
const forbidden = { status: 403, body: { message: '403 Forbidden' } }
const projectNotFound = { status: 404, body: { message: '404 Project Not Found' } }
const internalError = { status: 500, body: { message: '500 Internal Server Error' } }
const refused = (...message: string[]) => ({ status: 422, body: { message } })
const badParameters = (error: string) => ({ status: 400, body: { error } })
const tooShort = 'Deploy access levels is too short (minimum is 1 character)'
const notOne = 'Exactly one of access_level, group_id, user_id must be present'

// Of the spec world: 3 and 4 are maintainer and developer, 5 is a reporter, 7 an outsider, 12 is invited to project 1.
const [maintainer, developer, reporter, outsider, deployers, acme] = [3, 4, 5, 7, 12, 10]

interface Rule {
  id: number
  access_level: number | null
  user_id: number | null
  group_id: number | null
  group_inheritance_type: number
  required_approvals?: number
}
interface Environment {
  name: string
  deploy_access_levels: Rule[]
  approval_rules: Rule[]
  required_approval_count: number
}

describe.each<Flavor>(['spec', 'gitlab'])('protected environments, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const protect = async (more: object = {}, name = 'production'): Promise<Environment> => {
    const { status, body } = await emulator.post(at, { name, deploy_access_levels: [{ access_level: 40 }], ...more })
    expect(status).toBe(201)
    return body as Environment
  }
  const change = (patch: object, name = 'production'): Promise<TestResponse> => emulator.put(`${at}/${name}`, patch)
  const read = async (name = 'production'): Promise<Environment> => {
    const { status, body } = await emulator.get(`${at}/${name}`)
    expect(status).toBe(200)
    return body as Environment
  }
  const names = async (query = '') =>
    ((await emulator.get(`${at}${query}`)).body as Environment[]).map(({ name }) => name)

  describe('create', () => {
    it('returns all fields of a new protected environment', async () => {
      const response = await emulator.post(at, {
        name: 'production',
        deploy_access_levels: [
          { access_level: 40 },
          { access_level: 30 },
          { access_level: 60 },
          { user_id: developer },
          { group_id: deployers, group_inheritance_type: 1 },
        ],
        approval_rules: [{ group_id: deployers, required_approvals: 2 }, { user_id: maintainer }, { access_level: 40 }],
      })
      const nobody = { access_level: null, user_id: null, group_id: null, group_inheritance_type: 0 }
      const level = (id: number, access_level_description: string | null, more: object) => ({
        id,
        access_level_description,
        ...nobody,
        ...more,
      })
      const whole = {
        name: 'production',
        deploy_access_levels: [
          level(1, 'Maintainers', { access_level: 40 }),
          level(2, 'Developers + Maintainers', { access_level: 30 }),
          level(3, spec ? 'Admin' : null, { access_level: 60 }),
          level(4, 'Developer', { user_id: developer }),
          level(5, 'Deployers', { group_id: deployers, group_inheritance_type: 1 }),
        ],
        required_approval_count: 0,
        approval_rules: [
          level(1, 'Deployers', { group_id: deployers, required_approvals: 2 }),
          level(2, 'Maintainer', { user_id: maintainer, required_approvals: 1 }),
          level(3, 'Maintainers', { access_level: 40, required_approvals: 1 }),
        ],
      }
      expect(response).toMatchObject({ status: 201 })
      expect(response.body).toEqual(whole)
      expect(await read()).toEqual(whole)
      expect((await emulator.get(at)).body).toEqual([whole])
    })

    it('returns defaults for fields that were not sent', async () => {
      expect(await protect()).toMatchObject({ approval_rules: [], required_approval_count: 0 })
      expect(await read()).toMatchObject({ approval_rules: [], required_approval_count: 0 })
    })

    it('accepts the name of an environment that does not exist, but not another spelling of an existing one', async () => {
      await protect({}, 'review/a b')
      expect(await read('review%2Fa%20b')).toMatchObject({ name: 'review/a b' })
      await protect({}, 'Production')
      expect(await emulator.get(`${at}/production`)).toMatchObject(notFound)
      expect(await emulator.get(`${at}/review/a%20b`)).toMatchObject({ status: 404, body: { error: '404 Not Found' } })
    })

    it('refuses a name that is already protected in the project', async () => {
      await protect()
      const asked = { name: 'production', deploy_access_levels: [{ access_level: 40 }] }
      expect(await emulator.post(at, asked)).toMatchObject({
        status: 409,
        body: { message: "Environment 'production' is already protected" },
      })
      expect(await emulator.post('/projects/2/protected_environments', asked)).toMatchObject({ status: 201 })
    })

    it.each([
      [{}, 'name is missing, deploy_access_levels is missing'],
      [{ name: 'x' }, 'deploy_access_levels is missing'],
      [{ name: 'x', deploy_access_levels: 40 }, 'deploy_access_levels is invalid'],
      [
        { name: 'x', deploy_access_levels: [{ access_level: 40 }, { access_level: 50 }] },
        'deploy_access_levels[1][access_level] does not have a valid value',
      ],
      [
        { name: 'x', deploy_access_levels: [{ access_level: 0 }] },
        'deploy_access_levels[0][access_level] does not have a valid value',
      ],
      [
        { name: 'x', deploy_access_levels: [{ access_level: 40, group_inheritance_type: 2 }] },
        'deploy_access_levels[0][group_inheritance_type] does not have a valid value',
      ],
      [{ name: 'x', deploy_access_levels: [{ user_id: 'maintainer' }] }, 'deploy_access_levels[0][user_id] is invalid'],
      [
        { name: 'x', deploy_access_levels: [{ access_level: 40 }], approval_rules: [{ required_approvals: 1 }] },
        'approval_rules[0][access_level], approval_rules[0][user_id], approval_rules[0][group_id] are missing, at least one parameter must be provided',
      ],
      [
        { name: 'x', deploy_access_levels: [{ access_level: 40 }], approval_rules: [{ access_level: 10 }] },
        'approval_rules[0][access_level] does not have a valid value',
      ],
    ])('refuses invalid parameters: %j', async (asked, error) => {
      expect(await emulator.post(at, asked)).toMatchObject(badParameters(error))
      expect(await names()).toEqual([])
    })

    const level = { access_level: 40 }
    it.each<[object, ...string[]]>([
      [{ deploy_access_levels: [] }, tooShort],
      [{ deploy_access_levels: null }, tooShort],
      [{ name: '' }, "Name can't be blank"],
      [{ name: null }, "Name can't be blank"],
      [{ name: ' ', deploy_access_levels: [] }, tooShort, "Name can't be blank"],
      [{ deploy_access_levels: [{}] }, `Deploy access levels ${notOne}`],
      [{ deploy_access_levels: [{}, {}] }, `Deploy access levels ${notOne}`],
      [{ deploy_access_levels: [{ access_level: 40, user_id: developer }] }, `Deploy access levels ${notOne}`],
      [
        { deploy_access_levels: [{ access_level: 40, group_inheritance_type: null }] },
        'Deploy access levels group inheritance type is not included in the list',
      ],
      [
        { approval_rules: [{ access_level: 40, group_inheritance_type: null }] },
        'Approval rules group inheritance type is not included in the list',
      ],
      [
        { approval_rules: [{ ...level, required_approvals: 0 }] },
        'Approval rules required approvals must be greater than or equal to 1',
      ],
      [
        { approval_rules: [{ ...level, required_approvals: 6 }] },
        'Approval rules required approvals must be less than or equal to 5',
      ],
      [{ required_approval_count: -1 }, 'Required approval count must be greater than or equal to 0'],
    ])('refuses invalid fields, in sentences: %j', async (asked, ...sentences) => {
      const response = await emulator.post(at, { name: 'x', deploy_access_levels: [level], ...asked })
      expect(response).toMatchObject({ status: 422 })
      expect(response.body).toEqual({ message: sentences })
      expect(await names()).toEqual([])
    })

    it.each([
      ['two subjects', { user_id: developer, access_level: 40 }],
      ['none', { user_id: null }],
    ])('refuses an approval rule with %s', async (_what, rule) => {
      const asked = { name: 'x', deploy_access_levels: [level], approval_rules: [rule] }
      expect(await emulator.post(at, asked)).toMatchObject(spec ? refused(`Approval rules ${notOne}`) : internalError)
      expect(await names()).toEqual([])
    })

    it('requires one approval by default', async () => {
      const { approval_rules } = await protect({
        approval_rules: [level, { user_id: developer, required_approvals: null }],
      })
      expect(approval_rules).toMatchObject([{ required_approvals: 1 }, { required_approvals: 1 }])
    })

    it('accepts forms', async () => {
      const form =
        'name=x&deploy_access_levels[][access_level]=40&deploy_access_levels[][access_level]=30&approval_rules[][access_level]=30'
      expect(await emulator.send('POST', at, { form })).toMatchObject({
        status: 201,
        body: {
          deploy_access_levels: [{ access_level: 40 }, { access_level: 30 }],
          approval_rules: [{ access_level: 30 }],
        },
      })
      const numbered = 'name=y&deploy_access_levels[0][access_level]=40'
      expect(await emulator.send('POST', at, { form: numbered })).toMatchObject(
        spec ? { status: 201 } : { status: 400, body: { error: 'deploy_access_levels is invalid' } },
      )
    })

    it('ignores ids of deploy access levels, but not of approval rules', async () => {
      expect(await protect({ deploy_access_levels: [{ id: 9, access_level: 40, _destroy: true }] })).toMatchObject({
        deploy_access_levels: [{ id: 1, access_level: 40 }],
      })
      const rule = { access_level: 40 }
      const asked = { name: 'x', deploy_access_levels: [rule] }
      expect(await emulator.post(at, { ...asked, approval_rules: [{ ...rule, id: 9 }] })).toMatchObject(notFound)
      expect(await emulator.post(at, { ...asked, approval_rules: [{ ...rule, _destroy: true }] })).toMatchObject({
        status: 201,
        body: { approval_rules: [] },
      })
    })

    it('accepts reporters only in GitLab', async () => {
      const asked = { name: 'x', deploy_access_levels: [{ access_level: 20 }] }
      const response = await emulator.post(at, asked)
      expect(response).toMatchObject(
        spec
          ? badParameters('deploy_access_levels[0][access_level] does not have a valid value')
          : { status: 201, body: { deploy_access_levels: [{ access_level: 20, access_level_description: null }] } },
      )
    })

    it('accepts a number of approvals for all rules only in the specification', async () => {
      const asked = { name: 'x', deploy_access_levels: [{ access_level: 40 }], required_approval_count: 2 }
      const response = await emulator.post(at, asked)
      if (spec) {
        expect(response).toMatchObject({ status: 201, body: { required_approval_count: 2 } })
        expect(await read('x')).toMatchObject({ required_approval_count: 2 })
        expect(await change({ required_approval_count: 3 }, 'x')).toMatchObject({
          status: 200,
          body: { required_approval_count: 3 },
        })
        expect(await change({ required_approval_count: 6 }, 'x')).toMatchObject(
          refused('Required approval count must be less than or equal to 5'),
        )
        expect(await change({ required_approval_count: null }, 'x')).toMatchObject(
          refused('Required approval count is not a number'),
        )
        expect(await read('x')).toMatchObject({ required_approval_count: 3 })
      } else {
        const deprecated = expect.stringMatching(
          /^Parameter 'required_approval_count' is deprecated and shouldn't be used\./,
        ) as unknown
        expect(response).toMatchObject({ status: 422, body: { message: deprecated } })
        expect(await names()).toEqual([])
        await protect({ required_approval_count: 0 })
        expect(await change({ required_approval_count: 1 })).toMatchObject({
          status: 422,
          body: { message: deprecated },
        })
        expect(await change({ required_approval_count: 1 }, 'gone')).toMatchObject(notFound)
        expect(await change({ required_approval_count: 0 })).toMatchObject({ status: 200 })
      }
    })
  })

  describe('subjects that cannot have a rule', () => {
    it.each([
      ['an outsider', { user_id: outsider }],
      ['a reporter', { user_id: reporter }],
      ['an administrator who is no member', { user_id: 1 }],
      ['a user who is not there', { user_id: 99 }],
      ['a user without a number', { user_id: 0 }],
      ['the group above, which is not invited', { group_id: acme }],
      ['a group that is not there', { group_id: 99 }],
    ])('drops a rule for %s', async (_who, unqualified) => {
      const rules = [{ access_level: 40 }, unqualified]
      const environment = await protect({ deploy_access_levels: rules, approval_rules: rules })
      expect(environment).toMatchObject({
        deploy_access_levels: [{ access_level: 40 }],
        approval_rules: [{ access_level: 40 }],
      })
      expect(await change({ deploy_access_levels: [unqualified], approval_rules: [unqualified] })).toMatchObject({
        status: 200,
      })
      expect(await read()).toEqual(environment)
      expect(await emulator.post(at, { name: 'x', deploy_access_levels: [unqualified] })).toMatchObject(
        refused(tooShort),
      )
    })

    it('accepts an invited group only in the project of the invitation', async () => {
      const asked = { name: 'x', deploy_access_levels: [{ group_id: deployers }] }
      expect(await emulator.post(at, asked)).toMatchObject({ status: 201 })
      expect(await emulator.post('/projects/2/protected_environments', asked)).toMatchObject(refused(tooShort))
    })

    it('ignores a change of the subject to such a user, but deletes the rule', async () => {
      const { deploy_access_levels } = await protect({
        deploy_access_levels: [{ user_id: developer }, { access_level: 40 }],
      })
      const { id } = deploy_access_levels[0]!
      expect(await change({ deploy_access_levels: [{ id, user_id: outsider }] })).toMatchObject({ status: 200 })
      expect(await read()).toMatchObject({ deploy_access_levels })
      expect(await change({ deploy_access_levels: [{ id, user_id: outsider, _destroy: true }] })).toMatchObject({
        status: 200,
      })
      expect(await read()).toMatchObject({ deploy_access_levels: [{ access_level: 40 }] })
    })
  })

  describe('update', () => {
    const both = {
      deploy_access_levels: [{ access_level: 40 }, { user_id: developer }],
      approval_rules: [{ access_level: 30, required_approvals: 3 }],
    }

    it('returns the sent parts of an update in the specification, and everything in GitLab', async () => {
      const whole = await protect(both)
      const { name, deploy_access_levels, approval_rules, required_approval_count } = whole
      const responses: [object, object][] = [
        [{}, { name }],
        [{ deploy_access_levels: [] }, { name, deploy_access_levels }],
        [{ deploy_access_levels: null }, { name, deploy_access_levels }],
        [{ approval_rules: [] }, { name, approval_rules }],
        [{ required_approval_count: 0 }, { name, required_approval_count }],
        [
          { approval_rules: [], deploy_access_levels: [] },
          { name, approval_rules, deploy_access_levels },
        ],
      ]
      for (const [patch, partial] of responses) {
        expect((await change(patch)).body).toEqual(spec ? partial : whole)
      }
      expect(await read()).toEqual(whole)
    })

    it('adds entries without an id, and keeps the others with their ids', async () => {
      const { deploy_access_levels } = await protect(both)
      expect(
        await change({ deploy_access_levels: [{ access_level: 30 }, { id: null, access_level: 60 }] }),
      ).toMatchObject({
        status: 200,
        body: {
          deploy_access_levels: [...deploy_access_levels, { id: 3, access_level: 30 }, { id: 4, access_level: 60 }],
        },
      })
      expect(await change({ approval_rules: [{ user_id: developer }] })).toMatchObject({
        body: { approval_rules: [{ id: 1 }, { id: 2, user_id: developer, required_approvals: 1 }] },
      })
    })

    it('changes entries with an id', async () => {
      await protect(both)
      await change({ deploy_access_levels: [{ id: 2, user_id: maintainer, group_inheritance_type: 1 }] })
      expect(await read()).toMatchObject({
        deploy_access_levels: [
          { id: 1, access_level: 40 },
          { id: 2, user_id: maintainer, group_inheritance_type: 1 },
        ],
      })
      await change({
        deploy_access_levels: [{ id: 1, access_level: null, group_id: deployers }],
        approval_rules: [{ id: 1, access_level: null, user_id: developer, required_approvals: 3 }],
      })
      expect(await read()).toMatchObject({
        // GitLab lists the entries that changed most recently last.
        deploy_access_levels: spec
          ? [{ id: 1, access_level: null, group_id: deployers }, { id: 2 }]
          : [{ id: 2 }, { id: 1, access_level: null, group_id: deployers }],
        approval_rules: [{ id: 1, access_level: null, user_id: developer, required_approvals: 3 }],
      })
    })

    it('replaces the subject of an entry only in the specification', async () => {
      await protect(both)
      const level = await change({ deploy_access_levels: [{ id: 1, user_id: maintainer }] })
      const rule = await change({ approval_rules: [{ id: 1, group_id: deployers }] })
      if (spec) {
        expect(level).toMatchObject({
          body: { deploy_access_levels: [{ id: 1, access_level: null, user_id: maintainer }, {}] },
        })
        expect(rule).toMatchObject({ body: { approval_rules: [{ id: 1, access_level: null, group_id: deployers }] } })
      } else {
        expect(level).toMatchObject(refused(`Deploy access levels ${notOne}`))
        expect(rule).toMatchObject(internalError)
        expect(await read()).toMatchObject({
          deploy_access_levels: [{ id: 1, access_level: 40, user_id: null }, {}],
          approval_rules: [{ id: 1, access_level: 30, group_id: null, required_approvals: 3 }],
        })
      }
    })

    it('resets the approvals of a rule to one if they are not sent', async () => {
      await protect(both)
      await change({ approval_rules: [{ id: 1, access_level: 30 }] })
      expect(await read()).toMatchObject({ approval_rules: [{ id: 1, required_approvals: 1 }] })
    })

    it('refuses an invalid update without changing anything', async () => {
      const before = await protect(both)
      expect(
        await change({
          deploy_access_levels: [{ access_level: 30 }],
          approval_rules: [{ access_level: 40, required_approvals: 9 }],
        }),
      ).toMatchObject(refused('Approval rules required approvals must be less than or equal to 5'))
      expect(await change({ deploy_access_levels: [{ id: 1, access_level: 50 }] })).toMatchObject(
        badParameters('deploy_access_levels[0][access_level] does not have a valid value'),
      )
      expect(await read()).toEqual(before)
    })

    it('refuses ids of rules of other environments and unknown ids', async () => {
      const before = await protect(both)
      await protect({}, 'staging')
      expect(await change({ deploy_access_levels: [{ id: 3, access_level: 30 }] })).toMatchObject(notFound)
      expect(await change({ deploy_access_levels: [{ access_level: 60 }, { id: 99, _destroy: true }] })).toMatchObject(
        notFound,
      )
      expect(await change({ approval_rules: [{ id: 99, access_level: 40 }] })).toMatchObject(notFound)
      expect(await read()).toEqual(before)
      expect(await change({}, 'gone')).toMatchObject(notFound)
    })

    it('deletes deploy access levels, but not the last one', async () => {
      await protect(both)
      expect(await change({ deploy_access_levels: [{ id: 1, _destroy: true }] })).toMatchObject({
        status: 200,
        body: { deploy_access_levels: [{ id: 2 }] },
      })
      expect(await change({ deploy_access_levels: [{ id: 2, _destroy: true }] })).toMatchObject(refused(tooShort))
      // What has no id yet has nothing to be destroyed.
      expect(await change({ deploy_access_levels: [{ access_level: 30, _destroy: true }] })).toMatchObject({
        status: 200,
      })
      expect((await read()).deploy_access_levels).toMatchObject([{ id: 2, user_id: developer }])
      // One request may take the last and bring another.
      expect(await change({ deploy_access_levels: [{ id: 2, _destroy: true }, { access_level: 30 }] })).toMatchObject({
        status: 200,
        body: { deploy_access_levels: [{ id: 3, access_level: 30 }] },
      })
    })

    it.each([{}, { user_id: null }])('deletes approval rules by their ids, with %j', async (more) => {
      await protect(both)
      expect(await change({ approval_rules: [{ id: 1, _destroy: true, ...more }] })).toMatchObject({
        status: 200,
        body: { approval_rules: [] },
      })
    })
  })

  describe('list', () => {
    it('lists protected environments by name, in pages', async () => {
      for (const name of ['b', 'a/z', 'B', 'a']) await protect({}, name)
      expect(await names()).toEqual(['B', 'a', 'a/z', 'b'])
      expect(await names('?per_page=3&page=2')).toEqual(['b'])
      expect((await emulator.get(`${at}?per_page=3`)).headers.get('x-total')).toBe('4')
    })
  })

  describe('delete', () => {
    it('deletes a protection, and responds with 404 the second time', async () => {
      await protect({}, 'eu/production')
      expect(await emulator.delete(`${at}/eu%2Fproduction`)).toMatchObject({ status: 204, body: undefined })
      expect(await emulator.delete(`${at}/eu%2Fproduction`)).toMatchObject(notFound)
      expect(await names()).toEqual([])
      const { deploy_access_levels } = await protect({}, 'eu/production')
      expect(deploy_access_levels).toMatchObject([{ id: 2 }])
    })

    it('respects If-Unmodified-Since when it deletes a protection', async () => {
      await protect()
      const before = { 'If-Unmodified-Since': new Date(Date.parse(testNow) - 1000).toUTCString() }
      expect(await emulator.delete(`${at}/production`, { headers: before })).toMatchObject({ status: 412 })
      const since = { 'If-Unmodified-Since': new Date(testNow).toUTCString() }
      expect(await emulator.delete(`${at}/production`, { headers: since })).toMatchObject({ status: 204 })
    })
  })

  describe('access', () => {
    const requests = (path: string): [string, string, object?][] => [
      ['GET', path],
      ['GET', `${path}/production`],
      ['POST', path, {}],
      ['PUT', `${path}/production`, { deploy_access_levels: 1 }],
      ['DELETE', `${path}/production`],
    ]
    const asks = async (path: string, as: string | null) => {
      const responses: TestResponse[] = []
      for (const [method, target, json] of requests(path)) {
        responses.push(await emulator.send(method, target, { as, ...(json && { json }) }))
      }
      return responses
    }

    it.each(['developer', 'reporter', 'guest'])(
      'refuses a %s all requests, even reading, before the parameters are validated',
      async (as) => {
        for (const response of await asks(at, as)) expect(response).toMatchObject(forbidden)
      },
    )

    it('refuses anonymous callers, with 404 in private projects', async () => {
      for (const response of await asks('/projects/2/protected_environments', null))
        expect(response).toMatchObject(forbidden)
      for (const response of await asks(at, null)) expect(response).toMatchObject(projectNotFound)
    })

    it('reports a hidden or missing project first', async () => {
      const infra = '/projects/3/protected_environments'
      for (const response of await asks(infra, 'outsider')) expect(response).toMatchObject(projectNotFound)
      const gone = '/projects/99/protected_environments'
      for (const response of await asks(gone, 'root')) expect(response).toMatchObject(projectNotFound)
    })

    it.each(['maintainer', 'owner', 'root'])(
      'lets a %s pass to the validation of the parameters and then to the environment',
      async (as) => {
        expect((await asks(at, as)).map(({ status }) => status)).toEqual([200, 404, 400, 400, 404])
      },
    )

    it('lets a read-only token read, but not write', async () => {
      const responses = await asks(at, 'readonly')
      expect(responses.map(({ status }) => status)).toEqual([200, 404, 403, 403, 403])
      expect(responses[2]).toMatchObject({ body: { error: 'insufficient_scope' } })
    })
  })
})

describe.each<Flavor>(['spec', 'gitlab'])('protected environments of a lower tier, flavor %s', (flavor) => {
  const free = useEmulator({ flavor, tier: 'free' })
  const premium = useEmulator({ flavor, tier: 'premium' })

  const community = useEmulator({ flavor, tier: 'ce' })

  it('does not have the routes in the lowest edition', async () => {
    const lowest = flavor === 'spec' ? free : community
    const missing = { status: 404, body: { error: '404 Not Found' } }
    expect(await lowest.get(at)).toMatchObject(missing)
    expect(await lowest.post(at, {}, { as: 'guest' })).toMatchObject(missing)
    expect(await lowest.delete(`${at}/x`, { as: null })).toMatchObject(missing)
  })

  it('has the routes in GitLab without a license', async () => {
    const asked = { name: 'production', deploy_access_levels: [{ access_level: 40 }] }
    expect((await free.post(at, asked)).status).toBe(flavor === 'spec' ? 404 : 201)
  })

  it('has the routes in the tier premium', async () => {
    expect(await premium.get(at)).toMatchObject({ status: 200, body: [] })
  })
})
