import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { kinds } from '../../../provider/kinds'

export const root = resolve(__dirname, '..', '..', '..')
export const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
export const pascal = (kind: string) => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * The files of a folder of `provider/`, without extension, except helpers: `remote-mirror-url` belongs to
 * `remote-mirror`, and `access-token-expiry` to `project-access-token` and `group-access-token`.
 */
export const filesIn = (folder: 'resources' | 'functions') => {
  const files = readdirSync(join(root, 'provider', folder))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((file) => file !== 'index')
  const isHelper = (file: string) =>
    !kinds.some((kind) => kind === file) &&
    files.some((other) =>
      [other, other.replace(/^(?:project|group)-/, '')].some((one) => file.startsWith(`${one}-`)),
    ) &&
    !/= (reader|listReader|serviceReader|calculator)\b/.test(read('provider', folder, `${file}.ts`))
  return files.filter((file) => !isHelper(file)).map((file) => ({ file }))
}

/** The functions with their files. */
export const functions = filesIn('functions').flatMap(({ file }) =>
  [
    ...read('provider', 'functions', `${file}.ts`).matchAll(
      /^export const (\w+) = (?:reader|listReader|serviceReader|calculator)\b/gm,
    ),
  ].map(([, name = '']) => ({ file, name })),
)
