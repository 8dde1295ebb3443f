import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const sdk = (names: Names) => {
  const { camel, pascal, pascalPlural, snakePlural, words, plural, byName, hasUpdate, keyType } = names
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
/** The ${plural} of projects. https://docs.gitlab.com/api/${snakePlural}/ */
export class ${pascalPlural} {
  constructor(private readonly http: Http) {}

  /** The ${plural} of a project. */
  list(project: Id, params?: ${pascal}ListParams, options?: RequestOptions): List<${pascal}> {
    return this.http.list(path\`/projects/\${project}/${snakePlural}\`, params, options)
  }

  /** One ${words}. */
  get(project: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<${pascal}> {
    return this.http.get(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, {}, options)
  }

  /** Creates a ${words}. */
  create(project: Id, body: ${pascal}Create, options?: RequestOptions): Promise<${pascal}> {
    return this.http.post(path\`/projects/\${project}/${snakePlural}\`, body, options)
  }

${names.hasUpdate ? update(names) : ''}  /** Deletes a ${words}. */
  delete(project: Id, ${camel}: ${keyType}, options?: RequestOptions): Promise<void> {
    return this.http.delete(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, {}, options)
  }
}
`
}

const update = ({ camel, pascal, snakePlural, keyType }: Names) => `  /** Changes the given fields. */
  update(project: Id, ${camel}: ${keyType}, body: ${pascal}Update, options?: RequestOptions): Promise<${pascal}> {
    return this.http.put(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, body, options)
  }

`

export const endpoints = (names: Names) => {
  const { kebab, camelPlural, snakePlural, words, plural, hasUpdate, keyParameter, keyField } = names
  return `import { noun } from '../endpoint'
import { project } from './ids'

const body = { name: 'example', description: 'an example' }

// TODO: the endpoints and parameters of the API, each with the test that covers it.
export const ${camelPlural} = noun(
  '${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}',
  (api) => api.${camelPlural}.create(project, body),
  [
    {
      endpoint: 'GET /projects/:id/${snakePlural}',
      call: (api) => api.${camelPlural}.list(project),
      test: ['emulator/${kebab}', 'lists ${plural} of the project only'],
    },
    {
      endpoint: 'GET /projects/:id/${snakePlural}/:${keyParameter}',
      call: (api, { ${keyField} }) => api.${camelPlural}.get(project, ${keyField}),
      test: ['emulator/${kebab}', 'creates and reads a ${words}'],
    },
    {
      endpoint: 'POST /projects/:id/${snakePlural}',
      parameters: ['name', 'description'],
      call: (api) => api.${camelPlural}.create(project, { ...body, name: 'another' }),
      test: ['emulator/${kebab}', 'creates and reads a ${words}'],
    },
${hasUpdate ? put(names) : ''}    {
      endpoint: 'DELETE /projects/:id/${snakePlural}/:${keyParameter}',
      call: (api, { ${keyField} }) => api.${camelPlural}.delete(project, ${keyField}),
      test: ['emulator/${kebab}', 'deletes a ${words} once'],
    },
  ],
)
`
}

const put = ({ kebab, camelPlural, snakePlural, byName, keyParameter, keyField }: Names) => `    {
      endpoint: 'PUT /projects/:id/${snakePlural}/:${keyParameter}',
      parameters: [${byName ? '' : "'name', "}'description'],
      call: (api, { ${keyField} }) => api.${camelPlural}.update(project, ${keyField}, ${byName ? "{ description: 'another' }" : "{ ...body, name: 'renamed' }"}),
      test: ['emulator/${kebab}', 'changes only the given fields'],
    },
`
