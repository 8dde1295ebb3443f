import { classNameOf } from '../../provider/command-line/objects'
import { Code, commentAfter, ConfigSecret, literal, Spread, type Style } from './literal'
import { camelCase, kebabCase, Slugs, wordSet } from './slugs'
import type { Syntax } from './syntax'

/** TypeScript for a package with the classes: `trueup` or `trueup/native`. */
export const typescriptSyntax = (from: string): Syntax => ({
  files: { main: 'index.ts', shared: 'shared.ts', of: (folder, slug) => `${folder}/${slug}.ts` },
  variables: () => new Slugs(camelCase, reserved),
  fileNames: () => new Slugs(kebabCase, reserved),
  comment: (content) => commentAfter('//', content),
  text,
  constant: (name, value) => `const ${name} = ${text(value)}`,
  head: ({ shared = [], below, hasSecrets, isMain }) => [
    ...(hasSecrets ? ["import * as pulumi from '@pulumi/pulumi'"] : []),
    ...(isMain ? [] : [`import * as trueup from '${from}'`]),
    ...(shared.length > 0 ? [`import { ${shared.join(', ')} } from '${below ? '../shared' : './shared'}'`] : []),
    ...(hasSecrets ? ['', 'const config = new pulumi.Config()'] : []),
  ],
  imports: (files) => files.map((name) => `import './${name.replace(/\.ts$/, '')}'`),
  resource: ({ kind, name, args }) => {
    const start = `new trueup.${classNameOf(kind)}(${text(name)}, `
    return `${start}${value(withSecrets(args), 0, start.length + 1)})`
  },
  palette: (name, labels) =>
    `const ${name}: Record<string, Omit<trueup.LabelArgs, 'project' | 'name'>> = ${oneEach(labels)}`,
  paletteBody: (name) => [
    `for (const [name, label] of Object.entries(${name})) {`,
    '  new trueup.Label(`${project} ${name}`, { project, name, ...label })',
    '}',
  ],
  items: (kind, name, items, isExported) =>
    `${isExported ? 'export ' : ''}const ${name} = ${oneEach(items)} satisfies trueup.${classNameOf(kind)}Args['items']`,
  omit: (name, keys) => `omit(${[name, ...keys.map(text)].join(', ')})`,
  omitFunction: () =>
    [
      '/** Returns the items except those with the given keys. */',
      'export const omit = <T extends object, K extends keyof T>(items: T, ...keys: K[]) =>',
      '  Object.fromEntries(Object.entries(items).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>',
    ].join('\n'),
  setBody: (kind, title, items) => {
    const start = `new trueup.${classNameOf(kind)}(\`\${project} ${title}\`, `
    return `${start}${value({ project: new Code('project'), items }, 0, start.length + 3)})`.split('\n')
  },
  loop: (projects, body) => [
    `for (const project of ${value([...projects], 0, 'for (const project of ) {'.length)}) {`,
    ...body.map((line) => `  ${line}`),
    '}',
  ],
})

function withSecrets(own: unknown): unknown {
  if (own instanceof ConfigSecret) return new Code(`config.requireSecret(${text(own.key)})`)
  if (own instanceof Spread) return new Spread(own.of, withSecrets(own.own) as object)
  if (own instanceof Code || typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map(withSecrets)
  return Object.fromEntries(Object.entries(own).map(([name, field]) => [name, withSecrets(field)]))
}

/** A string literal. Invisible and misleading characters are escaped. */
function text(content: string): string {
  const quote = count(content, "'") > count(content, '"') ? '"' : "'"
  const escaped = JSON.stringify(content)
    .slice(1, -1)
    .replace(/\\.|["']|[\p{Cc}\p{Cf}\p{Co}]|(?! )\p{Z}/gsu, (part) => {
      if (part === '\\"' || part === '"' || part === "'") return part.endsWith(quote) ? `\\${quote}` : part.slice(-1)
      return part.startsWith('\\') ? part : escapes(part)
    })
  return quote + escaped + quote
}

const count = (content: string, character: string): number => content.split(character).length - 1

const escapes = (part: string): string =>
  part
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** A key of an object, quoted if necessary. `__proto__` is computed, so that it is an ordinary key. */
const keyText = (key: string): string =>
  key === '__proto__' ? `[${text(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)

const style: Style = {
  indent: '  ',
  width: 120,
  text,
  scalar: (content) => JSON.stringify(content) ?? 'undefined',
  key: (key) => `${keyText(key)}: `,
  spread: (name) => `...${name}`,
  spaced: true,
  shorthand: true,
}

const value = (content: unknown, depth: number, used: number): string => literal(style, content, depth, used)

/** Puts each item on a line of its own. */
const oneEach = (items: object): string => value(items, 0, Infinity)

/** Names that the program already uses, and reserved words. */
const reserved = wordSet(
  'abstract any arguments as async await boolean break case catch class config const constructor continue debugger',
  'declare default delete do else enum eval exports export extends false finally for from function get if implements',
  'import in instanceof interface is keyof let module namespace never new null number object of package palette private',
  'project protected public pulumi require return set static string super switch symbol this throw trueup true try type',
  'typeof undefined unique unknown var void while with yield name label',
)
