import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A type of the package schema of the plugin, as far as programs need it. */
export interface SchemaType {
  type?: string
  /** `#/types/trueup:index:DeployAccessLevel` */
  $ref?: string
  items?: SchemaType
  additionalProperties?: SchemaType
  oneOf?: SchemaType[]
}

export type SchemaProperties = Readonly<Record<string, SchemaType>>

/** The package schema of the plugin, from which Pulumi generates its SDKs. */
export interface PackageSchema {
  language: { go: { importBasePath: string } }
  resources: Readonly<Record<string, { inputProperties: SchemaProperties }>>
  types: Readonly<Record<string, { properties?: SchemaProperties; enum?: object[] }>>
}

let known: PackageSchema | undefined

/** Reads `schema/trueup.schema.json` of this package. */
export function packageSchema(): PackageSchema {
  const root = dirname(createRequire(__filename).resolve('trueup/package.json'))
  return (known ??= JSON.parse(readFileSync(join(root, 'schema', 'trueup.schema.json'), 'utf8')) as PackageSchema)
}
