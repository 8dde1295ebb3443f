import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'

import { type Emulator, startEmulator, type World } from '..'

const now = '2026-06-15T12:00:00.000Z'

/** A world with all fields. */
const full: World = {
  users: {
    anna: { id: 5, name: 'Anna Adams', email: 'anna@shop.example', token: 'annas-token' },
    ben: null,
    carl: { blocked: true, external: true, admin: false },
    dora: {
      tokens: [
        { token: 'read-only', name: 'reader', scopes: ['read_api'], expiresAt: '2026-12-31' },
        { token: 'was-revoked', revoked: true },
      ],
    },
  },
  groups: {
    'shop/platform': { id: 20, name: 'Platform', description: 'What all need', visibility: 'private' },
    shop: {
      visibility: 'internal',
      members: { anna: 'owner', ben: { role: 'maintainer', expiresAt: '2026-07-01' } },
      labels: { shared: { color: 'red', description: 'of the group' } },
      variables: [{ key: 'REGION', value: 'eu' }],
    },
    ops: { members: { dora: 'developer' }, sharedWith: { shop: 'reporter' } },
  },
  projects: {
    'shop/web': {
      id: 42,
      name: 'Web Shop',
      description: 'Sells',
      visibility: 'internal',
      topics: ['shop'],
      formerPaths: ['shop/site'],
      defaultBranch: 'trunk',
      branches: ['next'],
      tags: ['v1.0.0'],
      members: { dora: 'guest' },
      sharedWith: { ops: { role: 'reporter', expiresAt: '2026-07-01' } },
      environments: ['production', { name: 'qa', tier: 'other', externalUrl: 'https://qa.example', description: 'x' }],
      labels: { bug: 'crimson', feature: { color: '#2E8B57', description: 'New', priority: 1 } },
      variables: [
        { key: 'DB', value: 'postgres://db', environmentScope: 'qa', protected: true, raw: true, description: 'x' },
        { key: 'DB', value: 'secret-password', hidden: true, file: true },
      ],
      issues: [
        'First',
        { title: 'Second', description: 'x', closed: true, confidential: true, author: 'ben', labels: ['bug'] },
      ],
    },
    'shop/platform/old': { archived: true, branches: [] },
    'anna/notes': null,
  },
}

const running: Emulator[] = []
const folder = mkdtempSync(join(tmpdir(), 'trueup-world-'))
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts an emulator with the world. Returns a function that sends requests to it. */
async function begin(world: World | string, more: { data?: string } = {}) {
  const emulator = await startEmulator({ world, now, flavor: 'gitlab', ...more })
  running.push(emulator)
  return async (path: string, token = 'emulator-root', init: RequestInit = {}) => {
    const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' }
    const response = await fetch(`${emulator.url}/api/v4${path}`, { ...init, headers, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, body: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text }
  }
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('a world', () => {
  it('creates the declared users, and an administrator', async () => {
    const get = await begin(full)
    expect(await get('/user')).toMatchObject({ body: { id: 1, username: 'root', is_admin: true } })
    expect(await get('/user', 'annas-token')).toMatchObject({
      body: { id: 5, username: 'anna', name: 'Anna Adams', email: 'anna@shop.example', created_at: now },
    })
    expect(await get('/user', 'emulator-anna')).toMatchObject({ status: 401 })
    expect(await get('/user', 'emulator-ben')).toMatchObject({ body: { id: 2, name: 'ben', email: 'ben@example.com' } })
    expect(await get('/user', 'emulator-carl')).toMatchObject({ status: 403 })
    expect(await get('/user', 'was-revoked')).toMatchObject({ status: 401 })
    expect(await get('/personal_access_tokens/self', 'read-only')).toMatchObject({
      body: { name: 'reader', scopes: ['read_api'], expires_at: '2026-12-31' },
    })
  })

  it('creates nested groups with members, shares and labels', async () => {
    const get = await begin(full)
    expect(await get('/groups/shop%2Fplatform', 'annas-token')).toMatchObject({
      body: { id: 20, name: 'Platform', full_name: 'shop / Platform', description: 'What all need' },
    })
    expect(await get('/groups/shop/members')).toMatchObject({
      body: [
        { username: 'anna', access_level: 50, expires_at: null },
        { username: 'ben', access_level: 40, expires_at: '2026-07-01' },
      ],
    })
    expect(await get('/groups/ops', 'annas-token')).toMatchObject({
      body: { shared_with_groups: [{ group_full_path: 'shop', group_access_level: 20 }] },
    })
    expect(await get('/projects/42/labels?include_ancestor_groups=true')).toMatchObject({
      body: [{ name: 'bug', color: '#DC143C' }, { name: 'feature', priority: 1 }, { name: 'shared' }],
    })
  })

  it('creates CI/CD variables of groups and projects', async () => {
    const get = await begin(full)
    const plain = { protected: false, masked: false, hidden: false, raw: false, description: null }
    expect(await get('/groups/shop/variables', 'annas-token')).toMatchObject({
      body: [{ ...plain, variable_type: 'env_var', key: 'REGION', value: 'eu', environment_scope: '*' }],
    })
    expect(await get('/projects/42/variables', 'annas-token')).toMatchObject({
      body: [
        { ...plain, key: 'DB', value: 'postgres://db', environment_scope: 'qa', protected: true, raw: true },
        { ...plain, variable_type: 'file', key: 'DB', value: null, masked: true, hidden: true },
      ].map(({ description: _, ...variable }) => variable),
    })
  })

  it('creates projects with their contents', async () => {
    const get = await begin(full)
    expect(await get('/projects/shop%2Fweb')).toMatchObject({
      body: {
        id: 42,
        name: 'Web Shop',
        description: 'Sells',
        visibility: 'internal',
        topics: ['shop'],
        default_branch: 'trunk',
        empty_repo: false,
        shared_with_groups: [{ group_full_path: 'ops', group_access_level: 20, expires_at: '2026-07-01' }],
      },
    })
    expect(await get('/projects/shop%2Fsite')).toMatchObject({ status: 301 })
    expect(await get('/projects/42/environments')).toMatchObject({
      body: [
        { name: 'production', tier: 'production' },
        { name: 'qa', tier: 'other', external_url: 'https://qa.example' },
      ],
    })
    expect(await get('/projects/42/issues?sort=asc')).toMatchObject({
      body: [
        { iid: 1, title: 'First', state: 'opened' },
        { iid: 2, title: 'Second', state: 'closed', confidential: true, author: { username: 'ben' }, labels: ['bug'] },
      ],
    })
    expect(await get('/projects/42/members/all')).toMatchObject({
      body: [{ username: 'anna' }, { username: 'ben' }, { username: 'dora', access_level: 20 }],
    })
    for (const ref of ['trunk', 'next', 'v1.0.0']) {
      const init = { method: 'POST', body: JSON.stringify({ ref }) }
      expect(await get('/projects/42/pipeline', 'annas-token', init)).toMatchObject({ status: 201, body: { ref } })
    }
    expect(await get('/projects/shop%2Fplatform%2Fold')).toMatchObject({ body: { archived: true, empty_repo: true } })
    expect(await get('/projects/anna%2Fnotes', 'annas-token')).toMatchObject({
      body: { namespace: { kind: 'user', full_path: 'anna' }, visibility: 'private' },
    })
  })

  it('continues numbering after the declared ids', async () => {
    const get = await begin(full)
    const post = (path: string, json: object) =>
      get(path, 'emulator-root', { method: 'POST', body: JSON.stringify(json) })
    expect(await post('/projects', { name: 'more', namespace_id: 20 })).toMatchObject({
      status: 201,
      body: { id: 43, path_with_namespace: 'shop/platform/more' },
    })
    expect(await post('/groups', { name: 'more', path: 'more' })).toMatchObject({ status: 201 })
  })

  it('accepts an empty world', async () => {
    const get = await begin({})
    expect(await get('/projects')).toEqual({ status: 200, body: [] })
    expect(await get('/user')).toMatchObject({ body: { username: 'root' } })
  })

  it('reads a world from a YAML or JSON file', async () => {
    const [yaml, json] = [
      file('world.yaml', 'x-team: &team { anna: owner }\nusers: { anna: }\ngroups: { shop: { members: *team } }\n'),
      file(
        'world.json',
        JSON.stringify({ $schema: 'x', users: { anna: {} }, groups: { shop: { members: { anna: 'owner' } } } }),
      ),
    ]
    for (const path of [yaml, json]) {
      expect(await (await begin(path))('/groups/shop/members')).toMatchObject({ body: [{ username: 'anna' }] })
    }
  })

  it('writes the world to a new data file, but not to an existing one', async () => {
    const data = join(folder, 'data.json')
    const get = await begin({ groups: { first: null } }, { data })
    expect(await get('/groups/first')).toMatchObject({ status: 200 })
    await running.pop()!.close()
    const again = await begin({ groups: { second: null } }, { data })
    expect(await again('/groups/first')).toMatchObject({ status: 200 })
    expect(await again('/groups/second')).toMatchObject({ status: 404 })
  })
})

describe('the error for an invalid world', () => {
  const refused = (world: unknown) =>
    startEmulator({ flavor: 'spec', world: world as World }).then(
      () => Promise.reject(new Error('it was taken')),
      (error: Error) => error.message,
    )

  it('lists all violations of the schema by path', async () => {
    const world = {
      users: { anna: { nam: 'Anna', token: 5 }, ben: 'x' },
      groups: { shop: { members: { anna: 'boss', carl: {} } } },
      projects: { 'shop/web': { labels: { bug: 5, b2: { colour: 'red' } }, environments: ['', { tier: 'x' }] } },
      project: {},
    }
    expect(await refused(world)).toBe(
      [
        'The world cannot be used:',
        '  unknown key "project": did you mean "projects"?',
        '  users.anna: unknown key "nam": did you mean "name"?',
        '  users.anna.token: must be a string (quote it if it looks like a number)',
        '  users.ben: must be null, or an object',
        '  groups.shop.members.anna: must be one of minimal, guest, planner, reporter, security_manager, developer, maintainer, owner',
        '  groups.shop.members.carl: "role" is missing',
        '  projects.shop/web.labels.bug: must be a string, or an object',
        '  projects.shop/web.labels.b2: unknown key "colour": did you mean "color"?',
        '  projects.shop/web.environments.0: is empty',
        '  projects.shop/web.environments.1: "name" is missing',
        '  projects.shop/web.environments.1.tier: must be one of production, staging, testing, development, other',
      ].join('\n'),
    )
  })

  it('lists references to undeclared objects, and values that the service refuses', async () => {
    const world = {
      users: { anna: {} },
      groups: {
        'a/b': null,
        shop: {
          members: { annna: 'owner' },
          labels: { 'a,b': 'red', c: { priority: 1 } },
          sharedWith: { zz: 'guest' },
        },
      },
      projects: {
        'shopp/web': null,
        'shop/open': { visibility: 'public' },
        'shop/-x': null,
        'shop/web': {
          environments: ['a+b'],
          variables: [{ key: 'A', value: 'short', masked: true }],
          issues: [{ title: 'x', labels: ['zz'], author: 'anna' }],
        },
      },
    }
    const message = await refused(world)
    for (const line of [
      /\n {2}groups\.a\/b: the group "a" does not exist: also declare it/,
      /\n {2}groups\.shop\.members\.annna: the user does not exist: declare it under users/,
      /\n {2}groups\.shop\.labels\.a,b: title is invalid/,
      /\n {2}groups\.shop\.labels\.c: "priority" is only allowed in labels of projects/,
      /\n {2}groups\.shop\.sharedWith\.zz: the group does not exist/,
      /\n {2}projects\.shopp\/web: the group or user "shopp" does not exist: declare it, or use the full path/,
      /\n {2}projects\.shop\/open: public is not allowed in a private group/,
      /\n {2}projects\.shop\/-x: .*path .*Cannot start with '-'/,
      /\n {2}projects\.shop\/web\.environments\.0: Name can contain only letters/,
      /\n {2}projects\.shop\/web\.variables\.0: value is invalid/,
      /\n {2}projects\.shop\/web\.issues\.0: the project has no label "zz"/,
    ]) {
      expect(message).toMatch(line)
    }
  })

  it('lists duplicate ids and tokens, without the tokens', async () => {
    const world = {
      users: { anna: { token: 'sEcret-1' }, ben: { tokens: [{ token: 'sEcret-1' }] } },
      projects: { 'a/b': { id: 3 }, 'a/c': { id: 3 } },
    }
    const message = await refused(world)
    expect(message).toContain('users.ben.tokens.0: is the same as another token')
    expect(message).toContain('projects.a/c.id: is also the id of "a/b"')
    expect(message).not.toContain('sEcret')
  })

  it('reports lines and columns of the file', async () => {
    const path = file('wrong.yaml', 'users:\n  anna:\n    token: [sEcret]\n    adminn: true\n')
    expect(await refused(path)).toBe(
      [
        `The world ${path} cannot be used:`,
        '  3:5 users.anna: unknown key "adminn": did you mean "admin"?',
        '  3:12 users.anna.token: must be a string (quote it if it looks like a number)',
      ].join('\n'),
    )
  })

  it.each([
    ['broken.yaml', 'users:\n  - a\n b: {sEcret', /^The world \S+ is not YAML, line \d+, column \d+: /],
    ['alias.yaml', 'users: *none', /^The world \S+ (cannot be used|is not YAML).*none/],
    ['twice.yaml', 'users: {}\nusers: {}', /is not YAML, line 2, column 1: Map keys must be unique/],
    ['list.yaml', '- a', /\n {2}(1:1 )?must be an object$/],
  ])('reports the invalid file %s', async (name, text, message) => {
    const error = await refused(file(name, text))
    expect(error).toMatch(message)
    expect(error).not.toContain('sEcret')
  })

  it('reports a missing file', async () => {
    expect(await refused(join(folder, 'nowhere.yaml'))).toMatch(/cannot be read \(ENOENT\): check the path/)
  })
})

it('validates a world with the schema for editors like with the emulator', () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '..', '..', 'schema', 'world.schema.json'), 'utf8')) as object
  const validate = new Ajv({ strict: false }).compile(schema)
  expect(validate(full)).toBe(true)
  expect(validate({ users: { anna: { nam: 'x' } } })).toBe(false)
})
