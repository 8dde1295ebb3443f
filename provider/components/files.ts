import { readFileSync, statSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'
import { globSync } from 'tinyglobby'
import type { Problems } from './problems'
import { sourceOf, type Tree, treesOf } from './yaml-tree'

/** The maximum size of a file. A larger file was probably matched by mistake. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/**
 * Reads all files that the patterns match. Each pattern must match a file, except patterns that start with "!", which
 * exclude files.
 */
export function readFiles(patterns: readonly string[], cwd: string, problems: Problems, reader: string): Tree[] {
  const excluding = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const including = patterns.filter((pattern) => !pattern.startsWith('!'))
  if (including.length === 0)
    throw new TypeError(`${reader} requires a pattern of files, such as "projects/**/*.yaml".`)
  const found = new Set<string>()
  for (const pattern of including) {
    const matches = filesOf(pattern, cwd, excluding)
    if (matches.length === 0) {
      const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory() ?? false
      const hint = isFolder ? `: it is a folder, use "${posix.join(pattern, '**/*.yaml')}"` : ''
      throw new TypeError(`${reader} found no file that matches "${pattern}" in ${cwd}${hint}.`)
    }
    for (const file of matches) found.add(file)
  }
  return [...found].sort().flatMap((file) => read(file, cwd, problems))
}

const filesOf = (pattern: string, cwd: string, excluding: readonly string[]): string[] =>
  globSync([pattern], {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: [...excluding, '**/node_modules/**'],
  })

function read(path: string, cwd: string, problems: Problems): Tree[] {
  const file = relative(cwd, path).split(sep).join('/')
  const reject = (reason: string) => {
    problems.add(sourceOf(file), reason)
    return []
  }
  let bytes: Buffer
  try {
    const stats = statSync(path)
    // Reading a device or a pipe may never end.
    if (!stats.isFile()) return reject('this is not a file: exclude it from the pattern')
    if (stats.size > MAX_FILE_BYTES) return reject('the file is larger than 64 MiB: check the pattern')
    bytes = readFileSync(path)
  } catch (error) {
    return reject(`the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`)
  }
  let text: string
  try {
    // Also removes a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return reject('the file is not UTF-8: save it in that encoding')
  }
  return treesOf(file, text, problems)
}
