import { findPulumi } from '../../tools/pulumi'
import { buildIfStale } from './build'
import { makeTemplate } from './stack-template'

/**
 * Jest's `globalSetup`. Prepares what many tests need before the first one waits for it: the compiled package, the
 * pulumi CLI with its language host for YAML, and the stack that end-to-end tests copy.
 */
export default async function setup({ testPathPatterns: { patterns } }: GlobalConfig): Promise<void> {
  buildIfStale()
  if (patterns.length > 0 && !patterns.some((pattern) => usesPulumi.test(pattern))) return
  await findPulumi({ hosts: ['yaml'] })
  await makeTemplate()
}

/** Patterns on the command line that select tests with a real stack. */
const usesPulumi = /e2e|long|nightly|chaos|doctor|regressions/

/** The part of Jest's global configuration with the patterns on the command line. */
interface GlobalConfig {
  testPathPatterns: { patterns: string[] }
}
