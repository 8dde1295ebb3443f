import { readFile } from 'node:fs/promises'
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

/** The output of `pulumi preview --json`. */
export interface Preview {
  steps: Step[]
  /** Messages of errors. */
  errors: string[]
}

interface Digest {
  steps?: Step[]
  diagnostics?: { severity: string; message: string }[]
}

/**
 * Reads the output of `pulumi preview --json`.
 *
 * @throws Error if the file cannot be read or is not such an output.
 */
export async function readPreview(file: string): Promise<Preview> {
  const text = await readFile(file, 'utf8')
  const { steps, diagnostics } = digestOf(text) ?? {}
  if (!Array.isArray(steps) && !Array.isArray(diagnostics)) {
    const cause = text.trim() === '' ? 'is empty' : 'is not the output of "pulumi preview --json"'
    throw new Error(`${file} ${cause}. If the preview failed, its log has the cause.`)
  }
  return {
    steps: steps ?? [],
    errors: (diagnostics ?? []).flatMap(({ severity, message }) => (severity === 'error' ? [message.trim()] : [])),
  }
}

function digestOf(text: string): Digest | undefined {
  try {
    // With --save-plan, the CLI prints a message after the JSON.
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('\n}') + 2)) as Digest
  } catch {
    return undefined
  }
}
