import { load } from '../../provider/core/engine/load'
import type { Definition, SetWords } from '../../provider/core/schema/define'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { nameArgumentOf } from '../../provider/core/schema/set'
import { kindsWithSets } from '../../provider/kinds'
import { wrapped } from './exported'
import { settingOf } from './setting'

/** A set of `ProjectSettings`. */
interface ProjectSet {
  readonly kind: string
  readonly definition: Definition
  /** The argument with its items. */
  readonly setting: string
  readonly className: string
  readonly words: Required<SetWords>
}

function setOf(kind: string): ProjectSet {
  const definition = load(kind) as Definition
  return {
    kind,
    definition,
    setting: settingOf(kind),
    className: classNameOf(`${kind}-set`),
    words: wordsOf(definition),
  }
}

function wordsOf({ plural, sets }: Definition): Required<SetWords> {
  const words = typeof sets === 'object' ? sets : {}
  const { objects = plural } = words
  return { objects, title: capitalized(objects), remove: `delete ${objects}`, keep: objects, ...words }
}

const capitalized = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

const camel = (kind: string) => kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The members of `ProjectSettings` and its arguments for each set. */
export function projectSets(): string {
  const sets = kindsWithSets.map(setOf)
  const each = (line: (set: ProjectSet) => string) => sets.map(line).join('\n')
  const isForeign = ({ definition }: ProjectSet) => definition.existence?.isForeign !== undefined
  return `
import type { Input } from '@pulumi/pulumi'
import { ComponentResource } from '@pulumi/pulumi/resource'
import type { Exclusive } from '../core/schema/set'
${sets.map(importOf).sort().join('\n')}

/** The items of the sets of a project. */
export interface ProjectSetsArgs {
${each(
  ({ setting, className, definition, words: { title, objects } }) => `  ${doc(
    `${title} by keys of your choice.`,
    nameArgumentOf(definition) === 'name' ? 'Default of `name`: the key.' : '',
    `If omitted, ${objects} are not managed.`,
  )}
  ${setting}?: ${className}Args['items'] | undefined`,
)}
}

/** The sets of a project that delete objects that are not declared. */
export interface ProjectExclusive {
${each(
  (set) => `  ${doc(
    `Whether to ${set.words.remove} that are not declared.`,
    isForeign(set) ? `\`"all-owners"\`: including ${set.words.objects.split(' ').at(-1)} of other users.` : '',
    'Default: false.',
  )}
  ${set.setting}?: Input<${isForeign(set) ? 'Exclusive' : 'boolean'}> | undefined`,
)}
}

/** The sets of a project that keep objects on the service after their items are removed from the program. */
export interface ProjectRetainOnRemove {
${each(
  ({ setting, words: { keep } }) => `  ${doc(`Whether to keep ${keep}.`, 'Default: false.')}
  ${setting}?: Input<boolean> | undefined`,
)}
}

/** The sets of a project, as outputs. */
export abstract class ProjectSets extends ComponentResource {
${each(
  ({
    setting,
    className,
    words: { objects },
  }) => `  ${doc(`The set of ${objects}.`, `Undefined if \`${setting}\` is omitted.`)}
  declare readonly ${setting}: ${className} | undefined`,
)}
}

/** The classes of the sets, by argument. */
export const setClasses = {
${each(({ setting, className }) => `  ${setting}: ${className},`)}
}

/** The kinds of objects of the sets, by argument. */
export const setDefinitions = {
${each(({ setting, kind }) => `  ${setting}: ${camel(kind)},`)}
}
`
}

const importOf = ({ kind, className }: ProjectSet) =>
  `import { ${camel(kind)}, ${className}, type ${className}Args } from '../resources/${kind}'`

/** A comment of at most 120 characters in a line. */
function doc(...sentences: readonly string[]): string {
  const text = sentences.filter(Boolean).join(' ')
  const line = `/** ${text} */`
  if (line.length + 2 <= 120) return line
  return ['/**', ...wrapped(text, 115).map((one) => `   * ${one}`), '   */'].join('\n')
}
