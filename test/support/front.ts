import { testRun } from '../shared/test-run'

/** How a program uses the package: as dynamic resources, or as resources of the plugin. */
export type Front = 'dynamic' | 'native'

/** The front of all tests that do not choose one. */
export const defaultFront: Front = testRun.front
