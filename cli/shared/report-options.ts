import { type Command, InvalidArgumentError, Option } from 'commander'
import { collected } from './collected'
import { columnsOf, coloursWanted, writeOut } from './output'
import { UsageError } from './usage-error'

/** Flags of commands that print a report. */
export interface ReportFlags<Format extends string> {
  format: Format[]
  out: string[]
}

/** The terminal that a report is written to. */
export interface Terminal {
  /** Whether to use colors. */
  colours: boolean
  /** The width in characters; undefined for a file or a pipe. */
  columns: number | undefined
}

/** Adds `--format` and `--out`, which are paired by their order. The first format is the default. */
export function reportOptions(command: Command, formats: readonly [string, ...string[]]): Command {
  const format = (value: string, before: string[]): string[] => {
    if (formats.includes(value)) return [...before, value]
    throw new InvalidArgumentError(`Allowed choices are ${formats.join(', ')}.`)
  }
  return command
    .addOption(
      new Option('--format <format>', 'how to show it, may be repeated')
        .choices(formats)
        .argParser(format)
        .default([], JSON.stringify(formats[0])),
    )
    .addOption(
      new Option('--out <file>', 'write to a file: the first is for the first format, and so on')
        .argParser(collected)
        .default([], 'standard output'),
    )
}

/** Writes each format to its file, or to standard output. */
export type Write<Format> = (textOf: (format: Format, terminal: Terminal) => string) => Promise<void>

/** Checks the flags, and returns the function that writes the reports. Call it before any work. @throws UsageError */
export function writerOf<Format extends string>({ format, out }: ReportFlags<Format>, first: Format): Write<Format> {
  const formats = format.length > 0 ? format : [first]
  if (out.length > formats.length) {
    const count = formats.length === 1 ? '1 format' : `${formats.length} formats`
    throw new UsageError(`there are ${out.length} files for ${count}: give each --out its --format.`)
  }
  return async (textOf) => {
    for (const [at, name] of formats.entries()) {
      const file = out[at]
      const shown = file === undefined
      const colours = shown && coloursWanted(process.stdout)
      await writeOut(textOf(name, { colours, columns: shown ? columnsOf(process.stdout) : undefined }), file)
    }
  }
}
