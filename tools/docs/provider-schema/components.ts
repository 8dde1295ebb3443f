import { choiceNames } from '../../../provider/components/choices'
import { definitionOf, type SetName, setNames } from '../../../provider/components/settings'
import { classNameOf } from '../../../provider/core/schema/provider-text'
import { setOf } from '../../../provider/core/schema/set'
import type { NamedTypes } from './named-types'
import { listOf, mapOf, oneOf, type Properties, type PropertySpec, type ResourceSpec, tokenOf } from './package-spec'
import { textOfExport, textOfMember, withExample } from './resource-text'
import { conflictType } from './resources'

/** The components of the package, by name. @param resources The resources, by name. */
export function componentsOf(
  types: NamedTypes,
  resources: Readonly<Record<string, ResourceSpec>>,
): Record<string, ResourceSpec> {
  return { ProjectSettings: projectSettings(types, resources), Projects: projects() }
}

function projectSettings(types: NamedTypes, resources: Readonly<Record<string, ResourceSpec>>): ResourceSpec {
  const input = (name: string) => ({ description: textOfMember('ProjectSettingsArgs', name) })
  const output = (name: string) => ({ description: textOfMember('ProjectSettings', name) })
  const ofSet = (name: SetName, argument: string) => typeOf(resources[classOfSet(name)]?.inputProperties[argument])
  const ofSets = <T>(property: (name: SetName) => T) =>
    Object.fromEntries(setNames.map((name) => [name, property(name)]))
  /** A choice for all sets or for some of them. */
  const choice = (name: (typeof choiceNames)[number]): PropertySpec => {
    const className = { exclusive: 'ProjectExclusive', retainOnRemove: 'ProjectRetainOnRemove' }[name]
    const perSet = types.add(className, {
      description: textOfExport(className),
      type: 'object',
      properties: ofSets((set) => ({ description: textOfMember(className, set), ...ofSet(set, name) })),
    })
    return { ...input(name), ...oneOf([{ type: 'boolean' }, perSet]) }
  }
  const project = ofSet('labels', 'project')
  return {
    description: withExample(textOfExport('ProjectSettings'), 'ProjectSettings'),
    isComponent: true,
    properties: {
      project: { ...output('project'), ...project },
      ...ofSets((name) => ({ ...output(name), $ref: `#/resources/${tokenOf(classOfSet(name))}` })),
      // Not marked as a secret, because SDKs for Java with a secret output of a component do not compile. The value is
      // a secret.
      tokens: { ...output('tokens'), ...mapOf({ type: 'string' }) },
    },
    required: ['project', 'tokens'],
    inputProperties: {
      project: { ...input('project'), ...project },
      ...ofSets((name) => ({ ...input(name), ...ofSet(name, 'items') })),
      ...Object.fromEntries(choiceNames.map((name) => [name, choice(name)])),
      onConflict: { ...input('onConflict'), ...conflictType(types) },
    },
    requiredInputs: ['project'],
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
    },
    required: ['projects'],
    inputProperties: Object.fromEntries(described) as Properties,
    requiredInputs: ['files'],
  }
}

const classOfSet = (name: SetName): string => classNameOf(setOf(definitionOf(name)).kind)

/** The type of a property, without what only applies to that property. */
function typeOf(property: PropertySpec | undefined): PropertySpec {
  if (!property) throw new Error('A set lacks an argument of ProjectSettings.')
  const { description, secret, willReplaceOnChanges, ...type } = property
  return type
}
