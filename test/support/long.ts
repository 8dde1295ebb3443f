/** Whether this is `npm run test:long`, which repeats what `npm test` does once. */
export const isLong = process.env.TRUEUP_TEST_LONG === '1'

/** How often something is done: in `npm test`, and in the long run. */
export const times = (usual: number, long: number): number => (isLong ? long : usual)

/** The flavors of the service on which a test runs that takes long: the one that users have, and in the long run both. */
export const costlyFlavors: readonly ('spec' | 'gitlab')[] = isLong ? ['spec', 'gitlab'] : ['gitlab']
