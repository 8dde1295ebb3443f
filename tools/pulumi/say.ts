/** Announces one step of finding or building a CLI: a plain line on stderr, so that stdout stays the CLI's own. */
export function say(line: string): void {
  process.stderr.write(`trueup: ${line}\n`)
}
