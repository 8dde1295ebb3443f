import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const at = (scope: string) => `?filter[environment_scope]=${encodeURIComponent(scope)}`
const several = {
  status: 409,
  body: { message: "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'" },
}
const badKey = "can contain only letters, digits and '_'."
const badScope = "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces"
const failed = { message: '500 Internal Server Error' }
const defaults = {
  ...{ variable_type: 'env_var', hidden: false, protected: false, masked: false, raw: false },
  ...{ environment_scope: '*', description: null },
}

describe.each<[Flavor, string, string]>([
  ['spec', 'projects/1', 'Variable'],
  ['gitlab', 'projects/1', 'Variable'],
  ['spec', 'groups/10', 'GroupVariable'],
  ['gitlab', 'groups/10', 'GroupVariable'],
])('variables, flavor %s, of %s', (flavor, parent, what) => {
  const emulator = useEmulator({ flavor })
  const collection = `/${parent}/variables`
  const of = { as: 'owner' } as const
  const create = (body: object) => emulator.post(collection, { key: 'A', value: 'a value', ...body }, of)
  const update = (body: object, query = '') => emulator.put(`${collection}/A${query}`, body, of)
  const read = (query = '') => emulator.get(`${collection}/A${query}`, of)
  const gone = { status: 404, body: { message: `404 ${what} Not Found` } }

  it('creates and reads a variable with all fields', async () => {
    const body = { ...defaults, key: 'A', value: 'a value' }
    expect(await create({})).toEqual(expect.objectContaining({ status: 201, body }))
    expect(await read()).toMatchObject({ status: 200, body })
    const fields = { protected: true, raw: true, variable_type: 'file', environment_scope: 'qa', description: 'x' }
    expect(await create(fields)).toMatchObject({ status: 201, body: fields })
  })

  it('lists variables in the order of creation', async () => {
    for (const key of ['B', 'A', '_']) await create({ key })
    expect(await emulator.get(`${collection}?per_page=2`, of)).toMatchObject({ body: [{ key: 'B' }, { key: 'A' }] })
  })

  it('removes whitespace around the key and the environment scope', async () => {
    const sent = { key: ' A\n', environment_scope: ' qa ', value: ' a ' }
    expect(await create(sent)).toMatchObject({ body: { key: 'A', environment_scope: 'qa', value: ' a ' } })
    expect(await create({ environment_scope: 'qa' })).toMatchObject({ status: 400 })
  })

  it.each<[object, number, object]>([
    [{ key: undefined, value: undefined }, 400, { error: 'key is missing, value is missing' }],
    [{ key: ' ' }, 400, { message: { key: ["can't be blank", badKey] } }],
    [{ key: 'A-B' }, 400, { message: { key: [badKey] } }],
    [{ key: 'a'.repeat(256) }, 400, { message: { key: ['is too long (maximum is 255 characters)'] } }],
    [{ value: ['a'] }, 400, { error: 'value is invalid' }],
    [{ environment_scope: '' }, 400, { message: { environment_scope: ["can't be blank", badScope] } }],
    [{ environment_scope: 'a,b' }, 400, { message: { environment_scope: [badScope] } }],
    [{ description: 'x'.repeat(256) }, 400, { message: { description: ['is too long (maximum is 255 characters)'] } }],
    [{ variable_type: 'x' }, 400, { error: 'variable_type does not have a valid value' }],
    [{ masked: null, raw: null }, 400, { message: { masked: [expect.any(String)], raw: [expect.any(String)] } }],
    [{ protected: null }, 500, failed],
    [{ variable_type: null }, 500, failed],
  ])('refuses %j with status %i', async (sent, status, body) => {
    expect(await create(sent)).toMatchObject({ status, body })
    expect((await emulator.get(collection, of)).body).toEqual([])
  })

  it.each([
    ['password', true, true],
    ['1234567', false, false],
    ['a_b-c+d=e/f@g:h.i~j', true, true],
    ['$VARIABLE', false, true],
    ['ünïcödé!', false, true],
    ['two words', false, false],
    ['password\n', false, false],
    [null, false, false],
  ])('masks the value %j: %p, and if it is raw: %p', async (value, plain, raw) => {
    expect((await create({ value, masked: true })).status).toBe(plain ? 201 : 400)
    expect((await create({ key: 'R', value, masked: true, raw: true })).status).toBe(raw ? 201 : 400)
  })

  it('validates the value of a masked variable again when only raw or masked changes', async () => {
    const refused = { status: 400, body: { message: { value: ['is invalid'] } } }
    await create({ value: 'hash#hash#' })
    expect(await update({ masked: true })).toMatchObject(refused)
    expect(await update({ masked: true, raw: true })).toMatchObject({ status: 200 })
    expect(await update({ raw: false })).toMatchObject(refused)
    expect(await read()).toMatchObject({ body: { masked: true, raw: true } })
  })

  it('never returns the value of a hidden variable, and does not reveal it later', async () => {
    const hidden = { hidden: true, masked: true, value: null }
    expect(await create({ value: 'a-secret', masked_and_hidden: true, masked: false })).toMatchObject({ body: hidden })
    expect(await read()).toMatchObject({ body: hidden })
    expect((await emulator.get(collection, of)).body).toMatchObject([hidden])
    expect(await update({ value: 'other-secret', description: 'x' })).toMatchObject({ status: 200, body: hidden })
    const message = { base: ['The visibility setting cannot be changed for masked and hidden variables.'] }
    expect(await update({ masked: false })).toMatchObject({ status: 400, body: { message } })
    expect(emulator.state().collections['variables']?.records).toMatchObject([{ value: 'other-secret' }])
  })

  it('cannot hide an existing variable', async () => {
    await create({ value: 'a-secret' })
    expect(await update({ masked_and_hidden: true, hidden: true })).toMatchObject({ body: { value: 'a-secret' } })
  })

  it('updates the sent fields, and never the key', async () => {
    await create({ description: 'x' })
    expect(await update({ key: 'B', value: 'other' })).toMatchObject({
      status: 200,
      body: { key: 'A', value: 'other', description: 'x' },
    })
    expect(await update({})).toMatchObject({ status: 200, body: { value: 'other' } })
    expect(await update({ value: null, description: null })).toMatchObject({ body: { value: null, description: null } })
  })

  it('requires a filter to read or delete one of several variables with the same key', async () => {
    await create({})
    await create({ environment_scope: 'qa' })
    expect(await read()).toMatchObject(several)
    expect(await read(at('qa'))).toMatchObject({ body: { environment_scope: 'qa' } })
    for (const scope of ['QA', ' qa', 'q*']) expect(await read(at(scope))).toMatchObject(gone)
    expect(await read(at(''))).toMatchObject(several)
    expect(await emulator.delete(`${collection}/A`, of)).toMatchObject(several)
    expect(await emulator.delete(`${collection}/A${at('qa')}`, of)).toMatchObject({ status: 204 })
    expect(await emulator.delete(`${collection}/A${at('qa')}`, of)).toMatchObject(gone)
    expect(await emulator.delete(`${collection}/A`, of)).toMatchObject({ status: 204 })
    expect(await read()).toMatchObject(gone)
  })

  it('moves a variable to another environment scope, unless it is taken', async () => {
    await create({})
    await create({ environment_scope: 'qa' })
    expect(await update({ environment_scope: '*' }, at('qa'))).toMatchObject({
      status: 400,
      body: { message: { key: ['(A) has already been taken'] } },
    })
    expect(await update({ environment_scope: 'prod' }, at('qa'))).toMatchObject({ body: { environment_scope: 'prod' } })
    expect(await update({ value: 'x', filter: { environment_scope: 'prod' } })).toMatchObject({ body: { value: 'x' } })
  })

  it('ignores a format after the key, and fails for a blank key', async () => {
    await create({})
    expect(await emulator.get(`${collection}/A.json`, of)).toMatchObject({ status: 200 })
    expect(await emulator.get(`${collection}/%20`, of)).toMatchObject({ status: 500 })
  })

  it('does not delete a variable that was changed after the time in the request', async () => {
    await create({})
    const headers = { 'If-Unmodified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT' }
    expect(await emulator.delete(`${collection}/A`, { ...of, headers })).toMatchObject({ status: 412 })
    expect(await read()).toMatchObject({ status: 200 })
  })

  it('limits the number of variables', async () => {
    const { body } = await create({})
    const limit = parent.startsWith('projects') ? 8_000 : 30_000
    const state = emulator.state()
    const { records } = state.collections['variables']!
    const copies = Array.from({ length: limit - 1 }, (_, index) => ({
      ...records[0]!,
      id: index + 2,
      key: `K${index}`,
    }))
    emulator.setState({
      ...state,
      collections: { ...state.collections, variables: { next: limit + 1, records: [...records, ...copies] } },
    })
    const kind = parent.split('s/')[0]
    const base = [`Maximum number of ${kind} ci variables (${limit}) exceeded`]
    expect(await create({ key: 'B' })).toMatchObject({ status: 400, body: { message: { base } } })
    expect(await update({ description: 'x' })).toMatchObject({ body: { ...(body as object), description: 'x' } })
  })

  it('does not show values in the request log', async () => {
    await create({ value: 'S3cr3tXyzzy' })
    await update({ value: 'S3cr3tXyzzy2' })
    await emulator.put(`${collection}/A?value=S3cr3tXyzzy3`, undefined, of)
    expect(await read()).toMatchObject({ body: { value: 'S3cr3tXyzzy3' } })
    expect(JSON.stringify(emulator.requests())).not.toContain('S3cr3t')
  })
})

describe('variables of projects', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const collection = '/projects/1/variables'
  const variable = { key: 'A', value: 'a value' }

  it('requires the filter to match for an update', async () => {
    await emulator.post(collection, variable)
    await emulator.post(collection, { ...variable, environment_scope: 'qa' })
    expect(await emulator.put(`${collection}/A`, { value: 'x' })).toMatchObject(several)
    expect(await emulator.put(`${collection}/A${at('none')}`, { value: 'x' })).toMatchObject({ status: 404 })
  })

  it.each(['filter=qa', 'filter[]=qa', 'filter[environment_scope][]=qa'])('refuses the filter %s', async (query) => {
    expect(await emulator.get(`${collection}/A?${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^filter\S* is invalid$/) },
    })
  })

  it('requires the Maintainer role, also to read', async () => {
    for (const as of ['developer', 'outsider'] as const) {
      expect(await emulator.get(collection, { as })).toMatchObject({ status: 403 })
      expect(await emulator.post(collection, {}, { as })).toMatchObject({ status: 403 })
    }
    expect(await emulator.get('/projects/2/variables', { as: null })).toMatchObject({ status: 401 })
    expect(await emulator.get(collection, { as: 'readonly' })).toMatchObject({ status: 200 })
  })

  it('refuses all users while CI/CD is disabled, but not in an archived project', async () => {
    await emulator.post('/projects/1/archive', undefined, { as: 'owner' })
    expect(await emulator.post(collection, variable)).toMatchObject({ status: 201 })
    await emulator.post('/projects/1/unarchive', undefined, { as: 'owner' })
    await emulator.put('/projects/1', { builds_access_level: 'disabled' }, { as: 'owner' })
    for (const as of ['root', 'owner', 'maintainer'] as const) {
      expect(await emulator.get(`${collection}/A`, { as })).toMatchObject({ status: 403 })
    }
  })

  it('accepts an environment scope of any length', async () => {
    const sent = { ...variable, environment_scope: 'x'.repeat(256) }
    expect(await emulator.post(collection, sent)).toMatchObject({ status: 201, body: sent })
  })
})

describe('variables of groups', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const collection = '/groups/10/variables'
  const of = { as: 'owner' } as const
  const create = (body: object) => emulator.post(collection, { key: 'A', value: 'a value', ...body }, of)
  const update = (body: object, query = '') => emulator.put(`${collection}/A${query}`, body, of)

  it('changes another variable with the same key if no variable matches the filter of an update', async () => {
    await create({})
    emulator.advanceClock(1)
    await create({ environment_scope: 'qa' })
    emulator.advanceClock(1)
    expect(await update({ value: 'x' }, at('none'))).toMatchObject({ body: { value: 'x', environment_scope: '*' } })
    expect(await update({ value: 'y' })).toMatchObject({ body: { value: 'y', environment_scope: 'qa' } })
    expect(await emulator.get(`${collection}/A${at('none')}`, of)).toMatchObject({ status: 404 })
    expect(await update({ value: 'z', filter: null })).toMatchObject(several)
  })

  it.each(['filter=qa', 'filter[]=qa', 'filter[environment_scope][x]=qa'])('fails for the filter %s', async (query) => {
    expect(await emulator.get(`${collection}/A?${query}`, of)).toMatchObject({ status: 500 })
  })

  it('accepts a list of environment scopes in the filter', async () => {
    await create({})
    await create({ environment_scope: 'qa' })
    const query = '?filter[environment_scope][]=qa&filter[environment_scope][]=none'
    expect(await emulator.get(`${collection}/A${query}`, of)).toMatchObject({ body: { environment_scope: 'qa' } })
  })

  it('fails for an environment scope that is too long', async () => {
    expect(await create({ environment_scope: 'x'.repeat(256) })).toMatchObject({ status: 500 })
  })

  it('requires the Owner role, and does not include variables of other groups', async () => {
    await create({})
    expect(await emulator.get(collection)).toMatchObject({ status: 403 })
    expect(await emulator.get('/groups/11/variables', of)).toMatchObject({ body: [] })
    expect(await emulator.get(`/projects/1/variables`)).toMatchObject({ body: [] })
  })

  it('deletes the variables of a group and of its projects with the group', async () => {
    await emulator.post('/groups/11/variables', { key: 'A', value: 'x' }, of)
    await emulator.post('/projects/3/variables', { key: 'A', value: 'x' }, of)
    await emulator.delete('/groups/11', of)
    const query = 'permanently_remove=true&full_path=acme/platform-deletion_scheduled-11'
    expect(await emulator.delete(`/groups/11?${query}`, of)).toMatchObject({ status: 202 })
    expect(emulator.state().collections['variables']?.records).toEqual([])
  })
})

describe.each(['ce', 'free'] as const)('variables in the tier %s', (tier) => {
  const emulator = useEmulator({ flavor: 'gitlab', tier })
  const sent = { key: 'A', value: 'a value', environment_scope: 'qa' }

  it('ignores the environment scope of variables of groups', async () => {
    const made = await emulator.post('/groups/10/variables', sent, { as: 'owner' })
    expect(made).toMatchObject({ status: 201, body: { environment_scope: '*' } })
    const changed = await emulator.put('/groups/10/variables/A', { environment_scope: 'qa' }, { as: 'owner' })
    expect(changed).toMatchObject({ status: 200, body: { environment_scope: '*' } })
    expect(await emulator.post('/projects/1/variables', sent)).toMatchObject({ body: { environment_scope: 'qa' } })
  })
})
