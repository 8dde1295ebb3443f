import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Machine } from './machine'

/** The extensions of a file of lines, and of one that lacks a line. */
export const COMPLETE = '.jsonl'
export const INCOMPLETE = '.incomplete'

/** How often a file is restored that is deleted again at once. */
const ATTEMPTS = 10

const closeWhenUnused = new FinalizationRegistry<{ descriptor: number }>(({ descriptor }) => closeSync(descriptor))

/**
 * A file of lines that several processes append to. Each line is written by one call, so lines are never mixed. If the
 * file is deleted, the processes that have it open restore it.
 */
export class SharedLines {
  private readonly base: string
  private readonly open: { descriptor: number }
  private position = 0
  private rest = Buffer.alloc(0)

  /**
   * Opens a file that exists.
   *
   * @param machine Shows the copies of a deleted file that other processes have open.
   */
  constructor(
    file: string,
    private readonly machine: Pick<Machine, 'openFiles'>,
  ) {
    this.base = file.slice(0, file.lastIndexOf('.'))
    this.open = { descriptor: openExisting(file) }
    closeWhenUnused.register(this, this.open, this)
  }

  /** Closes the file. The object cannot be used afterwards. */
  close(): void {
    closeWhenUnused.unregister(this)
    closeSync(this.open.descriptor)
    this.open.descriptor = -1
  }

  /** The path of the file. */
  get file(): string {
    return this.base + COMPLETE
  }

  /** Whether the last line has no end yet. */
  get hasPartialLine(): boolean {
    return this.rest.length > 0
  }

  /** Whether a process could not write a line, or has written only a part of one. */
  get isIncomplete(): boolean {
    return this.hasPartialLine || existsSync(this.base + INCOMPLETE)
  }

  /** @throws Error if the line cannot be written. */
  append(line: string): void {
    write(this.open.descriptor, line)
    // If the file was deleted, only a process that already had it open could read the line.
    this.keepName()
  }

  /** The lines that were added since the last call, including those of this process. */
  added(): string[] {
    if (fstatSync(this.open.descriptor).nlink === 0) this.keepName()
    const size = fstatSync(this.open.descriptor).size - this.position
    if (size <= 0) return []
    const added = this.read(this.position, size)
    this.position += added.length
    const text = Buffer.concat([this.rest, added])
    const end = text.lastIndexOf(10) + 1
    this.rest = text.subarray(end)
    return text.subarray(0, end).toString().split('\n').slice(0, -1)
  }

  /** Restores the file if it was deleted. @throws Error if that is not possible. */
  keepName(): void {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const named = inodeOf(this.file)
      if (named === inodeOf(this.open.descriptor)) return
      // A file that lacks a line has another name.
      if (named === undefined && existsSync(this.base + INCOMPLETE)) return
      if (named === undefined) this.restore()
      else this.useCopy()
    }
    throw new Error(`${this.file} was deleted`)
  }

  /** Tells all processes that a line is missing. A rename works even if the disk is full. */
  markIncomplete(): void {
    try {
      renameSync(this.file, this.base + INCOMPLETE)
    } catch {
      if (!existsSync(this.base + INCOMPLETE)) writeFileSync(this.base + INCOMPLETE, '', { mode: 0o600 })
    }
  }

  /** Writes a copy under the name, unless another process was faster. */
  private restore(): void {
    const { size } = fstatSync(this.open.descriptor)
    restoreFile(this.file, this.machine, [this.read(0, size)])
  }

  /** Continues with the copy of another process, and adds the lines that it lacks. */
  private useCopy(): void {
    const own = this.read(0, fstatSync(this.open.descriptor).size)
    if (!this.reopen()) return
    const copy = this.read(0, fstatSync(this.open.descriptor).size)
    const differs = own.subarray(0, this.position).findIndex((byte, at) => byte !== copy[at])
    if (differs >= 0) {
      this.position = copy.lastIndexOf(10, differs) + 1
      this.rest = Buffer.alloc(0)
    }
    for (const line of missingLines(copy, own)) write(this.open.descriptor, line)
  }

  /** Opens the file with the name. Returns false if it was deleted again. */
  private reopen(): boolean {
    const former = this.open.descriptor
    try {
      this.open.descriptor = openExisting(this.file)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
    closeSync(former)
    return true
  }

  private read(from: number, length: number): Buffer {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(this.open.descriptor, buffer, 0, length, from))
  }
}

/**
 * Restores a file from its deleted copies, of which each can lack lines. Returns whether it was restored. Another
 * process can be faster.
 */
export function restoreFile(file: string, machine: Pick<Machine, 'openFiles'>, known: readonly Buffer[] = []): boolean {
  const open = machine.openFiles().filter(({ path }) => path === file)
  const copies = [...known, ...open.flatMap(({ readable }) => contentOf(readable))]
  const [first, ...others] = copies.sort((one, other) => other.length - one.length)
  if (!first) return false
  const all = others.reduce((sum, copy) => Buffer.concat([sum, ...missingLines(sum, copy).map(lineOf)]), first)
  return createFile(file, all)
}

/** The complete lines of a copy that another one does not contain, or not as often. */
function missingLines(copy: Buffer, other: Buffer): string[] {
  if (copy.equals(other)) return []
  const counts = new Map<string, number>()
  for (const line of copy.toString().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other
    .toString()
    .split('\n')
    .slice(0, -1)
    .filter((line) => {
      const left = counts.get(line) ?? 0
      counts.set(line, left - 1)
      return left <= 0
    })
}

function contentOf(file: string): Buffer[] {
  try {
    return [readFileSync(file)]
  } catch {
    // Its process has ended.
    return []
  }
}

const lineOf = (text: string): Buffer => Buffer.from(`${text}\n`)

/** Creates a file with its first lines at once, unless it exists. Returns whether it was created. */
export function createFile(file: string, content: string | Buffer): boolean {
  const part = `${file}.${process.pid}.part`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(part, content, { mode: 0o600 })
    name(part, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(part, { force: true })
  }
}

/** Gives a file another name, unless a file with this name exists. */
function name(part: string, file: string): void {
  try {
    linkSync(part, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Not all file systems have links.
    copyFileSync(part, file, constants.COPYFILE_EXCL)
  }
}

const openExisting = (file: string): number => openSync(file, constants.O_RDWR | constants.O_APPEND)

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function write(descriptor: number, line: string): void {
  const bytes = lineOf(line)
  if (writeSync(descriptor, bytes) !== bytes.length) throw new Error('ENOSPC: no space left on device')
}

function inodeOf(file: number | string): bigint | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const
  return (typeof file === 'number' ? fstatSync(file, options) : statSync(file, options))?.ino
}
