/** What `test/tiers.cjs` says about this run. `environment.cjs` sets it. */
interface TestRun {
  /** The test files, relative to the root of the repository. Suites load only these. */
  files: string[]
  /** The front of all tests that do not choose one. */
  front: 'dynamic' | 'native'
  /** Whether this is `npm run test:nightly`, which runs all cases. */
  allCases: boolean
}

/** This run. Programs that Jest does not run have no environment, such as the chaos runs. */
export const testRun: TestRun = (globalThis as { testRun?: TestRun }).testRun ?? {
  files: [],
  front: 'dynamic',
  allCases: false,
}

/** The flavors of a test that takes long: usually the one of most users, and in `npm run test:nightly` both. */
export const costlyFlavors: readonly ('spec' | 'gitlab')[] = testRun.allCases ? ['spec', 'gitlab'] : ['gitlab']

/** The number of repetitions: usually, and in `npm run test:nightly`. */
export const times = (usual: number, all: number): number => (testRun.allCases ? all : usual)

/** The number of random cases: usually, of which half run through the protocol of the plugin again, and in `npm run test:nightly`. */
export const randomCases = (usual: number, all: number): number =>
  times(testRun.front === 'native' ? usual / 2 : usual, all)

/** The rows of a table that takes long: usually the first `usual`, and in `npm run test:nightly` all. */
export const costlyRows = <T>(rows: readonly T[], usual: number): readonly T[] =>
  testRun.allCases ? rows : rows.slice(0, usual)
