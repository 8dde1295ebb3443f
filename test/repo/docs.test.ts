import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { useCli } from '../shared/cli'
import { page, pages } from '../shared/markdown'

jest.setTimeout(60_000)

const root = resolve(__dirname, '..', '..')
const all = pages()
const docs = all.filter(({ path }) => path.startsWith('docs/'))

it('lists every page in the index', () => {
  expect(docs.length).toBeGreaterThan(8)
  const { links } = page('docs/README.md')
  const unlisted = docs.map(({ path }) => relative('docs', path)).filter((path) => !links.includes(path))
  expect(unlisted).toEqual(['README.md'])
})

describe.each(all.map(({ path }) => path))('%s', (path) => {
  const { links } = page(path)

  it('has no broken link', () => {
    const broken = links.filter((link) => !/^(https?|mailto):/.test(link) && !leads(path, link))
    expect(broken).toEqual([])
  })
})

it('has only valid YAML in the examples', () => {
  const blocks = all.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => language === 'yaml').map((block) => ({ path, ...block })),
  )
  expect(blocks.length).toBeGreaterThan(20)
  const wrong = blocks.flatMap(({ path, line, text }) =>
    parseAllDocuments(text)
      .flatMap(({ errors }) => errors)
      .map(({ message, linePos }) => `${path}:${line + (linePos?.[0].line ?? 1) - 1}: ${message}`),
  )
  expect(wrong).toEqual([])
})

/** Whether the target of a relative link exists: a file or folder, and the heading of a page. */
function leads(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#') as [string, string?]
  const target = file === '' ? from : join(dirname(from), decodeURIComponent(file))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || page(target).anchors.includes(anchor)
}

describe('the examples in TypeScript', () => {
  it('compiles every TypeScript example as a module', () => {
    expect(compiled(examples()).map(worded)).toEqual([])
  })

  it('rejects an unknown argument in an example', () => {
    const file = join(root, 'docs', 'wrong', '1.ts')
    const text = "import * as trueup from 'trueup'\nnew trueup.Label('a', { project: 1, name: 'a', colour: 'red' })\n"
    expect(compiled(new Map([[file, text]])).map(worded)).toEqual([expect.stringMatching(/wrong\/1\.ts:2.*colour/)])
  })

  it('skips an example only with a reason', () => {
    const ignored = docs.flatMap(({ path, blocks }) =>
      blocks.filter(({ language }) => /^(ts|typescript)\b./.test(language)).map((block) => ({ path, ...block })),
    )
    for (const { path, language, before } of ignored) {
      expect({ path, language, before }).toEqual({
        path,
        language: 'ts ignore',
        before: expect.stringMatching(/^<!-- not compiled: \S.* -->$/),
      })
    }
  })
})

/**
 * The blocks of all pages as files below docs/<page>/. A block that starts with `// name.ts` has this name, so that
 * other blocks of the page can import it. A block without imports gets the import of `trueup`. Empty lines before the
 * text let errors name lines of the page.
 */
function examples(): Map<string, string> {
  const files = docs.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => language === 'ts')
      .map(({ text, line }, at): [string, string] => {
        const [, name = `${at + 1}.ts`] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? []
        const start = /^import /m.test(text) ? '' : "import * as trueup from 'trueup';"
        return [join(root, path.replace(/\.md$/, ''), name), `${'\n'.repeat(line - 1)}${start}${text}export {}\n`]
      }),
  )
  expect(files.length).toBeGreaterThan(10)
  return new Map(files)
}

/** The last program, which the next one reuses to read libraries only once. */
let last: ts.Program | undefined

/** The errors of the compiler for these files. */
function compiled(files: ReadonlyMap<string, string>): readonly ts.Diagnostic[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    root,
  )
  const settings: ts.CompilerOptions = {
    ...options,
    noUnusedLocals: false,
    paths: {
      trueup: [join(root, 'provider', 'index.ts')],
      'trueup/*': [join(root, '*', 'index.ts')],
    },
  }
  const host = ts.createCompilerHost(settings)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  const folders = new Set([...files.keys()].map(dirname))
  host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true)
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target)
  }
  const program = (last = ts.createProgram([...files.keys()], settings, host, last))
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  })
}

function worded({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
  return `${relative(root, file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}

describe('the commands', () => {
  const trueup = useCli()

  it('shows only existing options of commands', async () => {
    const shown = all.flatMap(({ path, blocks }) =>
      blocks.filter(({ language }) => language === 'console').flatMap(({ text }) => commandsOf(text, path)),
    )
    expect(shown.length).toBeGreaterThan(5)
    const help = new Map<string, Promise<string>>()
    const helpOf = async (command: string) => {
      const run = trueup(command, '--help')
      return (await run.ended) === 0 ? run.output.stdout : ''
    }
    const wrong: string[] = []
    for (const { command, flags, line, path } of shown) {
      if (!help.has(command)) help.set(command, helpOf(command))
      const known: readonly string[] = (await help.get(command)!).match(/--?[a-z][a-z-]*/g) ?? []
      if (known.length === 0 || flags.some((flag) => !known.includes(flag))) wrong.push(`${path}: ${line}`)
    }
    expect(wrong).toEqual([])
  })
})

interface Shown {
  path: string
  line: string
  command: string
  flags: string[]
}

/** The lines of a block that call `trueup`, with the command and the options of each. */
function commandsOf(text: string, path: string): Shown[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n')
  return lines.flatMap((line) => {
    const bare = line.replace(/\s#\s.*$/, '').replace(/"[^"]*"|'[^']*'/g, 'text')
    return bare.split(/\||&&|;/).flatMap((part): Shown[] => {
      const [, command, rest = ''] = /^\s*(?:\$ +)?(?:[A-Z_]+=\S* +)*(?:npx +)?trueup +([a-z]\S*)(.*)$/.exec(part) ?? []
      const flags = rest.split(/\s+/).flatMap((word) => /^--?[a-z][a-z-]*/.exec(word)?.[0] ?? [])
      return command === undefined ? [] : [{ path, line, command, flags }]
    })
  })
}
