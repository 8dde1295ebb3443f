import { firstOf, hasBoth, type Noun } from '../names'
import { homeOf } from './emulator-home'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const record = (noun: Noun) => {
  const { pascal, camelPlural, snakePlural, words, secret } = noun
  const { word } = firstOf(noun)
  return `import { collection } from '../store/store'

// TODO: the fields that the emulator stores.
export interface ${pascal}Fields {
  name: string
  description: string | null
}

/** A ${words} of a ${hasBoth(noun) ? 'project or group' : word}. */
export interface ${pascal}Record extends ${pascal}Fields {
  id: number
${hasBoth(noun) ? '  project_id: number | null\n  group_id: number | null\n' : `  ${word}_id: number\n`}${secret === undefined ? '' : `  ${secret}: string\n`}}

${hasBoth(noun) ? homeType(noun) : ''}export const ${camelPlural} = collection<${pascal}Record>('${snakePlural}', {
  ${indexOf(noun)}
})
`
}

const indexOf = (noun: Noun) => {
  const { word } = firstOf(noun)
  const by = hasBoth(noun) ? `${noun.camel}HomeKey` : `({ ${word}_id }) => ${word}_id`
  return `${homeOf(noun).index}: { by: ${by}, order: (one, other) => one.id - other.id },`
}

const homeType = ({ pascal, camel, plural }: Noun) => `/** The project or group of ${plural}. The other id is null. */
export type ${pascal}Home = Pick<${pascal}Record, 'project_id' | 'group_id'>

export const ${camel}HomeKey = ({ project_id, group_id }: ${pascal}Home): string =>
  project_id === null ? \`group \${group_id}\` : \`project \${project_id}\`

`

export const model = (noun: Noun) => {
  const { kebab, camel, camelPlural, pascal, plural, secret } = noun
  const { variable, type, imported, index, keyOf, fields } = homeOf(noun)
  const ofHome = hasBoth(noun) ? `type ${type}, ${camel}HomeKey, ` : ''
  const complaints = secret === undefined ? ', or 409 if the name is taken' : ''
  return `${secret === undefined ? "import { conflict } from '../http/errors'\n" : "import { randomBytes } from 'node:crypto'\n"}import { requireValid } from '../http/validation'
import { type ${pascal}Fields, ${ofHome}type ${pascal}Record, ${camelPlural} } from '../records/${kebab}'
${imported}import type { Store } from '../store/store'

/** The ${plural} in a store, and the rules of the model. */
export class ${pascal}Model {
  constructor(private readonly store: Store) {}

  of(${variable}: ${type}): readonly ${pascal}Record[] {
    return this.#${camelPlural}.where('${index}', ${keyOf(variable)})
  }

${noun.byName ? findByName(noun) : findById(noun)}
  /** @throws HttpError 400 with the complaints by attribute${complaints}. */
  create(${variable}: ${type}, fields: ${pascal}Fields): ${pascal}Record {
    ${secret === undefined ? `this.#verify(${keyOf(variable)}, fields)` : 'this.#verify(fields)'}
    return this.#${camelPlural}.insert({ ${fields}, ...fields${secret === undefined ? '' : `, ${secret}: randomBytes(15).toString('base64url')`} })
  }

${noun.hasUpdate ? update(noun) : ''}  delete(${camel}: ${pascal}Record): void {
    this.#${camelPlural}.delete(${camel})
  }

${secret === undefined ? verify(noun) : verifyDuplicate(noun)}
  get #${camelPlural}() {
    return this.store.of(${camelPlural})
  }
}
`
}

const verify = (noun: Noun) => {
  const { camelPlural, pascal, hasUpdate } = noun
  const { index, keyType } = homeOf(noun)
  return `  // TODO: the rules of the API, with its messages.
  #verify(${index}Key: ${keyType}, { name }: ${pascal}Fields${hasUpdate ? `, itself?: ${pascal}Record` : ''}): void {
    requireValid({ name: name.trim() === '' ? ["can't be blank"] : [] })
    const others = this.#${camelPlural}.where('${index}', ${index}Key)${hasUpdate ? '.filter(({ id }) => id !== itself?.id)' : ''}
    if (others.some((other) => other.name === name)) throw conflict('Name has already been taken')
  }
`
}

/** Several objects can have the same name. */
const verifyDuplicate = ({ pascal }: Noun) => `  // TODO: the rules of the API, with its messages.
  #verify({ name }: ${pascal}Fields): void {
    requireValid({ name: name.trim() === '' ? ["can't be blank"] : [] })
  }
`

const findById = (noun: Noun) => {
  const { camel, camelPlural, pascal } = noun
  const { variable, type, keyOf, keyOfObject } = homeOf(noun)
  const isThere = hasBoth(noun)
    ? `${camel} && ${keyOfObject(camel)} === ${keyOf(variable)}`
    : `${keyOfObject(`${camel}?`)} === ${keyOf(variable)}`
  return `  find(${variable}: ${type}, id: number): ${pascal}Record | undefined {
    const ${camel} = this.#${camelPlural}.get(id)
    return ${isThere} ? ${camel} : undefined
  }
`
}

const findByName = (noun: Noun) => {
  const { camelPlural, pascal } = noun
  const { variable, type, index, keyOf } = homeOf(noun)
  return `  find(${variable}: ${type}, name: string): ${pascal}Record | undefined {
    return this.#${camelPlural}.where('${index}', ${keyOf(variable)}).find((one) => one.name === name)
  }
`
}

const update = (noun: Noun) => {
  const { camel, camelPlural, pascal, secret } = noun
  const changed = `{ ...${camel}, ...changes }`
  const verified = secret === undefined ? `${homeOf(noun).keyOfObject(camel)}, ${changed}, ${camel}` : changed
  return `  /** @throws HttpError 400 with the complaints by attribute${secret === undefined ? ', or 409 if the name is taken' : ''}. */
  update(${camel}: ${pascal}Record, changes: Partial<${pascal}Fields>): ${pascal}Record {
    this.#verify(${verified})
    return this.#${camelPlural}.update(${camel}, changes)
  }

`
}
