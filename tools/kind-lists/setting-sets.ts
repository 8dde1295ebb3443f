import { load } from '../../provider/core/engine/load'
import type { Definition, SetWords } from '../../provider/core/schema/define'
import type { Parents } from '../../provider/core/schema/kind'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { nameArgumentOf, settingOf } from '../../provider/core/schema/set'
import { kindsWithSets } from '../../provider/kinds'
import { wrapped } from './exported'

/** A set of `ProjectSettings` or `GroupSettings`. */
interface SettingSet {
  readonly kind: string
  readonly definition: Definition
  /** The argument with its items. */
  readonly setting: string
  readonly className: string
  readonly words: Required<SetWords>
}

function setOf(kind: string): SettingSet {
  const definition = load(kind) as Definition
  return {
    kind,
    definition,
    setting: settingOf(definition),
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

/** The kinds with sets of a project or group. */
export const kindsIn = (parentKind: keyof Parents): string[] =>
  kindsWithSets.filter((kind) => (load(kind) as Definition).identity.parent === parentKind)

/** The members of `ProjectSettings` or `GroupSettings` and its arguments for each set. */
export function settingSets(parentKind: keyof Parents): string {
  const sets = kindsIn(parentKind).map(setOf)
  const Parent = capitalized(parentKind)
  const each = (line: (set: SettingSet) => string) => sets.map(line).join('\n')
  const isForeign = ({ definition }: SettingSet) => definition.existence?.isForeign !== undefined
  return `
import type { Input } from '@pulumi/pulumi'
import { ComponentResource } from '@pulumi/pulumi/resource'
${sets.some(isForeign) ? "import type { Exclusive } from '../core/schema/set'\n" : ''}${sets.map(importOf).sort().join('\n')}

/** The items of the sets of a ${parentKind}. */
export interface ${Parent}SetsArgs {
${each(
  ({ setting, className, definition, words: { title, objects } }) => `  ${doc(
    `${title} by keys of your choice.`,
    nameArgumentOf(definition) === 'name' ? 'Default of `name`: the key.' : '',
    `If omitted, ${objects} are not managed.`,
  )}
  ${setting}?: ${className}Args['items'] | undefined`,
)}
}

/** The sets of a ${parentKind} that delete objects that are not declared. */
export interface ${Parent}Exclusive {
${each(
  (set) => `  ${doc(
    `Whether to ${set.words.remove} that are not declared.`,
    isForeign(set) ? `\`"all-owners"\`: including ${set.words.objects.split(' ').at(-1)} of other users.` : '',
    'Default: false.',
  )}
  ${set.setting}?: Input<${isForeign(set) ? 'Exclusive' : 'boolean'}> | undefined`,
)}
}

/** The sets of a ${parentKind} that keep objects on the service after their items are removed from the program. */
export interface ${Parent}RetainOnRemove {
${each(
  ({ setting, words: { keep } }) => `  ${doc(`Whether to keep ${keep}.`, 'Default: false.')}
  ${setting}?: Input<boolean> | undefined`,
)}
}

/** The sets of a ${parentKind}, as outputs. */
export abstract class ${Parent}Sets extends ComponentResource {
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
export const ${parentKind}SetClasses = {
${each(({ setting, className }) => `  ${setting}: ${className},`)}
}

/** The kinds of objects of the sets, by argument. */
export const ${parentKind}SetDefinitions = {
${each(({ setting, kind }) => `  ${setting}: ${camel(kind)},`)}
}
`
}

const importOf = ({ kind, className }: SettingSet) =>
  `import { ${camel(kind)}, ${className}, type ${className}Args } from '../resources/${kind}'`

/** A comment of at most 120 characters in a line. */
function doc(...sentences: readonly string[]): string {
  const text = sentences.filter(Boolean).join(' ')
  const line = `/** ${text} */`
  if (line.length + 2 <= 120) return line
  return ['/**', ...wrapped(text, 115).map((one) => `   * ${one}`), '   */'].join('\n')
}
