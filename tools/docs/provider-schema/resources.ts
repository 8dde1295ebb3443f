import type ts from 'typescript'
import {
  adoptionArguments,
  conflictChoices,
  duplicateChoices,
  secretChoices,
} from '../../../provider/core/schema/adoption-fields'
import type { Field } from '../../../provider/core/schema/field'
import { own } from '../../../provider/core/schema/json'
import { idOf, type Kind } from '../../../provider/core/schema/kind'
import { hasComputedKey } from '../../../provider/core/schema/object-key'
import { classNameOf, typeOf } from '../../../provider/core/schema/provider-text'
import { nameArgumentOf, type SetKind } from '../../../provider/core/schema/set'
import type { Documentation } from '../documentation'
import { InputTypes } from './input-types'
import { typesOfKind } from './kind-types'
import { markdown } from './markdown'
import type { NamedTypes } from './named-types'
import { joined } from './names'
import {
  mapOf,
  type ObjectSpec,
  type Properties,
  type PropertySpec,
  type ResourceSpec,
  type TypeSpec,
} from './package-spec'
import { descriptionOf, textOfMember } from './resource-text'
import { SourceTypes } from './source-types'

/** Builds resources of the schema from definitions, from their types, and from their documentation. */
export class Resources {
  private readonly inputs: InputTypes
  private readonly outputs: SourceTypes

  constructor(
    private readonly types: NamedTypes,
    private readonly doc: Documentation,
  ) {
    this.inputs = new InputTypes(types)
    this.outputs = new SourceTypes(types, {
      // The canonical form of a value can have another type than the value in the program.
      typeName: (name, spec) => (types.isFree(name, spec) ? name : `${name}State`),
    })
  }

  /** The resource of an object or an action. */
  ofKind(kind: Kind): ResourceSpec {
    const inputs = { ...this.argumentsOf(kind), ...this.adoptionOf(kind) }
    return resource(kind, inputs, { ...this.storedOf(kind), ...this.computedOf(kind) })
  }

  /** The resource of a set of objects. */
  ofSet(set: SetKind): ResourceSpec {
    const { of } = set
    const className = classNameOf(set.kind)
    const { [set.identity.parent]: _parent, ...args } = this.argumentsOf(of)
    const { [set.identity.parent]: _stored, ...stored } = this.storedOf(of)
    const { onConflict, ...rest } = this.adoptionOf(of)
    const adoption = { ...(of.identity.allowsDuplicates && onConflict && { onConflict }), ...rest }
    const named = nameArgumentOf(of)
    const required = Object.keys(args).filter((name) => !of.input[name]?.optional && name !== named)
    const item: ObjectSpec = {
      description: `An item of \`${className}\`.`,
      type: 'object',
      properties: withoutReplacement({ ...args, ...adoption }),
      // Pulumi's CLI removes empty lists from schemas.
      ...(required.length > 0 && { required }),
    }
    const state: ObjectSpec = {
      description: `An item of \`${className}\` in canonical form.`,
      type: 'object',
      properties: stored,
      required: Object.keys(stored).filter((name) => isAlwaysSet(of, name)),
    }
    const ofSet = this.argumentsOf(set)
    const items = { ...ofSet.items, ...mapOf(this.types.add(`${className}Item`, item)) }
    const described = (name: string) => ({ description: textOfMember(className, name) })
    return resource(
      set,
      { ...ofSet, items, ...this.adoptionOf(set) },
      {
        ...withoutReplacement(ofSet),
        items: { ...described('items'), ...mapOf(this.types.add(`${className}ItemState`, state)) },
        ids: { ...described('ids'), ...mapOf({ type: hasComputedKey(of) ? 'integer' : 'string' }) },
        ...(set.output.tokens && { tokens: { ...described('tokens'), ...mapOf({ type: 'string' }), secret: true } }),
        ...(set.output.subjectIds && {
          subjectIds: { ...described('subjectIds'), ...mapOf(mapOf({ type: 'integer' })) },
        }),
      },
    )
  }

  /** The arguments of a kind, as in programs. */
  private argumentsOf(kind: Kind): Properties {
    const types = 'of' in kind ? undefined : typesOfKind(kind.kind)
    return mapEntries(kind.input, (name, field) =>
      field.derived ? undefined : this.argument(kind, name, field, types?.input(name).given),
    )
  }

  private argument(kind: Kind, name: string, { schema, secret }: Field, type: ts.Type | undefined): PropertySpec {
    const className = classNameOf(kind.kind)
    const doc = (...path: string[]) => markdown(this.doc(`${className}Args`, name, ...path))
    return {
      description: doc(),
      ...this.inputs.typeOf(schema, { type, name: joined(className, name), doc }),
      ...(secret && { secret }),
      ...(kind.replaceOn.includes(name) && { willReplaceOnChanges: true }),
    }
  }

  /** The arguments that say which existing objects to adopt. */
  private adoptionOf(kind: Kind): Properties {
    const { allowsDuplicates } = kind.identity
    const types = {
      onConflict: () => conflictType(this.types, Boolean(allowsDuplicates)),
      adoptId: (): TypeSpec => ({ type: 'integer' }),
      secretOnAdopt: () => this.types.addEnum('SecretOnAdopt', secretChoices, secretOnAdopt),
    }
    const described = (name: string) => ({ description: markdown(this.doc(`${classNameOf(kind.kind)}Args`, name)) })
    return Object.fromEntries(adoptionArguments(kind).map((name) => [name, { ...described(name), ...types[name]() }]))
  }

  /** The arguments of a kind in canonical form. */
  private storedOf(kind: Kind): Properties {
    const types = typesOfKind(kind.kind)
    return mapEntries(kind.input, (name, { secret }) => {
      const { plain, text } = types.input(name)
      const type = this.outputs.typeOf(plain, { name: joined(classNameOf(kind.kind), name), text })
      return { description: markdown(text), ...type, ...(secret && { secret }) }
    })
  }

  /** The values that the service computes. */
  private computedOf(kind: Kind): Properties {
    const types = typesOfKind(kind.kind)
    return mapEntries(kind.output, (name, { secret }) => {
      const { type, text } = types.output(name)
      const converted = this.outputs.typeOf(type, { name: joined(classNameOf(kind.kind), name), text })
      return { description: markdown(text), ...converted, ...(secret && { secret }) }
    })
  }
}

const secretOnAdopt = 'What to do if the service does not return the secret of an adopted token.'

/** The type of `onConflict`. */
export const conflictType = (types: NamedTypes, allowsDuplicates = false): TypeSpec =>
  allowsDuplicates
    ? types.addEnum('OnDuplicate', duplicateChoices, 'What to do if an equal object already exists.')
    : types.addEnum('OnConflict', conflictChoices, 'What to do if an object already exists.')

function resource(kind: Kind, inputProperties: Properties, ofKind: Properties): ResourceSpec {
  const { parent } = kind.identity
  const properties: Properties = {
    ...ofKind,
    ...(parent && { [idOf(parent)]: { description: `Numeric id of the ${parent}.`, type: 'integer' } }),
    instance: { description: 'Base URL of the service.', type: 'string' },
  }
  return {
    description: descriptionOf(kind),
    properties: mapEntries(properties, (name, property) => ({
      ...property,
      // In C#, a property cannot have the name of its class.
      ...(capital(name) === classNameOf(kind.kind) && { language: { csharp: { name: `${capital(name)}Reference` } } }),
    })),
    required: Object.keys(properties).filter((name) => isAlwaysSet(kind, name)),
    inputProperties,
    requiredInputs: Object.keys(inputProperties).filter((name) => kind.input[name]?.optional === false),
    aliases: [{ type: typeOf(kind.kind) }],
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Whether the state of each object contains a property. */
function isAlwaysSet({ input, output }: Kind, name: string): boolean {
  const [field, computed] = [own(input, name), own(output, name)]
  if (computed) return !computed.once && !computed.read && !computed.is(null)
  return !field?.optional || (field.default !== undefined && field.default !== null)
}

/** Converts the values of an object, except those that become undefined. */
const mapEntries = <T>(
  values: Readonly<Record<string, T>>,
  convert: (name: string, value: T) => PropertySpec | undefined,
): Properties =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const converted = convert(name, value)
      return converted ? [[name, converted]] : []
    }),
  )

/** The same properties, of an object that a change does not replace. */
export const withoutReplacement = (properties: Properties): Properties =>
  mapEntries(properties, (_, { willReplaceOnChanges, ...property }) => property)
