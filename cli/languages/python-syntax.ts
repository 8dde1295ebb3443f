import { classNameOf } from '../../provider/command-line/objects'
import { Code, commentAfter, ConfigSecret, doubleQuoted, literal, Spread, type Style } from './literal'
import { Slugs, snakeCase, wordSet } from './slugs'
import type { Syntax } from './syntax'

/** Python for the SDK that Pulumi generates for the plugin. */
export const pythonSyntax: Syntax = {
  files: { main: '__main__.py', shared: 'shared.py', of: (folder, slug) => `${folder}/${slug}.py` },
  variables: () => slugs(),
  fileNames: () => slugs(),
  comment: (content) => commentAfter('#', content),
  text: doubleQuoted,
  constant: (name, value) => `${name} = ${doubleQuoted(value)}`,
  head: ({ shared = [], hasSecrets, isMain }) => [
    ...(hasSecrets ? ['import pulumi'] : []),
    ...(isMain ? [] : ['import pulumi_trueup as trueup']),
    ...(shared.length > 0 ? [`from shared import ${shared.join(', ')}`] : []),
    ...(hasSecrets ? ['', 'config = pulumi.Config()'] : []),
  ],
  imports: (files) => files.map((name) => `import ${name.replace(/\.py$/, '').replaceAll('/', '.')}`),
  resource: ({ kind, name, args }) => call(classNameOf(kind), doubleQuoted(name), args, 0),
  palette: (name, labels) => `${name} = ${oneEach(mapOfObjects(labels))}`,
  paletteBody: (name) => [
    `for name, label in ${name}.items():`,
    '    trueup.Label(f"{project} {name}", project=project, name=name, **label)',
  ],
  items: (_, name, items) => `${name} = ${oneEach(mapOfObjects(items))}`,
  omit: (name, keys) => `omit(${[name, ...keys.map(doubleQuoted)].join(', ')})`,
  omitFunction: () =>
    [
      'def omit(items, *keys):',
      '    """Returns the items except those with the given keys."""',
      '    return {key: item for key, item in items.items() if key not in keys}',
    ].join('\n'),
  setBody: (kind, title, items) => {
    const args = { project: new Code('project'), items }
    return call(classNameOf(kind), `f"{project} ${title}"`, args, 4).split('\n')
  },
  loop: (projects, body) => [
    `for project in ${value([...projects], 0, 'for project in :'.length)}:`,
    ...body.map((line) => `    ${line}`),
  ],
}

/** `deployAccessLevels` → `deploy_access_levels`, as in SDKs that Pulumi generates. */
const snakeCaseOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A call of a class with keyword arguments, on several lines if it does not fit on one. `margin` is added later. */
function call(name: string, title: string, args: object, margin: number): string {
  const start = `trueup.${name}(`
  const pairs = Object.entries(args).map(([argument, own]: [string, unknown]) => {
    const written = `${snakeCaseOf(argument)}=`
    const content = argument === 'items' ? itemsOf(own) : fieldsOf(own)
    return (depth: number) => written + value(content, depth, written.length + 1 + margin)
  })
  const line = `${start}${[title, ...pairs.map((pair) => pair(-Infinity))].join(', ')})`
  if (margin + line.length <= width) return line
  const lines = [title, ...pairs.map((pair) => pair(1))].map((part) => `    ${part},\n`)
  return `${start}\n${lines.join('')})`
}

const itemsOf = (items: unknown): unknown =>
  items instanceof Spread ? new Spread(items.of, mapOfObjects(items.own)) : mapOfObjects(items as object)

/** A map whose keys are data, and whose values are objects with fields. */
const mapOfObjects = (map: object): object =>
  Object.fromEntries(Object.entries(map).map(([key, item]) => [key, fieldsOf(item)]))

/** A value with the names of fields as in Python. */
function fieldsOf(own: unknown): unknown {
  if (own instanceof ConfigSecret) return new Code(`config.require_secret(${doubleQuoted(own.key)})`)
  if (own instanceof Code || typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map(fieldsOf)
  return Object.fromEntries(Object.entries(own).map(([name, field]) => [snakeCaseOf(name), fieldsOf(field)]))
}

const width = 100

const style: Style = {
  indent: '    ',
  width,
  text: doubleQuoted,
  scalar: (content) =>
    content === null || content === undefined
      ? 'None'
      : content === true
        ? 'True'
        : content === false
          ? 'False'
          : String(content),
  key: (key) => `${doubleQuoted(key)}: `,
  spread: (name) => `**${name}`,
  spaced: false,
  shorthand: false,
}

const value = (content: unknown, depth: number, used: number): string => literal(style, content, depth, used)

/** Puts each item on a line of its own. */
const oneEach = (items: object): string => value(items, 0, Infinity)

const slugs = (): Slugs => new Slugs(snakeCase, reserved, (slug, count) => `${slug}_${count}`)

/** Names that the program already uses, and reserved words. */
const reserved = wordSet(
  'and as assert async await break case class config continue def del elif else except finally for from global groups if',
  'import in is label lambda match name nonlocal not or pass project projects pulumi raise return shared trueup try type',
  'while with yield palette omit print list dict str int set map filter',
)
