import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const record = ({
  pascal,
  camelPlural,
  snakePlural,
  words,
}: Names) => `import { collection } from '../store/store'

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

export const model = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, plural, byName, hasUpdate } = names
  return `import { conflict } from '../http/errors'
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

${byName ? findByName(names) : findById(names)}
  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  create(project: ProjectRecord, fields: ${pascal}Fields): ${pascal}Record {
    this.#verify(project.id, fields)
    return this.#${camelPlural}.insert({ project_id: project.id, ...fields })
  }

${hasUpdate ? update(names) : ''}  delete(${camel}: ${pascal}Record): void {
    this.#${camelPlural}.delete(${camel})
  }

  // TODO: the rules of the API, with its messages.
  #verify(projectId: number, { name }: ${pascal}Fields${hasUpdate ? `, itself?: ${pascal}Record` : ''}): void {
    requireValid({ name: name.trim() === '' ? ["can't be blank"] : [] })
    const others = this.#${camelPlural}.where('project', projectId)${hasUpdate ? '.filter(({ id }) => id !== itself?.id)' : ''}
    if (others.some((other) => other.name === name)) throw conflict('Name has already been taken')
  }

  get #${camelPlural}() {
    return this.store.of(${camelPlural})
  }
}
`
}

export const routes = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, snakePlural, plural, byName, hasUpdate, keyParameter, keyType } = names
  const fields = byName ? 'name, description' : 'id, name, description'
  return `import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, ${byName ? '' : 'segmentId, '}string } from '../http/param-types'
import { params } from '../http/params'
import type { ${hasUpdate ? `${pascal}Fields, ` : ''}${pascal}Record } from '../records/${kebab}'
import type { ProjectRecord } from '../records/project'
import { requireRole, roles } from './access'
import { ${pascal}Model } from './${kebab}-model'
import { findProject } from './project'

const collectionPath = '/projects/:id/${snakePlural}'
const objectPath = '/projects/:id/${snakePlural}/:${keyParameter}'
const objectParams = { id: segment, ${keyParameter}: ${byName ? 'segment' : 'segmentId'} }

// TODO: the parameters, roles and responses of the API, also where the flavors differ.
/** The ${plural} of projects. */
export const ${camel}: Resource = (api) => {
  api.get(collectionPath, { before: login, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, ${camelPlural}(call).of(findChangeableProject(call)), query).map(present${pascal}),
  )

  api.get(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) =>
    present${pascal}(find${pascal}(call, findChangeableProject(call), ${keyParameter})),
  )

  api.post(
    collectionPath,
    { before: login, params: params({ id: segment, name: string.required(), description: string }) },
    (call, { name, description }) => {
      const fields = { name: name ?? '', description: description ?? null }
      return present${pascal}(${camelPlural}(call).create(findChangeableProject(call), fields))
    },
  )

${hasUpdate ? put(names) : ''}  api.delete(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) => {
    ${camelPlural}(call).delete(find${pascal}(call, findChangeableProject(call), ${keyParameter}))
  })
}

const ${camelPlural} = (call: Call): ${pascal}Model => new ${pascal}Model(call.store)

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

function find${pascal}(call: Call, project: ProjectRecord, key: ${keyType}): ${pascal}Record {
  const found = ${camelPlural}(call).find(project, key)
  if (!found) throw notFound('${pascal}')
  return found
}

const present${pascal} = ({ ${fields} }: ${pascal}Record) => ({ ${fields} })
`
}

const findById = ({
  camel,
  camelPlural,
  pascal,
}: Names) => `  find(project: ProjectRecord, id: number): ${pascal}Record | undefined {
    const ${camel} = this.#${camelPlural}.get(id)
    return ${camel}?.project_id === project.id ? ${camel} : undefined
  }
`

const findByName = ({
  camelPlural,
  pascal,
}: Names) => `  find(project: ProjectRecord, name: string): ${pascal}Record | undefined {
    return this.#${camelPlural}.where('project', project.id).find((one) => one.name === name)
  }
`

const update = ({
  camel,
  camelPlural,
  pascal,
}: Names) => `  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  update(${camel}: ${pascal}Record, changes: Partial<${pascal}Fields>): ${pascal}Record {
    this.#verify(${camel}.project_id, { ...${camel}, ...changes }, ${camel})
    return this.#${camelPlural}.update(${camel}, changes)
  }

`

const put = ({ camelPlural, pascal, byName, keyParameter }: Names) => `  api.put(
    objectPath,
    { before: login, params: params({ ...objectParams, ${byName ? '' : 'name: string, '}description: string }) },
    (call, { ${byName ? 'name, description' : `${keyParameter}, name, description`} }) => {
      const found = find${pascal}(call, findChangeableProject(call), ${keyParameter})
      const changes: Partial<${pascal}Fields> = {
${byName ? '' : '        ...(name != null && { name }),\n'}        ...(description !== undefined && { description }),
      }
      return present${pascal}(${camelPlural}(call).update(found, changes))
    },
  )

`
