import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const old = '/projects/acme%2FOld-name'
const project404 = { status: 404, body: { message: '404 Project Not Found' } }

describe.each<Flavor>(['spec', 'gitlab'])('the former path of a project, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const movedTo = (rest: string) => ({
    status: 301,
    body: `This resource has been moved permanently to ${emulator.url}/api/v4/projects/1${rest}`,
  })

  it.each([
    ['the project', '', ''],
    ['something below it', '/labels/a%2Fb', ''],
    ['a query', '/labels', '?page=2&search=a%20b+c'],
  ])('redirects reading requests to the numeric id: %s', async (_case, rest, query) => {
    const response = await emulator.get(`${old}${rest}${query}`)
    expect(response).toMatchObject(movedTo(`${rest}${query}`))
    expect(response.headers.get('location')).toBe(`${emulator.url}/api/v4/projects/1${rest}${query}`)
    expect(response.headers.get('content-type')).toBe('text/plain')
  })

  it.each([
    ['POST', { name: 'bug', color: 'red' }],
    ['PUT', { name: 'bug', new_name: 'crash' }],
    ['DELETE', { name: 'bug' }],
  ])(`${spec ? 'redirects' : 'refuses'} writing requests: %s`, async (method, json) => {
    const response = await emulator.send(method, `${old}/labels`, { json })
    const turnedAway = { status: 405, body: { message: 'Non GET methods are not allowed for moved projects' } }
    expect(response).toMatchObject(spec ? movedTo('/labels') : turnedAway)
    expect(response.headers.has('location')).toBe(spec)
    expect((await emulator.get('/projects/1/labels')).body).toEqual([])
  })

  it(`${spec ? 'redirects' : 'refuses'} HEAD requests`, async () => {
    expect((await emulator.send('HEAD', old)).status).toBe(spec ? 301 : 405)
  })

  it('reports invalid parameters before a redirect', async () => {
    expect(await emulator.post(`${old}/labels`, {})).toMatchObject({ status: 400 })
  })

  it('responds with 404 if the caller cannot read the project', async () => {
    expect(await emulator.get(old, { as: null })).toMatchObject(project404)
    expect(await emulator.post(`${old}/pipeline`, { ref: 'main' }, { as: 'nobody' })).toMatchObject({ status: 401 })
    emulator.patch('projects', 1, { visibility: 'private' })
    expect(await emulator.get(old, { as: 'outsider' })).toMatchObject(project404)
  })

  it('does not redirect a path that another project uses', async () => {
    emulator.patch('projects', 2, { path_with_namespace: 'acme/old-name' })
    expect(await emulator.get(old)).toMatchObject({ status: 200, body: { id: 2 } })
  })

  it('finds a project by its former path in a body', async () => {
    const link = { target_project_id: 'acme/old-name', target_issue_iid: 2 }
    expect(await emulator.post('/projects/1/issues/1/links', link)).toMatchObject({ status: 201 })
  })

  it('does not redirect former paths of groups', async () => {
    emulator.patch('redirects', 1, { path: 'acme/old-group' })
    expect(await emulator.get('/groups/acme%2Fold-group')).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    })
  })
})
