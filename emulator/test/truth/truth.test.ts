import type { Release, Tier } from '../..'
import { differences } from './compare'
import { reasonFor, reasons } from './reasons'
import { load, nouns, releases } from './recordings'
import { replay } from './replay'

jest.setTimeout(120_000)

/** Numbers of exchanges: all, those with the same status, those with the same response, and those with unexplained differences. */
interface Figures {
  exchanges: number
  status: number
  whole: number
  unexplained: number
}

/**
 * By release and tier: the minimum percentages of exchanges with the same status and the same response, and the maximum number of
 * exchanges with unexplained differences. Tighten them when more exchanges agree.
 */
const bounds: Record<Release, Record<Tier, { status: number; whole: number; unexplained: number }>> = {
  '18.9': {
    ultimate: { status: 99.7, whole: 99, unexplained: 0 },
    premium: { status: 100, whole: 100, unexplained: 0 },
    free: { status: 99.8, whole: 99.8, unexplained: 0 },
    ce: { status: 99.9, whole: 99.7, unexplained: 0 },
  },
  '19.3': {
    ultimate: { status: 99.6, whole: 98.7, unexplained: 0 },
    premium: { status: 100, whole: 98.8, unexplained: 0 },
    free: { status: 99.6, whole: 99.2, unexplained: 0 },
    ce: { status: 99.7, whole: 99.6, unexplained: 0 },
  },
}
const tiers = ['ultimate', 'premium', 'free', 'ce'] as const
const editions = releases.flatMap((release) => tiers.map((tier) => [release, tier] as const))

const none = (): Figures => ({ exchanges: 0, status: 0, whole: 0, unexplained: 0 })
const table = new Map<string, Figures>()
const used = new Set<object>()

describe.each(nouns)('%s', (noun) => {
  const scenarios = releases.flatMap((release) => load(noun, release))
  const recorded = editions.filter(([release, tier]) =>
    scenarios.some((scenario) => scenario.release === release && scenario.responses[tier]),
  )

  it.each(recorded)('responds to every request like the recorded GitLab %s on %s', async (release, tier) => {
    for (const scenario of scenarios.filter((one) => one.release === release)) {
      const expected = scenario.responses[tier]
      if (!expected) continue
      const given = await replay(scenario, tier)
      expect(given).toHaveLength(expected.length)
      for (const [index, response] of expected.entries()) {
        const request = scenario.requests[index]!
        const found = differences(response, given[index]!)
        const why = found.map((difference) => reasonFor(noun, request, difference))
        for (const reason of why) if (reason) used.add(reason)
        for (const row of [`${release} ${tier}`, `${release} ${tier} ${noun}`]) {
          const figures = table.get(row) ?? none()
          table.set(row, figures)
          figures.exchanges++
          if (found.every(({ at }) => at !== 'status')) figures.status++
          if (found.length === 0) figures.whole++
          if (why.includes(undefined)) figures.unexplained++
        }
      }
    }
  })
})

describe('GitLab and the emulator', () => {
  it.each(editions)('gives the same responses as GitLab %s on %s at least as often as before', (release, tier) => {
    const { exchanges, status, whole, unexplained } = table.get(`${release} ${tier}`) ?? none()
    const bound = bounds[release][tier]
    expect(exchanges).toBeGreaterThan(0)
    expect((100 * status) / exchanges).toBeGreaterThanOrEqual(bound.status)
    expect((100 * whole) / exchanges).toBeGreaterThanOrEqual(bound.whole)
    expect(unexplained).toBeLessThanOrEqual(bound.unexplained)
  })

  it('finds a difference for each listed reason', () => {
    expect(reasons.filter((reason) => !used.has(reason))).toEqual([])
  })

  afterAll(() => {
    const cells = (name: string, ...rest: string[]) => name.padEnd(32) + rest.map((cell) => cell.padStart(12)).join('')
    const lines = [...table]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { exchanges, status, whole, unexplained }]) => {
        const percent = (part: number) => `${((100 * part) / exchanges).toFixed(1)} %`
        return cells(name, String(exchanges), percent(status), percent(whole), String(unexplained))
      })
    const head = cells('recorded responses of GitLab', 'exchanges', 'status', 'whole', 'unexplained')
    process.stdout.write(`${[head, ...lines].join('\n')}\n`)
  })
})
