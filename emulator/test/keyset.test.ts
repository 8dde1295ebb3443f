import { type RequestOptions, useEmulator } from './support/emulator'

import type { EmulatorState, Flavor, Stored } from '..'

const anonymous = { as: null }
const badParameters = (error: string) => ({ status: 400, body: { error } })
const notYet = {
  status: 405,
  body: { error: 'Keyset pagination is not yet available for this type of request' },
}
const tooFar = (type: string) => ({
  status: 405,
  body: {
    error:
      `Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type ${type}. ` +
      'Remaining records can be retrieved using keyset pagination.',
  },
})

describe.each<Flavor>(['spec', 'gitlab'])('keyset pagination, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'

  const page = async (path: string, asked?: RequestOptions) => {
    const { status, headers, body } = await emulator.get(path, asked)
    expect(status).toBe(200)
    return {
      ids: (body as { id: number }[]).map(({ id }) => id),
      link: headers.get('link'),
      next: headers.get('x-next-cursor'),
      previous: headers.get('x-prev-cursor'),
      total: headers.get('x-total'),
      number: headers.get('x-page'),
    }
  }

  /** All pages along the links. */
  async function walk(path: string, asked?: RequestOptions): Promise<number[][]> {
    const pages: number[][] = []
    for (let at: string | undefined = path; at !== undefined;) {
      const { ids, link } = await page(at, asked)
      pages.push(ids)
      at = /^<.*?\/api\/v4(.*)>; rel="next"$/.exec(link ?? '')?.[1]
      expect(link === null || at !== undefined).toBe(true)
    }
    return pages
  }

  describe('of projects', () => {
    it.each([
      ['asc', [[1, 2], [3], []]],
      ['desc', [[3, 2], [1], []]],
    ])('paginates projects by id, %s, up to an empty page', async (sort, pages) => {
      expect(await walk(`/projects?pagination=keyset&order_by=id&sort=${sort}&per_page=2`)).toEqual(pages)
    })

    it('links to the next page of projects by id, with the other parameters', async () => {
      const { link, next, total, number } = await page(
        '/projects?pagination=keyset&order_by=id&sort=asc&per_page=2&archived=false',
      )
      const query = new URL(/^<(.*)>; rel="next"$/.exec(link!)![1]!).searchParams
      expect(Object.fromEntries(query)).toMatchObject({
        id_after: '2',
        pagination: 'keyset',
        order_by: 'id',
        sort: 'asc',
        per_page: '2',
        archived: 'false',
      })
      expect(query.has('page')).toBe(false)
      expect([next, total, number]).toEqual([null, null, null])
      expect((await page('/projects?pagination=keyset&order_by=id&sort=desc&per_page=1')).link).toContain('id_before=3')
    })

    it('refuses keyset pagination of projects by other fields than the id', async () => {
      for (const order of ['name', 'created_at']) {
        const path = `/projects?pagination=keyset&order_by=${order}&sort=asc`
        expect(await emulator.get(path)).toMatchObject(notYet)
      }
    })

    it('refuses keyset pagination of projects without an order', async () => {
      const path = '/projects?pagination=keyset'
      if (!spec) return expect(await emulator.get(path)).toMatchObject(notYet)
      expect(await emulator.get(path)).toMatchObject(badParameters('order_by is missing, sort is missing'))
      expect(await emulator.get(`${path}&order_by=id`)).toMatchObject(badParameters('sort is missing'))
    })
  })

  describe('of users', () => {
    const byName = [4, 6, 3, 7, 2, 5, 1]
    const ends = spec ? [[]] : []

    it.each([
      ['id', 'asc', [1, 2, 3, 4, 5, 6, 7]],
      ['id', 'desc', [7, 6, 5, 4, 3, 2, 1]],
      ['username', 'asc', byName],
      ['name', 'desc', [...byName].reverse()],
    ])('paginates users by %s, %s', async (order, sort, all) => {
      const pages = [all.slice(0, 3), all.slice(3, 6), all.slice(6), ...ends]
      expect(await walk(`/users?pagination=keyset&order_by=${order}&sort=${sort}&per_page=3`)).toEqual(pages)
    })

    it('orders users with the same name by id', async () => {
      for (let id = 1; id <= 7; id++) emulator.patch('users', id, { name: 'Same' })
      const pages = [[7, 6, 5], [4, 3, 2], [1], ...ends]
      expect(await walk('/users?pagination=keyset&order_by=name&sort=desc&per_page=3')).toEqual(pages)
    })

    it('returns cursors to the next and the previous page', async () => {
      const path = '/users?pagination=keyset&order_by=username&sort=asc&per_page=3'
      const first = await page(path)
      expect([first.ids, first.previous, first.total]).toEqual([byName.slice(0, 3), spec ? '' : null, null])
      expect(first.link).toContain(`cursor=${encodeURIComponent(first.next!)}`)
      expect(JSON.parse(Buffer.from(first.next!, 'base64url').toString())).toEqual({
        username: 'maintainer',
        id: '3',
        _kd: 'n',
      })
      const second = await page(`${path}&cursor=${first.next}`)
      const third = await page(`${path}&cursor=${second.next}`)
      expect([second.ids, third.ids]).toEqual([byName.slice(3, 6), byName.slice(6)])
      expect(Boolean(third.next)).toBe(spec)
      expect(third.link === null).toBe(!spec)
      expect((await page(`${path}&cursor=${third.previous}`)).ids).toEqual(second.ids)
      expect((await page(`${path}&cursor=${second.previous}`)).ids).toEqual(first.ids)
    })

    it('lists users for anonymous callers only in the specification, with few fields', async () => {
      const { status, body } = await emulator.get('/users?pagination=keyset&order_by=id&sort=asc', { as: null })
      expect(status).toBe(spec ? 200 : 403)
      if (!spec) return
      expect(body).toMatchObject([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })))
      expect(Object.keys((body as object[])[0]!)).not.toContain('created_at')
    })

    it('returns no cursors if all users are on one page', async () => {
      const { ids, link, next } = await page('/users?pagination=keyset&order_by=id&sort=asc&search=nobody-here')
      expect([ids, link, next]).toEqual([[], null, spec ? '' : null])
    })

    it.each(['created_at', 'updated_at'])('paginates users by %s only in GitLab', async (order) => {
      const path = `/users?pagination=keyset&order_by=${order}&sort=asc`
      if (spec) return expect(await emulator.get(path)).toMatchObject(notYet)
      // The caller was updated when the first request was noted.
      expect(await walk(path)).toEqual([order === 'created_at' ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 4, 5, 6, 7, 3]])
    })

    it.each(['x', 'bnVsbA', 'W10'])('refuses the invalid cursor %s', async (cursor) => {
      const path = `/users?pagination=keyset&order_by=id&sort=asc&cursor=${cursor}`
      expect(await emulator.get(path)).toMatchObject(spec ? badParameters('cursor is invalid') : { status: 500 })
    })
  })

  describe('of groups', () => {
    it('paginates groups by name for anonymous callers', async () => {
      for (const id of [11, 12]) emulator.patch('groups', id, { visibility: 'public' })
      const pages = [[10, 12], [11], ...(spec ? [[]] : [])]
      expect(await walk('/groups?pagination=keyset&order_by=name&sort=asc&per_page=2', anonymous)).toEqual(pages)
      for (const order of ['order_by=name&sort=desc', 'order_by=id&sort=asc']) {
        expect(await emulator.get(`/groups?pagination=keyset&${order}`, anonymous)).toMatchObject(notYet)
      }
    })

    it('returns offset pagination of groups to users', async () => {
      const all = '/groups?all_available=true&pagination=keyset&order_by=id&sort=desc'
      const { ids, next, number, total } = await page(all)
      expect([ids, next, number, total]).toEqual([[12, 11, 10], null, '1', '3'])
    })
  })

  describe('of issues', () => {
    const path = '/projects/acme%2Fweb/issues?pagination=keyset&sort=asc&per_page=2'

    it(`${spec ? 'uses offset pagination for issues' : 'paginates issues by the time of their creation or change'}`, async () => {
      emulator.patch('issues', 101, { updated_at: '2026-02-01T00:00:00.000Z' })
      if (spec) return expect(await page(path)).toMatchObject({ ids: [101, 102], next: null, number: '1', total: '5' })
      expect(await walk(path)).toEqual([[101, 102], [103, 104], [105]])
      expect(await walk(`${path}&order_by=updated_at`)).toEqual([[102, 103], [104, 105], [101]])
    })
  })

  it.each(['/projects/1/labels', '/projects/1/pipelines', '/projects/1/triggers', '/projects/1/vulnerabilities'])(
    'uses offset pagination for %s despite pagination=keyset',
    async (path) => {
      expect(await page(`${path}?pagination=keyset&cursor=x`)).toMatchObject({ next: null, number: '1' })
    },
  )

  describe('offset pagination beyond 50,000 records', () => {
    it('refuses higher offsets of users for all callers', async () => {
      for (const as of ['root', 'guest']) {
        expect((await emulator.get('/users?per_page=100&page=500', { as })).status).toBe(200)
        expect(await emulator.get('/users?per_page=100&page=501', { as })).toMatchObject(tooFar('User'))
        expect(await emulator.get('/users?per_page=1000&page=501', { as })).toMatchObject(tooFar('User'))
      }
    })

    it.each([
      ['projects', 'Project'],
      ['groups', 'Group'],
    ])('refuses higher offsets of %s at most for anonymous callers', async (path, type) => {
      expect(await emulator.get(`/${path}?page=2500`, anonymous)).toMatchObject({ status: 200, body: [] })
      const unlimited = !spec && path === 'projects'
      expect(await emulator.get(`/${path}?page=2501`, anonymous)).toMatchObject(
        unlimited ? { status: 200, body: [] } : tooFar(type),
      )
      expect(await emulator.get(`/${path}?page=2501`)).toMatchObject({ status: 200, body: [] })
    })

    it('reaches all records with keyset pagination', async () => {
      const state: EmulatorState = emulator.state()
      const { records } = state.collections['users']!
      const [pattern] = records
      for (let id = 8; id <= 50_100; id++) records.push({ ...pattern, id, username: `user-${id}` } as Stored)
      emulator.setState(state)
      const cursor = Buffer.from(JSON.stringify({ id: '50050', _kd: 'n' })).toString('base64url')
      const path = `/users?pagination=keyset&order_by=id&sort=asc&per_page=100&cursor=${cursor}`
      const { ids } = await page(path)
      expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 50_051, 50_100])
    })
  })
})
