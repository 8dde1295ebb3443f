import type { Json } from '../../provider/command-line/basics'

/** A resource in a step of a preview. The CLI has replaced secrets by `"[secret]"`. */
export interface StepState {
  type: string
  /** Whether a provider manages it. Components are not custom. */
  custom?: boolean
  id?: string
  inputs?: Json
  outputs?: Json
  retainOnDelete?: boolean
}

/** What the engine would do with a resource. */
export interface Step {
  op: string
  urn: string
  oldState?: StepState | null
  newState?: StepState | null
  detailedDiff?: Readonly<Record<string, unknown>> | null
}

/** The members of the output that a summary reads. */
export interface Digest {
  steps?: Step[]
  diagnostics?: { severity: string; message: string }[]
}
