import type { Estate, Exported } from './estate'
import { grouped } from '../grouped'
import { Code, comment, literal, text } from './literal'
import { fileNames, variables } from './names'
import { type Palette, palettesOf } from './palette'

/** More projects and groups than these get a file each. */
const fewParents = 4

const importLine = "import * as trueup from 'trueup'"

/** Where the program comes from. */
export interface Source {
  service: string
  /** Who has read it. */
  username: string
}

/** The files of the program, by their paths in its folder. */
export function programOf(estate: Estate, { service, username }: Source): Record<string, string> {
  const { palettes, rest } = palettesOf(estate.resources)
  const own = ownOf(rest)
  const parents = estate.parents.filter((parent) => own(parent).length > 0)
  const head = comment(`What ${service} had when trueup export read it.`)
  if (pathsOf(parents, palettes).length <= fewParents) {
    return { 'index.ts': file(head, [importLine], inOneFile(palettes, own, parents, username)) }
  }
  const slugs = { project: fileNames(), group: fileNames() }
  const files: Record<string, string> = {}
  if (palettes.length > 0) {
    const blocks = palettes.map((palette, at) => paletteBlock(palette, at, text))
    files['palettes.ts'] = file(comment('Labels that several projects have alike.'), [importLine], blocks)
  }
  for (const parent of parents) {
    const { parentKind, path } = parent
    const declaration = `const ${parentKind} = ${text(path)}`
    const blocks = kindBlocks(own(parent), new Code(parentKind), username)
    files[`${parentKind}s/${slugs[parentKind].of(path)}.ts`] = file(undefined, [importLine], [declaration, ...blocks])
  }
  const imports = Object.keys(files).map((name) => `import './${name.replace(/\.ts$/, '')}'`)
  return { 'index.ts': file(head, imports, []), ...files }
}

type Parent = Estate['parents'][number]

type Own = (parent: Parent) => Exported[]

/** The resources of each project and group. */
function ownOf(resources: readonly Exported[]): Own {
  const known = grouped(resources, ({ parentKind, parent }) => `${parentKind} ${parent}`)
  return ({ parentKind, path }) => known.get(`${parentKind} ${path}`) ?? []
}

const file = (head: string | undefined, imports: string[], blocks: string[]): string =>
  `${[[...(head === undefined ? [] : [head]), ...imports].join('\n'), ...blocks].join('\n\n')}\n`

/** All projects and groups that the program names. */
const pathsOf = (parents: Parent[], palettes: Palette[]): string[] =>
  [...new Set([...parents.map(({ path }) => path), ...palettes.flatMap(({ projects }) => projects)])].sort()

/** Everything in one file, where each project and group has a variable. */
function inOneFile(palettes: Palette[], own: Own, parents: Parent[], username: string): string[] {
  const slugs = variables()
  const known = new Map<string, string>()
  const paths = pathsOf(parents, palettes)
  for (const path of paths) known.set(path, slugs.of(path))
  const variable = (path: string) => known.get(path) ?? text(path)
  return [
    ...(paths.length > 0 ? [paths.map((path) => `const ${variable(path)} = ${text(path)}`).join('\n')] : []),
    ...palettes.map((palette, at) => paletteBlock(palette, at, variable)),
    ...parents.flatMap((parent) => kindBlocks(own(parent), new Code(variable(parent.path)), username, parent.path)),
  ]
}

function paletteBlock({ projects, labels, isSet }: Palette, at: number, write: (path: string) => string): string {
  const name = at === 0 ? 'palette' : `palette${at + 1}`
  const names = projects.map((path) => new Code(write(path)))
  const type = isSet ? "trueup.LabelSetArgs['items']" : "Record<string, Omit<trueup.LabelArgs, 'project' | 'name'>>"
  const loop = isSet
    ? [`  new trueup.LabelSet(\`\${project} labels\`, { project, items: ${name} })`]
    : [
        `  for (const [name, label] of Object.entries(${name})) {`,
        '    new trueup.Label(`${project} ${name}`, { project, name, ...label })',
        '  }',
      ]
  return [
    ...(projects.length <= 3 ? [comment(`Labels of ${listOf(projects)}`)] : []),
    // One label a line, however short they are.
    `const ${name}: ${type} = ${literal(labels, 0, Infinity)}`,
    `for (const project of ${literal(names, 0, 'for (const project of ) {'.length)}) {`,
    ...loop,
    '}',
  ].join('\n')
}

const listOf = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** What is said above the resources of a kind. */
const headings: Record<string, { title: string; notes?: string[] }> = {
  label: { title: 'Labels' },
  'freeze-period': { title: 'Deploy freezes' },
  'protected-environment': { title: 'Protected environments' },
  'trigger-token': { title: 'Trigger tokens', notes: ['Their values are not in the state: see the README.'] },
  'remote-mirror': {
    title: 'Push mirrors',
    notes: [
      'Their credentials cannot be read. Writing username and password here makes a new mirror in place of the old.',
    ],
  },
  'group-access-token': {
    title: 'Access tokens',
    notes: ['Their values cannot be read. Another expiresAt rotates the token: then the new value is in the state.'],
  },
}

/** A paragraph for each kind of resource. */
function kindBlocks(resources: Exported[], parent: Code, username: string, path?: string): string[] {
  const kinds = [...new Set(resources.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const { title, notes = [] } = headings[kind.replace(/-set$/, '')] ?? { title: kind }
    const heading = path === undefined ? title : `${title} of ${path}`
    const lines = resources
      .filter((one) => one.kind === kind)
      .flatMap((one) => [...remarkOn(one, username), resourceText(one, parent)])
    return [...[heading, ...notes].map((said) => comment(said)), ...lines].join('\n')
  })
}

/** Trigger tokens belong to people. */
function remarkOn({ kind, outputs: { ownerUsername } }: Exported, username: string): string[] {
  if (kind !== 'trigger-token' || ownerUsername === username) return []
  return [comment(`The token of ${String(ownerUsername ?? 'somebody who is gone')}, who alone can change it.`)]
}

function resourceText({ kind, parentKind, name, args }: Exported, parent: Code): string {
  const start = `new trueup.${classOf(kind)}(${text(name)}, `
  return `${start}${literal({ ...args, [parentKind]: parent }, 0, start.length + 1)})`
}

const classOf = (kind: string): string => kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
