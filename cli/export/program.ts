import { classNameOf } from '../../provider/engine/objects'
import { grouped } from '../shared/grouped'
import { type Estate, type Exported, nounsOf } from './estate'
import { Code, comment, literal, Spread, text } from './literal'
import { fileNames, type Slugs, variables } from './names'
import { type Palette, palettesOf } from './palette'
import { kindBlocks, titleOf } from './resource-text'
import { type Alike, type Block, type SharedItems, sharedItemsOf } from './shared'

/** If there are more projects and groups, each has its own file. */
const maxParentsInOneFile = 4

const importLine = "import * as trueup from 'trueup'"

/** The source of the exported objects. */
export interface Source {
  service: string
  /** The user of the access token. */
  username: string
}

/** The files of the program, by path. */
export function programOf(estate: Estate, { service, username }: Source): Record<string, string> {
  const { palettes, rest } = palettesOf(estate.resources)
  const shared = sharedItemsOf(rest)
  const own = ownOf(shared.rest)
  const parents = estate.parents.filter((parent) => own(parent).length > 0)
  const loops = [...palettes, ...shared.alike].flatMap(({ projects }) => projects)
  const paths = [...new Set([...parents.map(({ path }) => path), ...loops])].sort()
  const slugs = variables()
  const names = new Names(palettes, shared, slugs)
  const head = comment(`Exported from ${service} by trueup export.`)
  if (paths.length <= maxParentsInOneFile) {
    const known = new Map(paths.map((path) => [path, slugs.of(path)]))
    const variable = (path: string) => known.get(path) ?? text(path)
    const blocks = [
      ...(paths.length > 0 ? [paths.map((path) => `const ${variable(path)} = ${text(path)}`).join('\n')] : []),
      ...sharedBlocks(palettes, shared, names, variable),
      ...parents.flatMap((parent) => {
        const resources = composed(own(parent), shared, names)
        return kindBlocks(resources, new Code(variable(parent.path)), username, parent.path)
      }),
    ]
    return { 'index.ts': file(head, [importLine], blocks) }
  }
  const files: Record<string, string> = {}
  const blocks = sharedBlocks(palettes, shared, names, text, 'export ')
  if (blocks.length > 0) {
    files['shared.ts'] = file(comment('Shared by several projects.'), [importLine], blocks)
  }
  const fileSlugs = { project: fileNames(), group: fileNames() }
  for (const parent of parents) {
    const { parentKind, path } = parent
    const declaration = `const ${parentKind} = ${text(path)}`
    const used = own(parent).flatMap((one) => shared.composed.get(one)?.blocks.map((block) => names.of(block)) ?? [])
    const imports = [importLine, ...(used.length > 0 ? [`import { ${used.join(', ')} } from '../shared'`] : [])]
    const resources = kindBlocks(composed(own(parent), shared, names), new Code(parentKind), username)
    files[`${parentKind}s/${fileSlugs[parentKind].of(path)}.ts`] = file(undefined, imports, [declaration, ...resources])
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

/** The variable names of palettes and blocks. */
class Names {
  private readonly known: Map<Palette | Block, string>

  constructor(palettes: Palette[], { blocks }: SharedItems, slugs: Slugs) {
    const nameOf = (one: Palette | Block) =>
      'kind' in one && one.kind !== 'label-set' ? slugs.of(`shared ${titleOf(one.kind)}`) : slugs.take('palette')
    this.known = new Map([...palettes, ...blocks].map((one) => [one, nameOf(one)]))
  }

  of(one: Palette | Block): string {
    return this.known.get(one)!
  }
}

/** The resources, with variables in place of the shared items of sets. */
const composed = (resources: Exported[], shared: SharedItems, names: Names): Exported[] =>
  resources.map((one) => {
    const composition = shared.composed.get(one)
    if (!composition) return one
    const blocks = composition.blocks.map((block) => new Code(names.of(block)))
    return { ...one, args: { ...one.args, items: new Spread(blocks, composition.own) } }
  })

type Write = (path: string) => string

/** Declares palettes and blocks, each with loops over the projects that have only shared items of the kind. */
function sharedBlocks(palettes: Palette[], shared: SharedItems, names: Names, write: Write, start = ''): string[] {
  const loopsAfter = (block: Block) => shared.alike.filter(({ blocks }) => blocks.at(-1) === block)
  return [
    ...palettes.map((palette) => paletteBlock(palette, names.of(palette), write)),
    ...shared.blocks.map((block) =>
      [
        comment(`${titleOf(block.kind)} ${ofWhom(block.projects)}`),
        `${start}const ${names.of(block)} = ${oneEach(block.items)} satisfies trueup.${classNameOf(block.kind)}Args['items']`,
        ...loopsAfter(block).flatMap((loop) => setLoop(loop, names, write)),
      ].join('\n'),
    ),
  ]
}

function paletteBlock({ projects, labels }: Palette, name: string, write: Write): string {
  return [
    ...(projects.length <= 3 ? [comment(`Labels of ${listOf(projects)}`)] : []),
    `const ${name}: Record<string, Omit<trueup.LabelArgs, 'project' | 'name'>> = ${oneEach(labels)}`,
    ...loopOver(projects, write, [
      `  for (const [name, label] of Object.entries(${name})) {`,
      '    new trueup.Label(`${project} ${name}`, { project, name, ...label })',
      '  }',
    ]),
  ].join('\n')
}

function setLoop({ kind, blocks, projects }: Alike, names: Names, write: Write): string[] {
  const items = new Spread(
    blocks.map((block) => new Code(names.of(block))),
    {},
  )
  const begin = `new trueup.${classNameOf(kind)}(\`\${project} ${nounsOf(kind.replace(/-set$/, ''))}\`, `
  const args = literal({ project: new Code('project'), items }, 1, begin.length + 1)
  return loopOver(projects, write, [`  ${begin}${args})`])
}

function loopOver(projects: string[], write: Write, body: string[]): string[] {
  const names = projects.map((path) => new Code(write(path)))
  return [`for (const project of ${literal(names, 0, 'for (const project of ) {'.length)}) {`, ...body, '}']
}

/** Puts each item on a line of its own. */
const oneEach = (items: object): string => literal(items, 0, Infinity)

const ofWhom = (projects: string[]): string =>
  projects.length <= 3 ? `of ${listOf(projects)}` : `of ${projects.length} projects`

const listOf = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
