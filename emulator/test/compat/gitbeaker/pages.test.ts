import { Groups, Issues, ProjectLabels, Projects, Users } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const ids = (found: { id: number }[]) => found.map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('pagination with gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const labels = () => new ProjectLabels(access(emulator))
  const users = () => new Users(access(emulator))
  const projects = (as?: string | null) => new Projects(access(emulator, as))

  /** How many requests gitbeaker needed. */
  const asked = () => emulator.requests().length

  describe('by number', () => {
    it('returns pages of 20, and all objects', async () => {
      for (let made = 0; made < 45; made++) await labels().create(1, `label ${made}`, 'red')
      emulator.clearRequests()
      expect(await labels().all('acme/web')).toHaveLength(45)
      expect(asked()).toBe(3)
      expect(await labels().all(1, { search: 'label 4', withCounts: true, perPage: 4 })).toHaveLength(9)
      expect(asked()).toBe(6)
    })

    it('limits the number of pages', async () => {
      expect(ids(await users().all({ perPage: 3 }))).toEqual([7, 6, 5, 4, 3, 2, 1])
      expect(ids(await users().all({ perPage: 3, maxPages: 2 }))).toEqual([7, 6, 5, 4, 3, 2])
      expect(ids(await users().all({ perPage: 3, page: 2 }))).toEqual([4, 3, 2])
      expect(asked()).toBe(6)
    })

    it('returns the position of a page', async () => {
      const page = async (number: number) => users().all({ perPage: 3, page: number, showExpanded: true })
      const usual = { total: 7, perPage: 3, totalPages: 3 }
      expect((await page(1)).paginationInfo).toEqual({ ...usual, current: 1, previous: null, next: 2 })
      expect((await page(2)).paginationInfo).toEqual({ ...usual, current: 2, previous: 1, next: 3 })
      expect((await page(3)).paginationInfo).toEqual({ ...usual, current: 3, previous: 2, next: null })
      const beyond = await page(4)
      expect(beyond.data).toEqual([])
      expect(beyond.paginationInfo).toEqual({ ...usual, current: 4, previous: null, next: null })
    })

    it('returns one page for an empty list', async () => {
      const { data, paginationInfo } = await labels().all(1, { showExpanded: true })
      expect(data).toEqual([])
      expect(paginationInfo).toMatchObject({ total: 0, totalPages: 1, current: 1, next: null, previous: null })
    })

    it('keeps other parameters, including arrays', async () => {
      const issues = new Issues(access(emulator))
      const found = await issues.all({ projectId: 'acme/web', iids: [1, 2, 4], sort: 'asc', perPage: 1 })
      expect(ids(found)).toEqual([101, 102, 104])
      expect(asked()).toBe(3)
    })

    it('limits the page size to 1 to 100', async () => {
      const { paginationInfo } = await users().all({ perPage: 1000, showExpanded: true })
      expect(paginationInfo).toMatchObject({ perPage: 100, totalPages: 1 })
      await expect(users().all({ perPage: 0 })).rejects.toMatchObject(refused(400, 'per_page has a value not allowed'))
    })

    it('omits totals above 10,000 objects', async () => {
      const state = emulator.state()
      const { records } = state.collections['users']!
      for (let id = 8; id <= 10_001; id++) records.push({ ...records[6]!, id })
      emulator.setState(state)
      const { data, paginationInfo } = await users().all({ page: 1, perPage: 2, showExpanded: true })
      expect(ids(data)).toEqual([10_001, 10_000])
      expect(paginationInfo).toMatchObject({ total: NaN, totalPages: NaN, current: 1, next: 2 })
    })
  })

  describe('along an order', () => {
    const byId = { pagination: 'keyset', orderBy: 'id', sort: 'asc' } as const

    it('lists all projects with keyset pagination', async () => {
      expect(ids(await projects().all({ ...byId, perPage: 1 }))).toEqual([1, 2, 3])
      expect(ids(await projects().all({ ...byId, sort: 'desc', perPage: 2 }))).toEqual([3, 2, 1])
      expect(ids(await projects().all({ ...byId, perPage: 1, maxPages: 2 }))).toEqual([1, 2])
    })

    it('links to the page after a project', async () => {
      const { data, paginationInfo } = await projects().all({ ...byId, perPage: 2, showExpanded: true })
      expect(ids(data)).toEqual([1, 2, 3])
      expect(paginationInfo).toEqual({ idAfter: 3, perPage: 2, orderBy: 'id', sort: 'asc' })
    })

    it('lists all users with cursors', async () => {
      const orderBy = 'username' as const
      expect(ids(await users().all({ ...byId, orderBy, perPage: 3 }))).toEqual([4, 6, 3, 7, 2, 5, 1])
      // The specification ends with an empty page, GitLab with the last that has something on it.
      expect(asked()).toBe(spec ? 4 : 3)
    })

    it('lists all groups by name for anonymous callers', async () => {
      for (const id of [11, 12]) emulator.patch('groups', id, { visibility: 'public' })
      const byName = { pagination: 'keyset', orderBy: 'name', sort: 'asc', perPage: 1 } as const
      expect(ids(await new Groups(access(emulator, null)).all(byName))).toEqual([10, 12, 11])
    })

    it('refuses keyset pagination by other orders', async () => {
      await expect(projects().all({ ...byId, orderBy: 'name' })).rejects.toMatchObject(
        refused(405, 'Keyset pagination is not yet available for this type of request'),
      )
    })

    it('refuses keyset pagination without an order', async () => {
      const { orderBy: _, sort: __, ...unordered } = byId
      await expect(projects().all(unordered)).rejects.toMatchObject(
        spec
          ? refused(400, 'order_by is missing, sort is missing')
          : refused(405, 'Keyset pagination is not yet available for this type of request'),
      )
    })
  })
})
