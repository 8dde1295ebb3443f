import { join } from 'node:path'
import { worldSchema } from '../../emulator/world/schema'
import { repositoryRoot } from '../pulumi/paths'
import { type Documentation, documentation } from './documentation'
import { format } from './format'

/** The file of the emulator's world schema. */
export const worldSchemaFile = join(repositoryRoot, 'schema', 'world.schema.json')

/** The schema by which the emulator validates a world, with the documentation of the interfaces. */
export function worldSchemaText(): string {
  const doc = documentation('emulator')
  const { definitions, ...world } = worldSchema
  const { $schema, ...properties } = world.properties
  const explained = Object.entries(definitions).map(([name, definition]) => [
    name,
    { ...definition, properties: explain(doc, interfaceOf(name), definition.properties) },
  ])
  const schema = {
    ...world,
    properties: {
      $schema: { description: 'URL of this schema, for editors.', ...$schema },
      ...explain(doc, 'World', properties),
    },
    definitions: Object.fromEntries(explained) as Record<string, unknown>,
  }
  return `${format(schema)}\n`
}

const interfaceOf = (definition: string): string => `World${definition[0]!.toUpperCase()}${definition.slice(1)}`

const explain = (doc: Documentation, type: string, properties: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { description: doc(type, name), ...property }]),
  )
