import { randomCases } from '../shared/test-run'
import { defaultFront } from '../support/front'
import { attempt } from './attempt'
import { frontOf } from './front'
import { Runner } from './runner'

/** Each front has a third of the runs. Usually, a program with dynamic resources and one in YAML are enough. */
const runs = randomCases(2, 6)
const seeds = Array.from({ length: runs }, (_, at) => at + 1)

jest.setTimeout(180_000)

/*
 * A few runs of `npm run test:chaos -- --runs 500` with fixed seeds. The failure names the command that reproduces it.
 */
describe('a random change of a program while the service fails and processes are killed', () => {
  const runner = new Runner()
  afterAll(() => runner.close())

  it.each(seeds.map((seed) => [seed, defaultFront === 'native' ? defaultFront : frontOf(seed)] as const))(
    'matches its declarations after two updates without faults, with no duplicates, recreated objects, changed objects of other users or leaked secrets: seed %i, front %s',
    async (seed, front) => {
      expect((await attempt(runner, seed, { front })).failure).toBeUndefined()
    },
  )

  it('leaves no server that would keep the process of its runs from ending', async () => {
    await runner.close()
    expect(process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap')).toEqual([])
  })
})
