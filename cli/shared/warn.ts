import { visible } from './characters'

const printed = new Set<string>()

/** Prints a warning on standard error, each text once. */
export function warn(text: string): void {
  if (printed.has(text)) return
  printed.add(text)
  process.stderr.write(`warning: ${visible(text)}\n`)
}
