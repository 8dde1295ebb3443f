import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const record = ({
  pascal,
  camelPlural,
  snakePlural,
  words,
  parent,
}: Names) => `import { collection } from '../store/store'

// TODO: the fields that the emulator stores.
export interface ${pascal}Fields {
  name: string
  description: string | null
}

/** A ${words} of a ${parent.word}. */
export interface ${pascal}Record extends ${pascal}Fields {
  id: number
  ${parent.word}_id: number
}

export const ${camelPlural} = collection<${pascal}Record>('${snakePlural}', {
  ${parent.word}: { by: ({ ${parent.word}_id }) => ${parent.word}_id, order: (one, other) => one.id - other.id },
})
`

export const model = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, plural, parent, byName, hasUpdate } = names
  return `import { conflict } from '../http/errors'
import { requireValid } from '../http/validation'
import { type ${pascal}Fields, type ${pascal}Record, ${camelPlural} } from '../records/${kebab}'
import type { ${parent.pascal}Record } from '../records/${parent.word}'
import type { Store } from '../store/store'

/** The ${plural} in a store, and the rules of the model. */
export class ${pascal}Model {
  constructor(private readonly store: Store) {}

  of(${parent.word}: ${parent.pascal}Record): readonly ${pascal}Record[] {
    return this.#${camelPlural}.where('${parent.word}', ${parent.word}.id)
  }

${byName ? findByName(names) : findById(names)}
  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  create(${parent.word}: ${parent.pascal}Record, fields: ${pascal}Fields): ${pascal}Record {
    this.#verify(${parent.word}.id, fields)
    return this.#${camelPlural}.insert({ ${parent.word}_id: ${parent.word}.id, ...fields })
  }

${hasUpdate ? update(names) : ''}  delete(${camel}: ${pascal}Record): void {
    this.#${camelPlural}.delete(${camel})
  }

  // TODO: the rules of the API, with its messages.
  #verify(${parent.word}Id: number, { name }: ${pascal}Fields${hasUpdate ? `, itself?: ${pascal}Record` : ''}): void {
    requireValid({ name: name.trim() === '' ? ["can't be blank"] : [] })
    const others = this.#${camelPlural}.where('${parent.word}', ${parent.word}Id)${hasUpdate ? '.filter(({ id }) => id !== itself?.id)' : ''}
    if (others.some((other) => other.name === name)) throw conflict('Name has already been taken')
  }

  get #${camelPlural}() {
    return this.store.of(${camelPlural})
  }
}
`
}

export const routes = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, snakePlural, plural, parent, byName, hasUpdate, keyParameter, keyType } =
    names
  const [requireRole, requireRoleArgs] = parent.requireRole
  const fields = byName ? 'name, description' : 'id, name, description'
  return `import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, ${byName ? '' : 'segmentId, '}string } from '../http/param-types'
import { params } from '../http/params'
import type { ${hasUpdate ? `${pascal}Fields, ` : ''}${pascal}Record } from '../records/${kebab}'
import type { ${parent.pascal}Record } from '../records/${parent.word}'
import { ${requireRole}, roles } from './access'
import { ${pascal}Model } from './${kebab}-model'
import { find${parent.pascal} } from './${parent.word}'

const collectionPath = '/${parent.path}/:id/${snakePlural}'
const objectPath = '/${parent.path}/:id/${snakePlural}/:${keyParameter}'
const objectParams = { id: segment, ${keyParameter}: ${byName ? 'segment' : 'segmentId'} }

// TODO: the parameters, roles and responses of the API, also where the flavors differ.
/** The ${plural} of ${parent.path}. */
export const ${camel}: Resource = (api) => {
  api.get(collectionPath, { before: login, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, ${camelPlural}(call).of(findChangeable${parent.pascal}(call)), query).map(present${pascal}),
  )

  api.get(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) =>
    present${pascal}(find${pascal}(call, findChangeable${parent.pascal}(call), ${keyParameter})),
  )

  api.post(
    collectionPath,
    { before: login, params: params({ id: segment, name: string.required(), description: string }) },
    (call, { name, description }) => {
      const fields = { name: name ?? '', description: description ?? null }
      return present${pascal}(${camelPlural}(call).create(findChangeable${parent.pascal}(call), fields))
    },
  )

${hasUpdate ? put(names) : ''}  api.delete(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) => {
    ${camelPlural}(call).delete(find${pascal}(call, findChangeable${parent.pascal}(call), ${keyParameter}))
  })
}

const ${camelPlural} = (call: Call): ${pascal}Model => new ${pascal}Model(call.store)

function findChangeable${parent.pascal}(call: Call): ${parent.pascal}Record {
  const ${parent.word} = find${parent.pascal}(call)
  ${requireRole}(${requireRoleArgs}, roles.${parent.role})
  return ${parent.word}
}

function find${pascal}(call: Call, ${parent.word}: ${parent.pascal}Record, key: ${keyType}): ${pascal}Record {
  const found = ${camelPlural}(call).find(${parent.word}, key)
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
  parent,
}: Names) => `  find(${parent.word}: ${parent.pascal}Record, id: number): ${pascal}Record | undefined {
    const ${camel} = this.#${camelPlural}.get(id)
    return ${camel}?.${parent.word}_id === ${parent.word}.id ? ${camel} : undefined
  }
`

const findByName = ({
  camelPlural,
  pascal,
  parent,
}: Names) => `  find(${parent.word}: ${parent.pascal}Record, name: string): ${pascal}Record | undefined {
    return this.#${camelPlural}.where('${parent.word}', ${parent.word}.id).find((one) => one.name === name)
  }
`

const update = ({
  camel,
  camelPlural,
  pascal,
  parent,
}: Names) => `  /** @throws HttpError 400 with the complaints by attribute, or 409 if the name is taken. */
  update(${camel}: ${pascal}Record, changes: Partial<${pascal}Fields>): ${pascal}Record {
    this.#verify(${camel}.${parent.word}_id, { ...${camel}, ...changes }, ${camel})
    return this.#${camelPlural}.update(${camel}, changes)
  }

`

const put = ({ camelPlural, pascal, parent, byName, keyParameter }: Names) => `  api.put(
    objectPath,
    { before: login, params: params({ ...objectParams, ${byName ? '' : 'name: string, '}description: string }) },
    (call, { ${byName ? 'name, description' : `${keyParameter}, name, description`} }) => {
      const found = find${pascal}(call, findChangeable${parent.pascal}(call), ${keyParameter})
      const changes: Partial<${pascal}Fields> = {
${byName ? '' : '        ...(name != null && { name }),\n'}        ...(description !== undefined && { description }),
      }
      return present${pascal}(${camelPlural}(call).update(found, changes))
    },
  )

`
