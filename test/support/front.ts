/** How a program uses the package: as dynamic resources, or as resources of the plugin. */
export type Front = 'dynamic' | 'native'

/** The front of all tests that do not choose one. `npm run test:native` sets it. */
export const defaultFront: Front = process.env.TRUEUP_TEST_FRONT === 'native' ? 'native' : 'dynamic'
