import { testNow } from './emulator'

/** Sets the provider's clock for the tests that follow here; the clock of `useEmulator` stands at the same time. */
export function useTestNow(): { set(now: string): void } {
  let before: string | undefined
  beforeAll(() => {
    before = process.env.TRUEUP_TEST_NOW
  })
  beforeEach(() => {
    process.env.TRUEUP_TEST_NOW = testNow
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TRUEUP_TEST_NOW
    else process.env.TRUEUP_TEST_NOW = before
  })
  return {
    set: (now) => {
      process.env.TRUEUP_TEST_NOW = now
    },
  }
}
