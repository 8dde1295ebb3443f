import { findPulumi } from '../../tools/pulumi'
import { makeTemplate } from './stack-template'

/**
 * Jest's `globalSetup`, where end-to-end tests may be among those to run: a CLI that must be built is built before the
 * first of them waits for it, and the stack that they all copy is made.
 */
export default async function setup({ testPathPatterns: { patterns } }: GlobalConfig): Promise<void> {
  if (patterns.length > 0 && !patterns.some((pattern) => /e2e|chaos|doctor|regressions/.test(pattern))) return
  await findPulumi()
  await makeTemplate()
}

/** What is used of Jest's global configuration: the words that choose test files on the command line. */
interface GlobalConfig {
  testPathPatterns: { patterns: string[] }
}
