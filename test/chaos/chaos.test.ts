import { times } from '../support/long'
import { attempt } from './attempt'
import { Runner } from './runner'

const runs = times(1, 20)

jest.setTimeout(180_000)

/*
 * A few runs of `npm run test:chaos -- --runs 500` with fixed seeds. The failure names the command that reproduces it.
 */
describe('a random change of a program while the service fails and processes are killed', () => {
  const runner = new Runner()
  afterAll(() => runner.close())

  it.each(Array.from({ length: runs }, (_, at) => at + 1))(
    'matches its declarations after two updates without faults, with no duplicates, recreated objects, changed objects of other users or leaked secrets: seed %i',
    async (seed) => {
      expect((await attempt(runner, seed)).failure).toBeUndefined()
    },
  )
})
