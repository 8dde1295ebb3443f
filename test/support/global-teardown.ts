import { removeRunFolder } from './run-folder'

/** Jest's `globalTeardown`: the reverse of `global-setup.ts`. */
export default removeRunFolder
