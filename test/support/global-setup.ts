import { findPulumi } from '../../tools/pulumi'
import { buildIfStale } from './build'
import { makeTemplate } from './stack-template'

/**
 * Jest's `globalSetup`. What many tests need is made before the first of them waits for it: the compiled package, the
 * pulumi CLI and the stack that end-to-end tests copy.
 */
export default async function setup({ testPathPatterns: { patterns } }: GlobalConfig): Promise<void> {
  buildIfStale()
  if (patterns.length > 0 && !patterns.some((pattern) => usesPulumi.test(pattern))) return
  await findPulumi()
  await makeTemplate()
}

/** Words on the command line that choose tests with a real stack. */
const usesPulumi = /e2e|chaos|doctor|regressions/

/** What is used of Jest's global configuration: the words that choose test files on the command line. */
interface GlobalConfig {
  testPathPatterns: { patterns: string[] }
}
