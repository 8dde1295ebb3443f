import { visible } from './characters'

const said = new Set<string>()

/** Tells on standard error what a person should know, each thing once. */
export function warn(text: string): void {
  if (said.has(text)) return
  said.add(text)
  process.stderr.write(`warning: ${visible(text)}\n`)
}
