import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { load } from '../../provider/core/engine/load'
import type { Definition } from '../../provider/core/schema/define'
import type { Kind } from '../../provider/core/schema/kind'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { settingOf } from '../../provider/core/schema/setting'
import { kinds } from '../../provider/kinds'
import { repositoryRoot } from '../pulumi/paths'
import { roleOf, tierOf } from './access'
import { exportsOf, textOf } from './sources'

export const pageFile = join(repositoryRoot, 'docs', 'reference.md')

/** The reference page, with its tables as the definitions and the documentation in the sources have them. */
export function page(): string {
  const summaries = readSummaries()
  const resources = [...kinds].sort().map((kind) => resourceRow(load(kind), summaries))
  const functions = [...summaries.keys()].filter((name) => /^[a-z]/.test(name)).sort()
  return [
    [
      'resources',
      ['Resource', 'What it is', 'Tier', 'Least role', 'Replaced by changes of', 'Set, argument', 'Exported'],
      resources,
    ] as const,
    [
      'functions',
      ['Function', 'What it does'],
      functions.map((name) => `| \`${name}\` | ${summaries.get(name) ?? ''} |`),
    ] as const,
  ].reduce((text, [name, header, rows]) => withTable(text, name, header, rows), readFileSync(pageFile, 'utf8'))
}

function withTable(text: string, name: string, header: readonly string[], rows: readonly string[]): string {
  const table = [`| ${header.join(' | ')} |`, `| ${header.map(() => '---').join(' | ')} |`, ...rows].join('\n')
  const [before, , after] = text.split(new RegExp(`^<!-- /?${name} -->$`, 'm'))
  if (before === undefined || after === undefined) throw new Error(`${pageFile} has no markers for the table ${name}.`)
  return `${before}<!-- ${name} -->\n\n${table}\n\n<!-- /${name} -->${after}`
}

function resourceRow(kind: Kind, summaries: ReadonlyMap<string, string>): string {
  const name = classNameOf(kind.kind)
  const cells = [
    `\`${name}\``,
    summaries.get(name) ?? '',
    tierOf(kind.access),
    roleOf(kind.access),
    replacedBy(kind),
    [
      ...('sets' in kind ? [classNameOf(`${kind.kind}-set`)] : []),
      ...('sets' in kind || 'single' in kind ? [settingOf(kind as Definition)] : []),
    ]
      .map((word) => `\`${word}\``)
      .join(', '),
    'exported' in kind ? 'yes' : '',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The arguments that replace the resource, or those that do not, whichever are fewer. */
function replacedBy({ input, replaceOn }: Kind): string {
  const others = Object.keys(input).filter((name) => !replaceOn.includes(name) && !input[name]?.derived)
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  if (others.length === 0) return 'all arguments'
  return others.length < replaceOn.length && others.length <= 2
    ? `all arguments except ${list(others)}`
    : list(replaceOn)
}

/** The first sentence of the documentation of each resource and function that the package exports. */
function readSummaries(): ReadonlyMap<string, string> {
  const found = [...exportsOf('provider/index.ts')].flatMap(([name, symbol]) => {
    const isOurs = /provider\/(?:resources|functions)\//.test(symbol.declarations?.[0]?.getSourceFile().fileName ?? '')
    if (!isOurs || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Variable))) return []
    return [
      [
        name,
        textOf(symbol)
          .replace(/\s+/g, ' ')
          .replace(/\.(?: .*)?$/s, ''),
      ] as const,
    ]
  })
  return new Map(found)
}
