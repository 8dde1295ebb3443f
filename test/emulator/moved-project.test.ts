import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

const old = '/projects/acme%2FOld-name'
const project404 = { status: 404, body: { message: '404 Project Not Found' } }

it.each([
  ['the project', '', ''],
  ['something below it', '/labels/a%2Fb', ''],
  ['a query', '/labels', '?page=2&search=a%20b+c'],
])('reading leads to the numeric id: %s', async (_case, rest, query) => {
  const answer = await emulator.get(`${old}${rest}${query}`)
  const url = `${emulator.url}/api/v4/projects/1${rest}${query}`
  expect(answer).toMatchObject({ status: 301, body: `This resource has been moved permanently to ${url}` })
  expect(answer.headers.get('location')).toBe(url)
  expect(answer.headers.get('content-type')).toBe('text/plain')
})

it.each([
  ['POST', { name: 'bug', color: 'red' }],
  ['PUT', { name: 'bug', new_name: 'crash' }],
  ['DELETE', { name: 'bug' }],
])('%s is not allowed', async (method, json) => {
  expect(await emulator.send(method, `${old}/labels`, { json })).toMatchObject({
    status: 405,
    body: { message: 'Non GET methods are not allowed for moved projects' },
  })
})

it('HEAD is not allowed either', async () => {
  expect((await emulator.send('HEAD', old)).status).toBe(405)
})

it('bad parameters are found first', async () => {
  expect(await emulator.post(`${old}/labels`, {})).toMatchObject({ status: 400 })
})

it('who cannot read the project learns nothing', async () => {
  expect(await emulator.get(old, { as: null })).toMatchObject(project404)
})

it('a project that took the path goes before the one that left it', async () => {
  emulator.patch('projects', 2, { path_with_namespace: 'acme/old-name' })
  expect(await emulator.get(old)).toMatchObject({ status: 200, body: { id: 2 } })
})

it('groups have no such memory', async () => {
  expect(await emulator.get('/groups/acme%2Fold-name')).toMatchObject({
    status: 404,
    body: { message: '404 Group Not Found' },
  })
})
