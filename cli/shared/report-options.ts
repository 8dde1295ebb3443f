import { type Command, Option } from 'commander'
import { colorsWanted, columnsOf, writeOut } from './output'
import { UsageError } from './usage-error'

/** Flags of commands that print a report. */
export interface ReportFlags<Format extends string> {
  format: Format[]
  out: string[]
}

/** The terminal that a report is written to. */
export interface Terminal {
  /** Whether to use colors. */
  colors: boolean
  /** The width in characters; undefined for a file or a pipe. */
  columns: number | undefined
}

/** The name of a file that stands for standard output. */
const standardOutput = '-'

type Formats = readonly [string, ...string[]]

/** `--format` of a command that prints one report. The first format is the default. */
export const formatOption = (formats: Formats): Option =>
  new Option('--format <format>', 'output format').choices(formats).default(formats[0])

/** Adds `--format` and `--out`, which are paired by their order. The first format is the default. */
export function reportOptions(command: Command, formats: Formats): Command {
  const format = new Option('--format <format>', 'output format; can be repeated').choices(formats)
  const check = format.parseArg!
  return command
    .addOption(
      format
        .argParser((value: string, before: string[]) => [...before, check<string>(value, '')])
        .default([], JSON.stringify(formats[0])),
    )
    .addOption(
      new Option('--out <file>', 'output file, - for standard output; can be repeated, one for each --format')
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'standard output'),
    )
}

/** Writes each format to its file, or to standard output. */
export type Write<Format> = (textOf: (format: Format, terminal: Terminal) => string) => Promise<void>

/**
 * Checks the flags, and returns the function that writes the reports. Call it before any work.
 *
 * @throws UsageError if there are more files than formats.
 */
export function writerOf<Format extends string>({ format, out }: ReportFlags<Format>, first: Format): Write<Format> {
  const formats = format.length > 0 ? format : [first]
  if (out.length > formats.length) {
    const noun = formats.length === 1 ? 'format' : 'formats'
    throw new UsageError(`there are ${out.length} files for ${formats.length} ${noun}. Give each --out its --format.`)
  }
  return async (textOf) => {
    for (const [at, name] of formats.entries()) {
      const file = out[at] === standardOutput ? undefined : out[at]
      const toTerminal = file === undefined
      const colors = toTerminal && colorsWanted(process.stdout)
      const columns = toTerminal ? columnsOf(process.stdout) : undefined
      await writeOut(textOf(name, { colors, columns }), file)
    }
  }
}
