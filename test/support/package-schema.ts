import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Json } from '../../provider/core/schema/json'
import type {
  FunctionSpec,
  ObjectSpec,
  PropertySpec,
  ResourceSpec,
  TypeSpec,
} from '../../tools/docs/provider-schema/package-spec'
import { packageSchemaFile } from '../../tools/pulumi/paths'

/** The package schema of the repository. */
export interface PackageSchema {
  readonly version: string
  readonly config: { readonly variables: Readonly<Record<string, PropertySpec>> }
  readonly provider: ResourceSpec
  readonly types: Readonly<Record<string, ObjectSpec & { readonly enum?: readonly { readonly value: string }[] }>>
  readonly resources: Readonly<Record<string, ResourceSpec>>
  readonly functions: Readonly<Record<string, FunctionSpec>>
}

export const packageSchema = JSON.parse(readFileSync(packageSchemaFile, 'utf8')) as PackageSchema

/** The type to which a property refers, such as that of the items of a set. */
export function typeIn(property: TypeSpec | undefined): ObjectSpec {
  const spec = property?.additionalProperties ?? property?.items ?? property
  const name = spec?.$ref?.replace('#/types/', '') ?? ''
  const found = packageSchema.types[name]
  if (!found) throw new Error(`${JSON.stringify(property)} does not refer to an object.`)
  return found
}

/** Returns the differences between values and the schema. Objects that are `open` can have more properties. */
export function problemsWith(values: unknown, { properties, required = [] }: ObjectSpec, open = false): string[] {
  const objects = Object.entries(packageSchema.types).map(([name, type]) => [
    name,
    type.enum ? { enum: type.enum.map(({ value }) => value) } : objectSchema(type, open),
  ])
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false, validateSchema: false }).compile({
    ...objectSchema({ properties, required }, open),
    types: Object.fromEntries(objects) as Json,
  })
  validate(values)
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

/** The JSON schema of an object. An optional property can be null. */
const objectSchema = ({ properties, required = [] }: ObjectSpec, open: boolean): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      required.includes(name) ? schemaOf(property) : { anyOf: [schemaOf(property), { type: 'null' }] },
    ]),
  ),
  required,
  ...(!open && { additionalProperties: false }),
})

function schemaOf({ $ref, type, items, additionalProperties, oneOf }: TypeSpec): Json {
  if ($ref !== undefined) return $ref.startsWith('#') ? { $ref } : {}
  if (oneOf) return { anyOf: oneOf.map(schemaOf) }
  return {
    type,
    ...(items && { items: schemaOf(items) }),
    ...(additionalProperties && { additionalProperties: schemaOf(additionalProperties) }),
  }
}
