import { Code, secretKeysIn, Spread } from '../languages/literal'
import type { Slugs } from '../languages/slugs'
import type { Syntax } from '../languages/syntax'
import { grouped } from '../shared/grouped'
import { type Estate, type Exported, nounsOf } from './estate'
import { type Palette, palettesOf } from './palette'
import { kindBlocks, titleOf } from './resource-text'
import { type Alike, type Block, type SharedItems, sharedItemsOf, type Use } from './shared'

/** If there are more projects and groups, each has its own file. */
export const maxParentsInOneFile = 4

/** The source of the exported objects. */
export interface Source {
  service: string
  /** The user of the access token. */
  username: string
}

export const headline = (service: string): string => `Exported from ${service} by trueup export.`

/**
 * The files of a program in a language with loops and modules, by path. Values that projects share are written once.
 */
export function programOf(estate: Estate, { service, username }: Source, syntax: Syntax): Record<string, string> {
  const { palettes, rest } = palettesOf(estate.resources)
  const shared = sharedItemsOf(rest)
  const own = ownOf(shared.rest)
  const parents = estate.parents.filter((parent) => own(parent).length > 0)
  const loops = [...palettes, ...shared.alike].flatMap(({ projects }) => projects)
  const paths = [...new Set([...parents.map(({ path }) => path), ...loops])].sort()
  const slugs = syntax.variables()
  const names = new Names(palettes, shared, slugs)
  const head = syntax.comment(headline(service))
  if (paths.length <= maxParentsInOneFile) {
    const known = new Map(paths.map((path) => [path, slugs.of(path)]))
    const variable = (path: string) => known.get(path) ?? syntax.text(path)
    const blocks = [
      ...(paths.length > 0 ? [paths.map((path) => syntax.constant(variable(path), path)).join('\n')] : []),
      ...sharedBlocks(palettes, shared, { syntax, names, variable, isExported: false }),
      ...parents.flatMap((parent) => {
        const resources = composed(own(parent), shared, names, syntax)
        return kindBlocks(resources, new Code(variable(parent.path)), username, syntax, parent.path)
      }),
    ]
    const hasSecrets = usesSecrets(parents.flatMap(own))
    return { [syntax.files.main]: file([head, ...syntax.head({ below: false, hasSecrets })], blocks) }
  }
  const files: Record<string, string> = {}
  const blocks = sharedBlocks(palettes, shared, { syntax, names, variable: syntax.text, isExported: true })
  if (blocks.length > 0) {
    const heading = [syntax.comment('Shared by several projects.'), ...syntax.head({ below: false, hasSecrets: false })]
    files[syntax.files.shared] = file(heading, blocks)
  }
  const fileSlugs = { project: syntax.fileNames(), group: syntax.fileNames() }
  for (const parent of parents) {
    const { parentKind, path } = parent
    const resources = own(parent)
    const uses = resources.flatMap((one) => shared.composed.get(one)?.uses ?? [])
    const imported = [...(uses.some(omits) ? ['omit'] : []), ...uses.map(({ block }) => names.of(block))]
    const imports = syntax.head({ shared: imported, below: true, hasSecrets: usesSecrets(resources) })
    const written = kindBlocks(composed(resources, shared, names, syntax), new Code(parentKind), username, syntax)
    const name = syntax.files.of(`${parentKind}s`, fileSlugs[parentKind].of(path))
    files[name] = file(imports, [syntax.constant(parentKind, path), ...written])
  }
  return { [syntax.files.main]: file([head, ...syntax.imports(Object.keys(files))], []), ...files }
}

type Parent = Estate['parents'][number]

type Own = (parent: Parent) => Exported[]

/** The resources of each project and group. */
export function ownOf(resources: readonly Exported[]): Own {
  const known = grouped(resources, ({ parentKind, parent }) => `${parentKind} ${parent}`)
  return ({ parentKind, path }) => known.get(`${parentKind} ${path}`) ?? []
}

const usesSecrets = (resources: readonly Exported[]): boolean => secretsOf(resources).length > 0

/** The keys of the configuration that resources use. */
export const secretsOf = (resources: readonly Exported[]): string[] =>
  resources.flatMap(({ args }) => secretKeysIn(args))

const file = (head: string[], blocks: string[]): string => `${[head.join('\n'), ...blocks].join('\n\n')}\n`

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
const composed = (resources: Exported[], shared: SharedItems, names: Names, syntax: Syntax): Exported[] =>
  resources.map((one) => {
    const composition = shared.composed.get(one)
    if (!composition) return one
    return { ...one, args: { ...one.args, items: spreadOf(composition, names, syntax) } }
  })

const spreadOf = ({ uses, own = {} }: { uses: Use[]; own?: object }, names: Names, syntax: Syntax): Spread =>
  new Spread(
    uses.map((use) => {
      const name = names.of(use.block)
      return new Code(omits(use) ? syntax.omit(name, use.omitted) : name)
    }),
    own,
  )

const omits = ({ omitted }: Use): boolean => omitted.length > 0

/** How shared values are written. */
interface Writing {
  syntax: Syntax
  names: Names
  /** The code of a project's path. */
  variable: (path: string) => string
  /** Whether other files import the values. */
  isExported: boolean
}

/** Declares palettes and blocks, each with loops over the projects that have only shared items of the kind. */
function sharedBlocks(palettes: Palette[], shared: SharedItems, writing: Writing): string[] {
  const { syntax, names, isExported } = writing
  const loopsAfter = (block: Block) => shared.alike.filter(({ uses }) => uses.at(-1)?.block === block)
  const hasOmissions = [...shared.alike, ...shared.composed.values()].some(({ uses }) => uses.some(omits))
  return [
    ...palettes.map((palette) => paletteBlock(palette, names.of(palette), writing)),
    ...(hasOmissions ? [syntax.omitFunction()] : []),
    ...shared.blocks.map((block) =>
      [
        syntax.comment(`${titleOf(block.kind)} ${ofWhom(block.projects)}`),
        syntax.items(block.kind, names.of(block), block.items, isExported),
        ...loopsAfter(block).flatMap((loop) => setLoop(loop, writing)),
      ].join('\n'),
    ),
  ]
}

function paletteBlock({ projects, labels }: Palette, name: string, writing: Writing): string {
  const { syntax } = writing
  return [
    ...(projects.length <= 3 ? [syntax.comment(`Labels of ${listOf(projects)}`)] : []),
    syntax.palette(name, labels),
    ...loopOver(projects, writing, syntax.paletteBody(name)),
  ].join('\n')
}

function setLoop({ kind, uses, projects }: Alike, writing: Writing): string[] {
  const { syntax, names } = writing
  const title = nounsOf(kind.replace(/-set$/, ''))
  return loopOver(projects, writing, syntax.setBody(kind, title, spreadOf({ uses }, names, syntax)))
}

const loopOver = (projects: string[], { syntax, variable }: Writing, body: string[]): string[] =>
  syntax.loop(
    projects.map((path) => new Code(variable(path))),
    body,
  )

const ofWhom = (projects: string[]): string =>
  projects.length <= 3 ? `of ${listOf(projects)}` : `of ${projects.length} projects`

const listOf = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
