import { kinds } from '../../provider/kinds'
import { modules } from './support/modules'
import { pascal, read } from './support/public-surface'

jest.setTimeout(60_000)

/** What each file imports. */
const files = new Map([...modules].map(([file, { imports }]) => [file, [...imports.keys()]]))

/** The folder of a file, such as `cli/drift` or `provider/core/engine`; for `cli/drift.ts`, the file itself. */
const folderOf = (file: string) => /^(?:provider\/core|[^/]+)\/[^/]+/.exec(file)?.[0] ?? file

/** What each folder imports. */
const folders = new Map<string, string[]>()
for (const [file, imported] of files) {
  const others = imported.map(folderOf).filter((folder) => folder !== folderOf(file))
  folders.set(folderOf(file), [...new Set([...(folders.get(folderOf(file)) ?? []), ...others])])
}

/** The circles of imports, as `a -> b -> a`. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const visited = new Set<string>()
  const visit = (one: string, path: readonly string[]): void => {
    const start = path.indexOf(one)
    if (start >= 0) found.push([...path.slice(start), one].join(' -> '))
    if (visited.has(one)) return
    visited.add(one)
    for (const imported of imports.get(one) ?? []) visit(imported, [...path, one])
  }
  for (const one of imports.keys()) visit(one, [])
  return found
}

const { exports: entries } = JSON.parse(read('package.json')) as { exports: Record<string, string | { types: string }> }

/** The modules that packages can import. */
const publicModules = Object.values(entries).flatMap((entry) =>
  typeof entry === 'string' ? [] : [entry.types.replace('./dist/', '').replace('.d.ts', '.ts')],
)

/** `load` imports the declaration of a kind by its name. */
const isDeclaration = (file: string, name: string) =>
  kinds.some((kind) => file === `provider/resources/${kind}.ts` && pascal(kind).toLowerCase() === name.toLowerCase())

/**
 * The exports that no other file imports. A type can be exported if its own file uses it: TypeScript writes its name and
 * its comments into the `.d.ts` files of modules for whose exports it infers this type.
 */
function unreadExports(): string[] {
  const imported = new Map<string, Set<string>>()
  for (const { imports } of modules.values()) {
    for (const [file, names] of imports) imported.set(file, new Set([...(imported.get(file) ?? []), ...names]))
  }
  return [...modules].flatMap(([file, { exports, types }]) => {
    const isRead = (name: string) => types.has(name) || imported.get(file)?.has(name) || imported.get(file)?.has('*')
    const isPublic = publicModules.includes(file) || file.startsWith('examples/')
    const unread = isPublic ? [] : exports.filter((name) => !isRead(name) && !isDeclaration(file, name))
    return unread.map((name) => `no file imports ${name} of ${file}: do not export it, or delete it`)
  })
}

it('reads all source files', () => {
  const folders = new Set([...modules.keys()].map((file) => file.split('/')[0]))
  expect([...folders]).toEqual(
    expect.arrayContaining(['sdk', 'provider', 'emulator', 'cron', 'cli', 'tools', 'bench', 'test']),
  )
  expect(modules.get('provider/native.ts')?.imports.has('provider/index.ts')).toBe(true)
})

it('has no circles of files, also not by imports of types', () => {
  expect(circles(files)).toEqual([])
})

it('has no circles of folders', () => {
  expect(folders.get('provider/core/engine')).toContain('provider/core/service')
  expect(circles(folders)).toEqual([])
})

it('has a file that reads each export, unless packages can import it', () => {
  expect(publicModules).toEqual(expect.arrayContaining(['provider/index.ts', 'sdk/index.ts', 'emulator/index.ts']))
  expect(unreadExports()).toEqual([])
})
