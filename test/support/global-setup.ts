import { findPulumi } from '../../tools/pulumi'
import { buildIfStale } from './build'
import { makeRunFolder } from './run-folder'
import { needsOf, type Patterns, selectedFiles } from './selection'
import { makeTemplate } from './stack-template'

/**
 * Jest's `globalSetup`. Prepares what the selected tests need before the first one waits for it: a folder for temporary
 * files, the compiled package, the pulumi CLI with its language host for YAML, and the stack that end-to-end tests copy.
 */
export default async function setup({ testPathPatterns }: GlobalConfig): Promise<void> {
  makeRunFolder()
  const needs = needsOf(selectedFiles(testPathPatterns))
  if (needs.build) buildIfStale()
  if (!needs.pulumi) return
  await findPulumi({ hosts: ['yaml'] })
  await makeTemplate()
}

/** The part of Jest's global configuration with the patterns on the command line. */
interface GlobalConfig {
  testPathPatterns: Patterns
}
