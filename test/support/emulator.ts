import type { EmulatorOptions } from '../../emulator'
import { requestHelpers, type TestEmulator, useEmulator as useRealEmulator } from '../../emulator/test/support/emulator'

export { type TestEmulator, testNow, type TestResponse } from '../../emulator/test/support/emulator'

/**
 * Starts an emulator for the tests of a file or of a `describe`: see `emulator/test/support/emulator.ts`. `npm run
 * test:service` runs the tests of kinds on a real service, with the same methods: see `service/index.ts`.
 */
export const useEmulator = (options: EmulatorOptions = {}): TestEmulator =>
  process.env.TRUEUP_TEST_SERVICE ? useScratchService(options) : useRealEmulator(options)

function useScratchService(options: EmulatorOptions): TestEmulator {
  // Loaded on demand: it uses modules that the tests do not need otherwise.
  const { ScratchService, scratchWorld, unlikeService } = jest.requireActual<typeof import('./service')>('./service')
  const world = scratchWorld()
  const service = new ScratchService(world)
  const emulator = {} as TestEmulator
  const unlike = unlikeService(options, world)
  beforeAll(async () => {
    const started = await service.start()
    const patch = () => service.skip('changes what no request can change')
    Object.assign(emulator, started, requestHelpers(started), { patch })
  })
  beforeEach(() => {
    if (unlike !== undefined) service.skip(unlike)
  })
  afterEach(() => service.endTest())
  afterAll(() => emulator.close())
  return emulator
}
