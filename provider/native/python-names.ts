import { adoptionFields } from '../core/schema/adoption-fields'
import type { KindDefinition } from '../core/schema/kind-definition'

/** Options of resources that messages mention. */
const options = ['deleteBeforeReplace', 'ignoreChanges', 'retainOnDelete', 'retainOnRemove']

/**
 * A message with the names that arguments of these kinds have in Python: `accessLevel` becomes `access_level`. Text in
 * quotes stays, because it is a value.
 */
export function withPythonNames(kinds: Iterable<KindDefinition>, message: string): string {
  const names = new Set([...kinds].flatMap(namesOf))
  return message.replace(/"(?:[^"\\]|\\.)*"|[A-Za-z]\w*/g, (word) => (names.has(word) ? inPython(word) : word))
}

const inPython = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function namesOf(kind: KindDefinition): string[] {
  const fields = [kind, ...('of' in kind ? [kind.of] : [])].flatMap(({ input }) => Object.entries(input))
  const nested = fields.flatMap(([, { schema }]) => propertiesIn(schema))
  return [...fields.map(([name]) => name), ...nested, ...Object.keys(adoptionFields), ...options]
}

/** The names of the properties in a schema, at any depth. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(propertiesIn)]
}
