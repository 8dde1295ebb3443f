import { RunError } from '@pulumi/pulumi/errors'
import { installNode, missingNode } from '../service/node-on-path'
import { isMocked } from './mocks'

let isFound = false

/** Rejects programs whose provider cannot start, for which Pulumi only reports "could not read plugin". @throws RunError */
export function rejectMissingNode(): void {
  if (isFound || isMocked()) return
  const problem = missingNode()
  if (problem !== undefined) throw new RunError(`${problem}. ${installNode}`)
  isFound = true
}
