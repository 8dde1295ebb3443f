import type { Names, Noun } from '../names'

// Parts of definitions, which are the same for the kinds of one parent and those of both.

/** The arguments beside the parent. */
export const fields = `    /** Name, at most 255 characters. */
    name: title(),
    /** Description. Default null: none. */
    description: optional(text({ emptyIsUnset: true }), null),
`

export const outputOf = (noun: Noun): string => `${noun.byName ? '' : idOutput(noun)}${secretOutput(noun)}`

const idOutput = ({ keyProperty }: Noun) => `
    /** Id on the service. */
    ${keyProperty}: number('id'),
  `

const secretOutput = ({ secret, secretProperty, words }: Noun) =>
  secret === undefined
    ? ''
    : `
    /** The secret. The service returns it only when the ${words} is created. Encrypted in the state. */
    ${secretProperty}: computed<string>(isText, { secret: true, once: true }),
  `

/** The import of what the outputs need. */
export function computedImport({ byName, secret }: Noun): string {
  const names = [...(secret === undefined ? [] : ['computed', 'isText']), ...(byName ? [] : ['number'])]
  return names.length > 0 ? `import { ${names.join(', ')} } from '../core/schema/computed'\n` : ''
}

/** The arguments beside the parent whose change replaces the object, in quotes. */
export const replacedBy = ({ byName, hasUpdate }: Pick<Noun, 'byName' | 'hasUpdate'>): string[] => [
  ...(byName || !hasUpdate ? ["'name'"] : []),
  ...(hasUpdate ? [] : ["'description'"]),
]

/** The types of the arguments that adopt an existing object. */
export const adoptableTypes = ({ secret }: Pick<Names, 'secret'>): string[] =>
  secret === undefined ? ['AdoptableByName'] : ['AdoptableDuplicate', 'AdoptableSecret']

/** The type of an object with a secret. `read` is the name of the type of the client. */
export const liveType = ({ words, secret }: Noun, read: string): string =>
  secret === undefined
    ? ''
    : `/** A ${words} as it is read, or just created, with its secret. */
type Live = ${read} & { ${secret}?: string }

`
