import { readFileSync, statSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'
import { globSync } from 'tinyglobby'
import type { Problems } from './problems'
import { sourceOf, type Tree, treesOf } from './yaml-tree'

/** No file of settings is larger; what is, was matched by mistake. */
const LARGEST = 64 * 1024 * 1024

/** What all files say that patterns match; each pattern has to match one, but those that begin with "!" and exclude. */
export function readFiles(patterns: readonly string[], cwd: string, problems: Problems): Tree[] {
  const excluding = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const including = patterns.filter((pattern) => !pattern.startsWith('!'))
  if (including.length === 0) throw new TypeError('fromYaml needs a pattern of files, like "projects/**/*.yaml".')
  const found = new Set<string>()
  for (const pattern of including) {
    const matches = filesOf(pattern, cwd, excluding)
    if (matches.length === 0) {
      const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory() ?? false
      const hint = isFolder ? `: it is a folder, write "${posix.join(pattern, '**/*.yaml')}"` : ''
      throw new TypeError(`fromYaml finds no file that matches "${pattern}" in ${cwd}${hint}.`)
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
  const refuse = (reason: string) => {
    problems.add(sourceOf(file), reason)
    return []
  }
  let bytes: Buffer
  try {
    const stats = statSync(path)
    // A device has no end, and a pipe may never have a beginning.
    if (!stats.isFile()) return refuse('this is no file: take it out of the pattern')
    if (stats.size > LARGEST) return refuse('the file is larger than 64 MiB: is it meant to be here?')
    bytes = readFileSync(path)
  } catch (error) {
    return refuse(`the file cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'for no reason given'}`)
  }
  let text: string
  try {
    // Takes a byte order mark away, too.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('the file is not UTF-8: save it in that encoding')
  }
  return treesOf(file, text, problems)
}
