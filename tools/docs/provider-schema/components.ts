import { choiceNames } from '../../../provider/components/choice-names'
import {
  definitionOf,
  type ParentKind,
  type SetName,
  setNames,
  type SingleName,
  singleNames,
} from '../../../provider/components/settings'
import { classNameOf } from '../../../provider/core/schema/provider-text'
import { setOf } from '../../../provider/core/schema/set'
import type { NamedTypes } from './named-types'
import { listOf, mapOf, oneOf, type Properties, type PropertySpec, type ResourceSpec, tokenOf } from './package-spec'
import { textOfExport, textOfMember, withExample } from './resource-text'
import { conflictType, withoutReplacement } from './resources'

/** The components of the package, by name. @param resources The resources, by name. */
export function componentsOf(
  types: NamedTypes,
  resources: Readonly<Record<string, ResourceSpec>>,
): Record<string, ResourceSpec> {
  return {
    ProjectSettings: settings('project', types, resources, {
      // Not marked as a secret, because SDKs for Java with a secret output of a component do not compile. The value is
      // a secret.
      tokens: { description: textOfMember('ProjectSettings', 'tokens'), ...mapOf({ type: 'string' }) },
    }),
    GroupSettings: settings('group', types, resources, {}),
    Projects: projects(),
  }
}

/** @param outputs Further outputs. */
function settings(
  parentKind: ParentKind,
  types: NamedTypes,
  resources: Readonly<Record<string, ResourceSpec>>,
  outputs: Properties,
): ResourceSpec {
  const Parent = { project: 'Project', group: 'Group' }[parentKind]
  const component = `${Parent}Settings`
  const input = (name: string) => ({ description: textOfMember(`${component}Args`, name) })
  const output = (name: string) => ({ description: textOfMember(component, name) })
  const classOfSet = (name: SetName) => classNameOf(setOf(definitionOf(parentKind, name)).kind)
  const ofSet = (name: SetName, argument: string) => typeOf(resources[classOfSet(name)]?.inputProperties[argument])
  const classOfSingle = (name: SingleName) => classNameOf(definitionOf(parentKind, name).kind)
  const ofSingles = <T>(property: (name: SingleName) => T) =>
    Object.fromEntries(singleNames(parentKind).map((name) => [name, property(name)]))
  /** The arguments of the resource, except the project or group, which the component has. */
  const valuesOfSingle = (name: SingleName): PropertySpec => {
    const className = classOfSingle(name)
    const { [parentKind]: _, ...properties } = resources[className]?.inputProperties ?? {}
    return types.add(`${className}Values`, {
      description: `The arguments of \`${className}\` in \`${component}\`.`,
      type: 'object',
      properties: withoutReplacement(properties),
    })
  }
  const ofSets = <T>(property: (name: SetName) => T) =>
    Object.fromEntries(setNames(parentKind).map((name) => [name, property(name)]))
  /** A choice for all sets or for some of them. */
  const choice = (name: (typeof choiceNames)[number]): PropertySpec => {
    const className = `${Parent}${{ exclusive: 'Exclusive', retainOnRemove: 'RetainOnRemove' }[name]}`
    const perSet = types.add(className, {
      description: textOfExport(className),
      type: 'object',
      properties: ofSets((set) => ({ description: textOfMember(className, set), ...ofSet(set, name) })),
    })
    return { ...input(name), ...oneOf([{ type: 'boolean' }, perSet]) }
  }
  const parent = ofSet('variables', parentKind)
  return {
    description: withExample(textOfExport(component), component),
    isComponent: true,
    properties: {
      [parentKind]: { ...output(parentKind), ...parent },
      ...ofSets((name) => ({ ...output(name), $ref: `#/resources/${tokenOf(classOfSet(name))}` })),
      ...ofSingles((name) => ({ ...output(name), $ref: `#/resources/${tokenOf(classOfSingle(name))}` })),
      ...outputs,
    },
    required: [parentKind, ...Object.keys(outputs)],
    inputProperties: {
      [parentKind]: { ...input(parentKind), ...parent },
      ...ofSets((name) => ({ ...input(name), ...ofSet(name, 'items') })),
      ...ofSingles((name) => ({ ...input(name), ...valuesOfSingle(name) })),
      ...Object.fromEntries(choiceNames.map((name) => [name, choice(name)])),
      onConflict: { ...input('onConflict'), ...conflictType(types) },
    },
    requiredInputs: [parentKind],
  }
}

const nativeModule = 'provider/native.ts'

/** The arguments are plain, because the files are read while the program runs. */
function projects(): ResourceSpec {
  const text = { type: 'string', plain: true } as const
  const inputs: Properties = { files: { ...listOf(text), plain: true }, folder: text }
  const described = Object.entries(inputs).map(([name, type]) => [
    name,
    { description: textOfMember('ProjectsArgs', name, nativeModule), ...type },
  ])
  return {
    description: withExample(textOfExport('Projects', nativeModule), 'Projects'),
    isComponent: true,
    properties: {
      projects: {
        description: textOfMember('Projects', 'projects', nativeModule),
        ...mapOf({ $ref: `#/resources/${tokenOf('ProjectSettings')}` }),
        // In C#, a property cannot have the name of its class.
        language: { csharp: { name: 'Settings' } },
      },
      groups: {
        description: textOfMember('Projects', 'groups', nativeModule),
        ...mapOf({ $ref: `#/resources/${tokenOf('GroupSettings')}` }),
      },
    },
    required: ['projects', 'groups'],
    inputProperties: Object.fromEntries(described) as Properties,
    requiredInputs: ['files'],
  }
}

/** The type of a property, without what only applies to that property. */
function typeOf(property: PropertySpec | undefined): PropertySpec {
  if (!property) throw new Error('A set lacks an argument of its component.')
  const { description, secret, willReplaceOnChanges, ...type } = property
  return type
}
