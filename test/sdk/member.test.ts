import type { Client } from '../../sdk'
import { client, closeClients } from './support/client'
import { bare, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const member = { id: 7, username: 'outsider', access_level: 20, expires_at: null }

describe.each(['projects', 'groups'] as const)('the members of %s', (parents) => {
  const at = `/api/v4/${parents}/acme%2Fweb/members`
  const of = (api: Client) => (parents === 'projects' ? api.projectMembers : api.groupMembers)

  test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
    ['list', (api) => of(api).list('acme/web').all(), `GET ${at}?per_page=100`],
    ['get', (api) => of(api).get('acme/web', 7), `GET ${at}/7`],
    ['getInherited', (api) => of(api).getInherited('acme/web', 7), `GET ${at}/all/7`],
    [
      'create',
      (api) => of(api).create('acme/web', { user_id: 7, access_level: 20 }),
      `POST ${at}`,
      { user_id: 7, access_level: 20 },
    ],
    [
      'update',
      (api) => of(api).update('acme/web', 7, { access_level: 20, member_role_id: null }),
      `PUT ${at}/7`,
      { access_level: 20, member_role_id: null },
    ],
    ['delete', (api) => of(api).delete('acme/web', 7), `DELETE ${at}/7`],
    [
      'delete with options',
      (api) => of(api).delete('acme/web', 7, { skip_subresources: true, unassign_issuables: false }),
      `DELETE ${at}/7?skip_subresources=true&unassign_issuables=false`,
    ],
  ])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
    const service = await serve(({ method, url }) => {
      if (method === 'DELETE') return bare(204)
      return json(url.includes('per_page') ? [member] : member, method === 'POST' ? 201 : 200)
    })
    const result = await call(client(service.url))
    expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [member] : member)
    expect(service.lines()).toEqual([line])
    expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
  })
})
