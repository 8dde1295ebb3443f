/** Prints a step of finding or building a CLI on stderr, because stdout belongs to the CLI. */
export function say(line: string): void {
  process.stderr.write(`trueup: ${line}\n`)
}
