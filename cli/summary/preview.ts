import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textOfStream } from 'node:stream/consumers'
import type { Digest, Step } from './digest'
import { digestOfEvents } from './preview-stream'

/** The output of `pulumi preview --json`. */
export interface Preview {
  steps: Step[]
  /** Messages of errors. */
  errors: string[]
}

/**
 * Reads the output of `pulumi preview --json`. The file `-` is the standard input.
 *
 * @throws Error if the file cannot be read or is not such an output.
 */
export async function readPreview(file: string): Promise<Preview> {
  const isInput = file === '-'
  const name = isInput ? 'standard input' : resolve(file)
  const text = await (isInput ? textOfStream(process.stdin) : readFile(name, 'utf8'))
  const { steps, diagnostics } = digestIn(text, name)
  if (!Array.isArray(steps) && !Array.isArray(diagnostics)) {
    const cause = text.trim() === '' ? 'is empty' : 'is not the output of "pulumi preview --json"'
    throw unreadable(name, cause)
  }
  return {
    steps: steps ?? [],
    errors: (diagnostics ?? []).flatMap(({ severity, message }) => (severity === 'error' ? [message.trim()] : [])),
  }
}

const unreadable = (name: string, cause: string): Error =>
  new Error(`${name} ${cause}. If the preview failed, its log has the cause.`)

/** Reads both forms of the output: one object, or an event in each line. */
function digestIn(text: string, name: string): Digest {
  try {
    return digestOf(text) ?? digestOfEvents(text) ?? {}
  } catch (error) {
    throw unreadable(name, (error as Error).message)
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
