import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { WriteStream } from 'node:tty'

/** Writes a text to a file atomically, or to standard output if no file is given. */
export async function writeOut(text: string, file?: string): Promise<void> {
  if (file === undefined) return print(text)
  try {
    await replace(file, text)
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
      // The reader closed the pipe, such as `| head`.
      if (error && error.code !== 'EPIPE') reject(error)
      else resolve()
    })
  })
}

async function replace(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const there = await stat(target).catch(() => undefined)
  // A pipe or a device cannot be replaced.
  if (there && !there.isFile()) return writeFile(target, text)
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}`)
  try {
    await writeFile(beside, text, { flag: 'wx', ...(there && { mode: there.mode }) })
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Whether to write colors, by `NO_COLOR`, `FORCE_COLOR` and `CLICOLOR_FORCE`, else if the terminal supports them. */
export function colorsWanted(stream: WriteStream, env = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE } = env
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false
  if (FORCE_COLOR !== undefined || (CLICOLOR_FORCE !== undefined && CLICOLOR_FORCE !== '0')) return true
  // isTTY is undefined for a pipe.
  return Boolean(stream.isTTY && stream.hasColors(env))
}

/** The width of a terminal in characters; undefined for files and pipes, and for terminals that report 0 columns. */
export const columnsOf = (stream: WriteStream): number | undefined =>
  stream.isTTY ? stream.columns || undefined : undefined
