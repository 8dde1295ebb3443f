import { hasBoth, type Noun, placeOf } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const sdk = (noun: Noun) => {
  const { camel, pascal, pascalPlural, snakePlural, words, byName, keyType } = noun
  const { variable, path, words: place } = placeOf(noun)
  const created = noun.secret === undefined ? pascal : `New${pascal}`
  const options = noun.secret === undefined ? 'options' : '{ ...options, idempotent: false }'
  return `import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

// TODO: the fields of the API, with their units.
export interface ${pascal} {${byName ? '' : '\n  id: number'}
  name: string
  /** Null if there is none. */
  description: string | null
}

${newType(noun)}export interface ${pascal}ListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface ${pascal}Create {
  name: string
  description?: string | null | undefined
}

${updateType(noun)}${describe(noun)}
export class ${pascalPlural} {
${hasBoth(noun) ? constructorOfBoth : '  constructor(private readonly http: Http) {}'}

  /** The ${noun.plural} of a ${place}. */
  list(${variable}: Id, params?: ${pascal}ListParams, options?: RequestOptions): List<${pascal}> {
    return this.http.list(path\`/${path}/\${${variable}}/${snakePlural}\`, params, options)
  }

  /** One ${words}. */
  get(${variable}: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<${pascal}> {
    return this.http.get(path\`/${path}/\${${variable}}/${snakePlural}/\${${camel}}\`, {}, options)
  }

  /** Creates a ${words}.${noun.secret === undefined ? '' : ' Duplicates are allowed, so it is not retried after a lost response.'} */
  create(${variable}: Id, body: ${pascal}Create, options?: RequestOptions): Promise<${created}> {
    return this.http.post(path\`/${path}/\${${variable}}/${snakePlural}\`, body, ${options})
  }

${noun.hasUpdate ? update(noun) : ''}  /** Deletes a ${words}. */
  delete(${variable}: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<void> {
    return this.http.delete(path\`/${path}/\${${variable}}/${snakePlural}/\${${camel}}\`, {}, options)
  }
}
`
}

const constructorOfBoth = `  constructor(
    private readonly http: Http,
    private readonly parents: 'projects' | 'groups',
  ) {}`

const newType = ({ pascal, words, secret }: Noun) =>
  secret === undefined
    ? ''
    : `/** A ${words} with its secret, which is returned only when the ${words} is created. */
export interface New${pascal} extends ${pascal} {
  /** The secret. No later response contains it. */
  ${secret}: string
}

`

const updateType = ({ pascal, byName, hasUpdate }: Noun) => {
  const fields = byName ? `Partial<Omit<${pascal}Create, 'name'>>` : `Partial<${pascal}Create>`
  return hasUpdate ? `export type ${pascal}Update = ${fields}\n\n` : ''
}

const describe = (noun: Noun) => `// TODO: the page of the API's documentation.
/** The ${noun.plural} of ${placeOf(noun).plural}. https://docs.gitlab.com/api/${noun.snakePlural}/ */`

const update = (noun: Noun) => {
  const { camel, pascal, snakePlural, keyType } = noun
  const { variable, path } = placeOf(noun)
  return `  /** Changes the given fields. */
  update(${variable}: Id, ${camel}: ${keyType}, body: ${pascal}Update, options?: RequestOptions): Promise<${pascal}> {
    return this.http.put(path\`/${path}/\${${variable}}/${snakePlural}/\${${camel}}\`, body, options)
  }

`
}
