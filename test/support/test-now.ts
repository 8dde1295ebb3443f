import { testNow } from './emulator'

/** Sets the clock of the provider for the tests that follow. The clock of `useEmulator` has the same time. */
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
