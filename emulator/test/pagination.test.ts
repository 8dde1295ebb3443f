import { leastTime } from '../../test/shared/least-time'
import { useEmulator } from './support/emulator'

import type { EmulatorState, Flavor } from '..'

const emulator = useEmulator({ flavor: 'spec' })

/** Gives project 1 so many labels. */
function fill(count: number): void {
  const state: EmulatorState = emulator.state()
  const stamps = { created_at: '2026-01-05T09:00:00.000Z', updated_at: '2026-01-05T09:00:00.000Z' }
  const owner = { project_id: 1, group_id: null, priorities: {}, subscriptions: [] }
  state.collections.labels = {
    next: count + 1,
    records: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      // The order of titles is not that of ids.
      title: `label ${String((at * 7919) % count).padStart(5, '0')}`,
      color: '#FF0000',
      description: null,
      ...owner,
      ...stamps,
    })),
  }
  emulator.setState(state)
}

async function page(query: string) {
  const { status, headers, body } = await emulator.get(`/projects/1/labels${query && `?${query}`}`)
  const names = ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages']
  return {
    status,
    rows: (body as unknown[]).length,
    headers: names.map((name) => headers.get(name)),
    rels: [...headers.get('link')!.matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g)].map(([, to, rel]) => `${rel} ${to}`),
  }
}

it.each([
  ['first', '', 20, ['1', '20', '2', '', '45', '3'], ['next 2', 'first 1', 'last 3']],
  ['middle', 'page=2', 20, ['2', '20', '3', '1', '45', '3'], ['prev 1', 'next 3', 'first 1', 'last 3']],
  ['last', 'page=3', 5, ['3', '20', '', '2', '45', '3'], ['prev 2', 'first 1', 'last 3']],
  ['one past the end', 'page=4', 0, ['4', '20', '', '', '45', '3'], ['first 1', 'last 3']],
  ['zeroth', 'page=0', 20, ['1', '20', '2', '', '45', '3'], ['next 2', 'first 1', 'last 3']],
  ['empty', 'page=&per_page=', 20, ['1', '20', '2', '', '45', '3'], ['next 2', 'first 1', 'last 3']],
  ['largest', 'per_page=500', 45, ['1', '100', '', '', '45', '1'], ['first 1', 'last 1']],
  ['negative', 'per_page=-5', 20, ['1', '20', '2', '', '45', '3'], ['next 2', 'first 1', 'last 3']],
])('returns the %s page with its headers', async (_case, query, rows, headers, rels) => {
  fill(45)
  expect(await page(query)).toEqual({ status: 200, rows, headers, rels })
})

it('returns one page for an empty collection', async () => {
  expect(await page('')).toEqual({
    status: 200,
    rows: 0,
    headers: ['1', '20', '', '', '0', '1'],
    rels: ['first 1', 'last 1'],
  })
})

it('repeats all parameters in links, including path parameters and defaults, sorted by name', async () => {
  fill(3)
  const { headers } = await emulator.get('/projects/acme%2Fweb/labels?per_page=1&search=label+0&x[]=1&x[]=2')
  const url = (to: number) =>
    `${emulator.url}/api/v4/projects/acme%2Fweb/labels?id=acme%2Fweb&include_ancestor_groups=true&page=${to}` +
    '&per_page=1&search=label+0&with_counts=false&x%5B%5D=1&x%5B%5D=2'
  expect(headers.get('link')).toBe(`<${url(2)}>; rel="next", <${url(1)}>; rel="first", <${url(3)}>; rel="last"`)
})

describe.each<Flavor>(['spec', 'gitlab'])('every list that comes in pages, flavor %s', (flavor) => {
  const other = useEmulator({ flavor })

  it.each([
    '/projects',
    '/groups',
    '/users',
    '/groups/acme/access_tokens',
    '/projects/1/issues',
    '/projects/1/labels',
    '/projects/1/freeze_periods',
    '/projects/1/triggers',
    '/projects/1/remote_mirrors',
    '/projects/1/protected_environments',
    '/projects/1/pipelines',
    '/projects/1/vulnerabilities',
    '/projects/1/vulnerability_findings',
    '/projects/1/repository_storage_moves',
    '/project_repository_storage_moves',
    '/snippet_repository_storage_moves',
    '/group_repository_storage_moves',
  ])('sends pagination headers for %s', async (path) => {
    const { status, headers } = await other.get(`${path}?per_page=1&page=2`, { as: 'root' })
    const names = ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages']
    const counted = flavor === 'spec' || !path.endsWith('findings')
    expect(status).toBe(200)
    expect(names.filter((name) => headers.has(name))).toEqual(counted ? names : names.slice(0, 4))
    expect([headers.get('x-page'), headers.get('x-per-page')]).toEqual(['2', '1'])
    expect(headers.get('link')).toMatch(/[?&]page=1&per_page=1[^>]*>; rel="first"/)
    expect(headers.get('link')!.includes('rel="last"')).toBe(counted)
    // GitLab does not validate the page here, and fails.
    const unjudged = flavor === 'gitlab' && path === '/groups/acme/access_tokens'
    expect(await other.get(`${path}?per_page=0`, { as: 'root' })).toMatchObject(
      unjudged ? { status: 500 } : { status: 400, body: { error: 'per_page has a value not allowed' } },
    )
    const beyond = await other.get(`${path}?page=99999999999999999999`, { as: 'root' })
    expect(beyond.status).toBe(path === '/users' ? 405 : flavor === 'gitlab' ? 500 : 200)
  })
})

it('omits totals above 10,000 rows', async () => {
  fill(10_000)
  expect((await page('per_page=100')).headers.slice(4)).toEqual(['10000', '100'])
  fill(10_001)
  expect(await page('per_page=100&page=100')).toEqual({
    status: 200,
    rows: 100,
    headers: ['100', '100', '101', '99', null, null],
    rels: ['prev 99', 'next 101', 'first 1'],
  })
})

it('lists a page of a large collection about as quickly as one of a small collection', async () => {
  const small = await leastTimeOfPages(200)
  // A list that is sorted for each page takes many times as long.
  expect((await leastTimeOfPages(10_000)) / small).toBeLessThan(3)
})

/** The processor time of some pages in the middle of a collection, of client and server together. */
function leastTimeOfPages(count: number): Promise<number> {
  fill(count)
  return leastTime(async () => {
    for (let at = 0; at < 20; at++) await page(`per_page=100&page=${count / 200}`)
  })
}
