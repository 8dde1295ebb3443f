/** Whether this is `npm run test:long`, which repeats what `npm test` does once. */
export const isLong = process.env.TRUEUP_TEST_LONG === '1'

/** Whether this is `npm run test:nightly`, which runs all cases. */
export const isWhole = process.env.TRUEUP_TEST_WHOLE === '1'

/** The number of repetitions: in `npm test`, in the long run, and with all cases. */
export const times = (usual: number, long: number, whole = long): number => (isWhole ? whole : isLong ? long : usual)

/** The flavors for a test that takes long: the one of most users, and in the long run both. */
export const costlyFlavors: readonly ('spec' | 'gitlab')[] = isLong ? ['spec', 'gitlab'] : ['gitlab']
