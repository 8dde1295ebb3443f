import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const sdk = (names: Names) => {
  const { camel, pascal, pascalPlural, snakePlural, words, plural, parent, byName, hasUpdate, keyType } = names
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

export interface ${pascal}ListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface ${pascal}Create {
  name: string
  description?: string | null | undefined
}

${hasUpdate ? `export type ${pascal}Update = ${byName ? `Partial<Omit<${pascal}Create, 'name'>>` : `Partial<${pascal}Create>`}\n\n` : ''}// TODO: the page of the API's documentation.
/** The ${plural} of ${parent.path}. https://docs.gitlab.com/api/${snakePlural}/ */
export class ${pascalPlural} {
  constructor(private readonly http: Http) {}

  /** The ${plural} of a ${parent.word}. */
  list(${parent.word}: Id, params?: ${pascal}ListParams, options?: RequestOptions): List<${pascal}> {
    return this.http.list(path\`/${parent.path}/\${${parent.word}}/${snakePlural}\`, params, options)
  }

  /** One ${words}. */
  get(${parent.word}: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<${pascal}> {
    return this.http.get(path\`/${parent.path}/\${${parent.word}}/${snakePlural}/\${${camel}}\`, {}, options)
  }

  /** Creates a ${words}. */
  create(${parent.word}: Id, body: ${pascal}Create, options?: RequestOptions): Promise<${pascal}> {
    return this.http.post(path\`/${parent.path}/\${${parent.word}}/${snakePlural}\`, body, options)
  }

${names.hasUpdate ? update(names) : ''}  /** Deletes a ${words}. */
  delete(${parent.word}: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<void> {
    return this.http.delete(path\`/${parent.path}/\${${parent.word}}/${snakePlural}/\${${camel}}\`, {}, options)
  }
}
`
}

const update = ({ camel, pascal, snakePlural, parent, keyType }: Names) => `  /** Changes the given fields. */
  update(${parent.word}: Id, ${camel}: ${keyType}, body: ${pascal}Update, options?: RequestOptions): Promise<${pascal}> {
    return this.http.put(path\`/${parent.path}/\${${parent.word}}/${snakePlural}/\${${camel}}\`, body, options)
  }

`

export const endpoints = (names: Names) => {
  const { kebab, camelPlural, snakePlural, words, plural, parent, byName, hasUpdate, keyParameter } = names
  const made = byName ? '(api)' : '(api, { id })'
  const key = byName ? 'name' : 'id'
  return `import { noun } from '../endpoint'
import { ${parent.word} } from './ids'

${byName ? "const name = 'type/example'\n" : ''}const test = (title: string) => ['emulator/test/${kebab}', title] as const

// TODO: the endpoints of the API with all parameters, what each call sends, and the test that covers it.
export const ${camelPlural} = noun(
  '${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}',
  (api) => api.${camelPlural}.create(${parent.word}, { name${byName ? '' : ": 'type/example'"}, description: 'an example' }),
  [
    {
      endpoint: 'GET /${parent.path}/:id/${snakePlural}',
      call: (api) => api.${camelPlural}.list(${parent.word}),
      test: test('lists ${plural} of the ${parent.word} only'),
    },
    {
      endpoint: 'GET /${parent.path}/:id/${snakePlural}/:${keyParameter}',
      call: ${made} => api.${camelPlural}.get(${parent.word}, ${key}),
${pathOf(names)}      test: test('creates and reads a ${words}'),
    },
    {
      endpoint: 'POST /${parent.path}/:id/${snakePlural}',
      call: (api) => api.${camelPlural}.create(${parent.word}, { name: 'another', description: null }),
      sends: { name: 'another', description: null },
      test: test('creates and reads a ${words}'),
    },
${hasUpdate ? put(names) : ''}    {
      endpoint: 'DELETE /${parent.path}/:id/${snakePlural}/:${keyParameter}',
      call: ${made} => api.${camelPlural}.delete(${parent.word}, ${key}),
${pathOf(names)}      test: test('deletes a ${words} once'),
    },
  ],
)
`
}

const put = (names: Names) => {
  const { camelPlural, snakePlural, parent, byName, keyParameter } = names
  const body = `{ ${byName ? '' : "name: 'renamed', "}description: 'another' }`
  const call = byName
    ? `(api) => api.${camelPlural}.update(${parent.word}, name, ${body})`
    : `(api, { id }) => api.${camelPlural}.update(${parent.word}, id, ${body})`
  return `    {
      endpoint: 'PUT /${parent.path}/:id/${snakePlural}/:${keyParameter}',
      call: ${call},
${pathOf(names)}      sends: ${body},
      test: test('changes only the given fields'),
    },
`
}

/** The path of an object whose name identifies it. */
const pathOf = ({ byName, parent, snakePlural }: Names): string => {
  const encoded = parent.word === 'project' ? 'acme%2Fweb' : 'acme%2Fplatform'
  return byName ? `      path: '/${parent.path}/${encoded}/${snakePlural}/type%2Fexample',\n` : ''
}
