import { load } from '../../provider/core/engine/load'
import type { Definition, SetWords } from '../../provider/core/schema/define'
import type { Parents } from '../../provider/core/schema/kind'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { nameArgumentOf } from '../../provider/core/schema/set'
import { settingOf } from '../../provider/core/schema/setting'
import { kinds, kindsWithSets } from '../../provider/kinds'
import { wrapped } from './exported'

/** A child of `ProjectSettings` or `GroupSettings`: a set of objects, or the single object of a kind. */
interface Child {
  readonly kind: string
  readonly definition: Definition
  /** The argument of the component. */
  readonly setting: string
  readonly className: string
}

/** A set of `ProjectSettings` or `GroupSettings`. */
interface SettingSet extends Child {
  readonly words: Required<SetWords>
}

const childOf = (kind: string, suffix: '' | '-set'): Child => {
  const definition = load(kind) as Definition
  return { kind, definition, setting: settingOf(definition), className: classNameOf(`${kind}${suffix}`) }
}

const isIn = (parentKind: keyof Parents) => (kind: string) => (load(kind) as Definition).identity.parent === parentKind

const setsIn = (parentKind: keyof Parents): SettingSet[] =>
  kindsWithSets
    .filter(isIn(parentKind))
    .map((kind) => ({ ...childOf(kind, '-set'), words: wordsOf(load(kind) as Definition) }))

const singlesIn = (parentKind: keyof Parents): Child[] =>
  kinds.filter((kind) => 'single' in load(kind) && isIn(parentKind)(kind)).map((kind) => childOf(kind, ''))

/** The children of `ProjectSettings` or `GroupSettings`, by argument and class. */
export const childrenIn = (parentKind: keyof Parents): Child[] => [...setsIn(parentKind), ...singlesIn(parentKind)]

function wordsOf({ plural, sets }: Definition): Required<SetWords> {
  const words = typeof sets === 'object' ? sets : {}
  const { objects = plural } = words
  return { objects, title: capitalized(objects), remove: `delete ${objects}`, keep: objects, ...words }
}

const capitalized = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

const uncapitalized = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1)

const camel = (kind: string) => kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The members of `ProjectSettings` or `GroupSettings` and its arguments for each child. */
export function children(parentKind: keyof Parents): string {
  const sets = setsIn(parentKind)
  const singles = singlesIn(parentKind)
  const Parent = capitalized(parentKind)
  const each = (line: (set: SettingSet) => string) => sets.map(line).join('\n')
  const eachSingle = (line: (child: Child) => string) => singles.map(line).join('\n')
  const isForeign = ({ definition }: SettingSet) => definition.existence?.isForeign !== undefined
  return `
import type { Input } from '@pulumi/pulumi'
import { ComponentResource } from '@pulumi/pulumi/resource'
${sets.some(isForeign) ? "import type { Exclusive } from '../core/schema/set'\n" : ''}${importsOf([...sets, ...singles])}

/** The items of the sets of a ${parentKind}, and the arguments of its single objects. */
export interface ${Parent}ChildrenArgs {
${each(
  ({ setting, className, definition, words: { title, objects } }) => `  ${doc(
    `${title} by keys of your choice.`,
    nameArgumentOf(definition) === 'name' ? 'Default of `name`: the key.' : '',
    `If omitted, ${objects} are not managed.`,
  )}
  ${setting}?: ${className}Args['items'] | undefined`,
)}
${eachSingle(
  ({ setting, className, definition }) => `  ${doc(
    `${definition.single!.title}, as arguments of \`${className}\`.`,
    'If omitted, none are managed.',
  )}
  ${setting}?: Input<Omit<${className}Args, '${parentKind}'>> | undefined`,
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

/** The sets and single objects of a ${parentKind}, as outputs. */
export abstract class ${Parent}Children extends ComponentResource {
${each(
  ({
    setting,
    className,
    words: { objects },
  }) => `  ${doc(`The set of ${objects}.`, `Undefined if \`${setting}\` is omitted.`)}
  declare readonly ${setting}: ${className} | undefined`,
)}
${eachSingle(
  ({ setting, className, definition }) => `  ${doc(
    `The resource of ${uncapitalized(definition.single!.title)}.`,
    `Undefined if \`${setting}\` is omitted.`,
  )}
  declare readonly ${setting}: ${className} | undefined`,
)}
}

/** The classes of the sets and single objects, by argument. */
export const ${parentKind}Classes = {
${[...sets, ...singles].map(({ setting, className }) => `  ${setting}: ${className},`).join('\n')}
}

/** The kinds of objects of the sets, by argument. */
export const ${parentKind}SetDefinitions = {
${each(({ setting, kind }) => `  ${setting}: ${camel(kind)},`)}
}

/** The kinds of the single objects, by argument. */
export const ${parentKind}SingleDefinitions = {
${eachSingle(({ setting, kind }) => `  ${setting}: ${camel(kind)},`)}
}
`
}

/** In the order that the linter requires: by file, then by name, of which those that differ only in case have the class first. */
const importsOf = (children: readonly Child[]): string =>
  [...children]
    .sort((one, other) => (one.kind < other.kind ? -1 : 1))
    .map(({ kind, className }) => {
      const values =
        camel(kind).toLowerCase() === className.toLowerCase() ? [className, camel(kind)] : [camel(kind), className]
      return `import { ${values.join(', ')}, type ${className}Args } from '../resources/${kind}'`
    })
    .join('\n')

/** A comment of at most 120 characters in a line. */
function doc(...sentences: readonly string[]): string {
  const text = sentences.filter(Boolean).join(' ')
  const line = `/** ${text} */`
  if (line.length + 2 <= 120) return line
  return ['/**', ...wrapped(text, 115).map((one) => `   * ${one}`), '   */'].join('\n')
}
