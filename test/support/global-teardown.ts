import { removeTemplate } from './stack-template'

/** Jest's `globalTeardown`: the reverse of `pulumi-setup.ts`. */
export default removeTemplate
