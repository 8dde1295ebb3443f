import type { Names } from './names'

/**
 * The files of a new kind, by path. They declare an object of a project with a name and a description, which works in
 * all layers: the tests pass before the fields are changed to those of the API. A comment `TODO` marks each place to
 * change.
 */
export const files = (names: Names): Readonly<Record<string, string>> => ({
  [`sdk/resources/${names.kebab}.ts`]: sdk(names),
  [`emulator/records/${names.kebab}.ts`]: record(names),
  [`emulator/resources/${names.kebab}-model.ts`]: model(names),
  [`emulator/resources/${names.kebab}.ts`]: routes(names),
  [`provider/resources/${names.kebab}.ts`]: declaration(names),
  [`provider/functions/${names.kebab}.ts`]: functions(names),
  [`tools/api-coverage/nouns/${names.kebab}.ts`]: endpoints(names),
  [`test/emulator/${names.kebab}.test.ts`]: emulatorTest(names),
  [`test/resources/${names.kebab}.test.ts`]: resourceTest(names),
  [`test/functions/${names.kebab}.test.ts`]: functionTest(names),
  [`test/properties/arbitraries/${names.kebab}.ts`]: arbitraries(names),
})

const sdk = ({
  camel,
  pascal,
  pascalPlural,
  snakePlural,
  words,
  plural,
}: Names) => `import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

// TODO: the fields of the API, with their units.
export interface ${pascal} {
  id: number
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

export type ${pascal}Update = Partial<${pascal}Create>

// TODO: the page of the API's documentation.
/** The ${plural} of projects. https://docs.gitlab.com/api/${snakePlural}/ */
export class ${pascalPlural} {
  constructor(private readonly http: Http) {}

  /** The ${plural} of a project. */
  list(project: Id, params?: ${pascal}ListParams, options?: RequestOptions): List<${pascal}> {
    return this.http.list(path\`/projects/\${project}/${snakePlural}\`, params, options)
  }

  /** One ${words}. */
  get(project: Id, ${camel}: number, options?: RequestOptions): Promise<${pascal}> {
    return this.http.get(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, {}, options)
  }

  /** Creates a ${words}. */
  create(project: Id, body: ${pascal}Create, options?: RequestOptions): Promise<${pascal}> {
    return this.http.post(path\`/projects/\${project}/${snakePlural}\`, body, options)
  }

  /** Changes the given fields. */
  update(project: Id, ${camel}: number, body: ${pascal}Update, options?: RequestOptions): Promise<${pascal}> {
    return this.http.put(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, body, options)
  }

  /** Deletes a ${words}. */
  delete(project: Id, ${camel}: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path\`/projects/\${project}/${snakePlural}/\${${camel}}\`, {}, options)
  }
}
`

const record = ({ pascal, camelPlural, snakePlural, words }: Names) => `import { collection } from '../store/store'

// TODO: the fields that the emulator stores.
export interface ${pascal}Fields {
  name: string
  description: string | null
}

/** A ${words} of a project. */
export interface ${pascal}Record extends ${pascal}Fields {
  id: number
  project_id: number
}

export const ${camelPlural} = collection<${pascal}Record>('${snakePlural}', {
  project: { by: ({ project_id }) => project_id, order: (one, other) => one.id - other.id },
})
`

const model = ({ kebab, camel, camelPlural, pascal, plural }: Names) => `import { conflict } from '../http/errors'
import { requireValid } from '../http/validation'
import { type ${pascal}Fields, type ${pascal}Record, ${camelPlural} } from '../records/${kebab}'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'

/** The ${plural} in a store, and the rules of the model. */
export class ${pascal}Model {
  constructor(private readonly store: Store) {}

  of(project: ProjectRecord): readonly ${pascal}Record[] {
    return this.#${camelPlural}.where('project', project.id)
  }

  find(project: ProjectRecord, id: number): ${pascal}Record | undefined {
    const ${camel} = this.#${camelPlural}.get(id)
    return ${camel}?.project_id === project.id ? ${camel} : undefined
  }

  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  create(project: ProjectRecord, fields: ${pascal}Fields): ${pascal}Record {
    this.#verify(project.id, fields)
    return this.#${camelPlural}.insert({ project_id: project.id, ...fields })
  }

  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  update(${camel}: ${pascal}Record, changes: Partial<${pascal}Fields>): ${pascal}Record {
    this.#verify(${camel}.project_id, { ...${camel}, ...changes }, ${camel})
    return this.#${camelPlural}.update(${camel}, changes)
  }

  delete(${camel}: ${pascal}Record): void {
    this.#${camelPlural}.delete(${camel})
  }

  // TODO: the rules of the API, with its messages.
  #verify(projectId: number, { name }: ${pascal}Fields, itself?: ${pascal}Record): void {
    requireValid({ name: name.trim() === '' ? ["can't be blank"] : [] })
    const others = this.#${camelPlural}.where('project', projectId).filter(({ id }) => id !== itself?.id)
    if (others.some((other) => other.name === name)) throw conflict('Name has already been taken')
  }

  get #${camelPlural}() {
    return this.store.of(${camelPlural})
  }
}
`

const routes = ({
  kebab,
  camel,
  camelPlural,
  pascal,
  snakePlural,
  snake,
  plural,
}: Names) => `import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import type { ${pascal}Fields, ${pascal}Record } from '../records/${kebab}'
import type { ProjectRecord } from '../records/project'
import { requireRole, roles } from './access'
import { ${pascal}Model } from './${kebab}-model'
import { findProject } from './project'

const collectionPath = '/projects/:id/${snakePlural}'
const objectPath = '/projects/:id/${snakePlural}/:${snake}_id'
const objectParams = { id: segment, ${snake}_id: segmentId }

// TODO: the parameters, roles and responses of the API, also where the flavors differ.
/** The ${plural} of projects. */
export const ${camel}: Resource = (api) => {
  api.get(collectionPath, { before: login, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, ${camelPlural}(call).of(findChangeableProject(call)), query).map(present${pascal}),
  )

  api.get(objectPath, { before: login, params: params(objectParams) }, (call, { ${snake}_id }) =>
    present${pascal}(find${pascal}(call, findChangeableProject(call), ${snake}_id)),
  )

  api.post(
    collectionPath,
    { before: login, params: params({ id: segment, name: string.required(), description: string }) },
    (call, { name, description }) => {
      const fields = { name: name ?? '', description: description ?? null }
      return present${pascal}(${camelPlural}(call).create(findChangeableProject(call), fields))
    },
  )

  api.put(
    objectPath,
    { before: login, params: params({ ...objectParams, name: string, description: string }) },
    (call, { ${snake}_id, name, description }) => {
      const found = find${pascal}(call, findChangeableProject(call), ${snake}_id)
      const changes: Partial<${pascal}Fields> = {
        ...(name != null && { name }),
        ...(description !== undefined && { description }),
      }
      return present${pascal}(${camelPlural}(call).update(found, changes))
    },
  )

  api.delete(objectPath, { before: login, params: params(objectParams) }, (call, { ${snake}_id }) => {
    ${camelPlural}(call).delete(find${pascal}(call, findChangeableProject(call), ${snake}_id))
  })
}

const ${camelPlural} = (call: Call): ${pascal}Model => new ${pascal}Model(call.store)

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

function find${pascal}(call: Call, project: ProjectRecord, id: number): ${pascal}Record {
  const found = ${camelPlural}(call).find(project, id)
  if (!found) throw notFound('${pascal}')
  return found
}

const present${pascal} = ({ id, name, description }: ${pascal}Record) => ({ id, name, description })
`

const declaration = ({
  kebab,
  camel,
  camelPlural,
  pascal,
  words,
  plural,
}: Names) => `import type { ${pascal} as Live, ${pascal}Create } from '../../sdk'
import { type AdoptableByName, resource } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { reference, text, title } from '../core/schema/fields'

// TODO: what the kind is and needs. provider/core/schema/{kind,define,rotation}.ts describe each member.
export const ${camel} = define<Live, ${pascal}Create>()({
  kind: '${kebab}',
  plural: '${plural}',
  access: { read: 'maintainer', write: 'maintainer' },
  identity: { parent: 'project', key: '${camel}Id', naturalKey: ['name'] },
  input: {
    /** The project: its numeric id or its full path, such as \`"acme/web"\`. Changing it replaces the ${words}. */
    project: reference('project'),
    /** Name, at most 255 characters. */
    name: title(),
    /** Description. Default null: none. */
    description: optional(text({ emptyIsUnset: true }), null),
  },
  output: {
    /** Id on the service. */
    ${camel}Id: number('id'),
  },
  replaceOn: ['project'],
  hints: { byStatus: { 403: 'Only Maintainers of the project can manage its ${plural}.' } },
  api: {
    list: (api, at) => api.${camelPlural}.list(at.project),
    read: (api, at) => api.${camelPlural}.get(at.project, at.${camel}Id),
    create: (api, at, body) => api.${camelPlural}.create(at.project, body),
    update: (api, at, body) => api.${camelPlural}.update(at.project, at.${camel}Id, body),
    delete: (api, at) => api.${camelPlural}.delete(at.project, at.${camel}Id),
  },
})

/** Arguments of a {@link ${pascal}}. */
export interface ${pascal}Args extends ArgsOf<typeof ${camel}.input>, AdoptableByName {}

// TODO: what it is, in a sentence, and an example. docs/reference.md shows the first sentence.
/**
 * A ${words} of a project.
 *
 * \`\`\`ts
 * new trueup.${pascal}("example", { project: "acme/web", name: "example" })
 * \`\`\`
 */
export class ${pascal} extends resource<${pascal}Args>()(${camel}) {}
`

const functions = ({
  kebab,
  camel,
  camelPlural,
  pascal,
  pascalPlural,
  words,
  plural,
}: Names) => `import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { ${camel} } from '../resources/${kebab}'

/** One ${words} of a project. */
export const get${pascal} = reader<OfProject & Of${pascal}>({ of: ${camel} })('get${pascal}', (api, given) =>
  api.${camelPlural}.get(given.project, given.${camel}),
)

/** The ${plural} of a project. */
export const get${pascalPlural} = listReader<OfProject>({ of: ${camel} })('get${pascalPlural}', (api, { project }) =>
  api.${camelPlural}.list(project),
)

interface Of${pascal} {
  /** Id of the ${words} on the service: \`${camel}Id\` of its resource. */
  ${camel}: number
}
`

const endpoints = ({
  kebab,
  camelPlural,
  snakePlural,
  snake,
  words,
  plural,
}: Names) => `import { noun } from '../endpoint'
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
      endpoint: 'GET /projects/:id/${snakePlural}/:${snake}_id',
      call: (api, { id }) => api.${camelPlural}.get(project, id),
      test: ['emulator/${kebab}', 'creates and reads a ${words}'],
    },
    {
      endpoint: 'POST /projects/:id/${snakePlural}',
      parameters: ['name', 'description'],
      call: (api) => api.${camelPlural}.create(project, { ...body, name: 'another' }),
      test: ['emulator/${kebab}', 'creates and reads a ${words}'],
    },
    {
      endpoint: 'PUT /projects/:id/${snakePlural}/:${snake}_id',
      parameters: ['name', 'description'],
      call: (api, { id }) => api.${camelPlural}.update(project, id, { ...body, name: 'renamed' }),
      test: ['emulator/${kebab}', 'changes only the given fields'],
    },
    {
      endpoint: 'DELETE /projects/:id/${snakePlural}/:${snake}_id',
      call: (api, { id }) => api.${camelPlural}.delete(project, id),
      test: ['emulator/${kebab}', 'deletes a ${words} once'],
    },
  ],
)
`

const emulatorTest = ({ snakePlural, words, plural }: Names) => `import type { Flavor } from '../../emulator'
import { useEmulator } from '../support/emulator'

// TODO: the rules of the API: one test for each status, message and role.
describe.each<Flavor>(['spec', 'gitlab'])('${plural}, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const collection = '/projects/1/${snakePlural}'
  const example = { name: 'example', description: 'an example' }

  it('creates and reads a ${words}', async () => {
    expect(await emulator.post(collection, example)).toMatchObject({ status: 201, body: { id: 1, ...example } })
    expect(await emulator.get(\`\${collection}/1\`)).toMatchObject({ status: 200, body: { id: 1, ...example } })
  })

  it('lists ${plural} of the project only', async () => {
    await emulator.post(collection, example)
    await emulator.post('/projects/2/${snakePlural}', example)
    expect(await emulator.get(collection)).toMatchObject({ status: 200, body: [{ id: 1, ...example }] })
  })

  it('changes only the given fields', async () => {
    await emulator.post(collection, example)
    const body = { id: 1, ...example, name: 'renamed' }
    expect(await emulator.put(\`\${collection}/1\`, { name: 'renamed' })).toMatchObject({ status: 200, body })
  })

  it('refuses a name twice, and a blank name', async () => {
    await emulator.post(collection, example)
    expect(await emulator.post(collection, example)).toMatchObject({ status: 409 })
    expect(await emulator.post(collection, { name: ' ' })).toMatchObject({ status: 400 })
  })

  it('deletes a ${words} once', async () => {
    await emulator.post(collection, example)
    expect(await emulator.delete(\`\${collection}/1\`)).toMatchObject({ status: 204 })
    expect(await emulator.delete(\`\${collection}/1\`)).toMatchObject({ status: 404 })
  })

  it('refuses users below Maintainer', async () => {
    expect(await emulator.post(collection, example, { as: 'developer' })).toMatchObject({ status: 403 })
  })
})
`

const resourceTest = ({ kebab, camel }: Names) => `import { ${camel} } from '../../provider/resources/${kebab}'
import { conforms } from '../support/conforms'

// TODO: a case for each argument. test/support/conforms describes the options.
conforms(${camel}, {
  args: { project: 'acme/web', name: 'example', description: 'an example' },
  changes: { name: 'renamed', description: 'another description' },
  replaces: { project: 'acme/api' },
  spellings: { project: [1, '/acme/web'], name: [' example '], description: [] },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', '', /must not be empty/],
    ['description', 5, /must be a string/],
  ],
})
`

const functionTest = ({
  camel,
  camelPlural,
  pascal,
  pascalPlural,
  words,
}: Names) => `import { get${pascal}, get${pascalPlural} } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a ${words} and lists all', async () => {
    const { id } = await service.api.${camelPlural}.create(1, { name: 'example' })
    const shown = { id, name: 'example', description: null }
    expect(await valueOf(get${pascal}({ project: 'acme/web', ${camel}: id }))).toMatchObject(shown)
    expect(await valueOf(get${pascalPlural}({ project: 1 }))).toMatchObject([shown])
  })
})
`

const arbitraries = ({
  kebab,
  camel,
  pascal,
  snakePlural,
}: Names) => `import { ${camel} } from '../../../provider/resources/${kebab}'
import { cases, optional, plain } from './cases'
import { project } from './reference'
import { texts } from './text'

interface ${pascal} {
  project: number
  name: string
  description: string | null
}

const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())

// TODO: an arbitrary for each argument, and how another user changes it.
export const ${camel}Cases = () =>
  cases<${pascal}>({
    definition: ${camel},
    arguments: {
      project,
      name: plain(names),
      description: optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, ['']),
    },
    collection: (values) => \`/projects/\${values.project}/${snakePlural}\`,
    path: (values, live) => \`/projects/\${values.project}/${snakePlural}/\${String(live.id)}\`,
    seen: ({ name, description }) => ({ name, description }) as ${pascal},
    drift: {
      name: ({ emulator, path }, name) => emulator.put(path, { name }, { as: 'root' }),
      description: ({ emulator, path }, description) => emulator.put(path, { description }, { as: 'root' }),
    },
  })
`
