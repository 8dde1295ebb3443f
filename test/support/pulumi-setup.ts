import { findPulumi } from '../../tools/pulumi'

/** Jest's `globalSetup`: a CLI that must be built is built before the first end-to-end test waits for it. */
export default async function setup({ testPathPatterns: { patterns } }: GlobalConfig): Promise<void> {
  if (patterns.length === 0 || patterns.some((pattern) => /e2e|chaos/.test(pattern))) await findPulumi()
}

/** What is used of Jest's global configuration: the words that choose test files on the command line. */
interface GlobalConfig {
  testPathPatterns: { patterns: string[] }
}
