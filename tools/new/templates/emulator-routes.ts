import { firstOf, hasBoth, type Noun } from '../names'
import { type Parent, parents } from '../parents'
import { homeOf } from './emulator-home'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const routes = (noun: Noun) => {
  const { kebab, camelPlural, pascal, byName, hasUpdate, keyType } = noun
  const { variable, type, imported } = homeOf(noun)
  const ofHome = hasBoth(noun) ? `${type}, ` : ''
  const fields = byName ? 'name, description' : 'id, name, description'
  const roleFunctions = noun.parents.map(({ requireRole: [name] }) => name)
  return `import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, ${byName ? '' : 'segmentId, '}string } from '../http/param-types'
import { params } from '../http/params'
import type { ${hasUpdate ? `${pascal}Fields, ` : ''}${ofHome}${pascal}Record } from '../records/${kebab}'
${imported}import { ${[...roleFunctions, 'roles'].sort().join(', ')} } from './access'
import { ${pascal}Model } from './${kebab}-model'
${noun.parents.map(({ pascal, word }) => `import { find${pascal} } from './${word}'\n`).join('')}
${hasBoth(noun) ? routesOfBoth(noun) : routesOfOne(noun)}
const ${camelPlural} = (call: Call): ${pascal}Model => new ${pascal}Model(call.store)

${hasBoth(noun) ? '' : `${findChangeable(firstOf(noun))}\n`}function find${pascal}(call: Call, ${variable}: ${type}, key: ${keyType}): ${pascal}Record {
  const found = ${camelPlural}(call).find(${variable}, key)
  if (!found) throw notFound('${pascal}')
  return found
}

const present${pascal} = ({ ${fields} }: ${pascal}Record) => ({ ${fields} })
${noun.secret === undefined ? '' : presentNew(noun)}`
}

const routesOfOne = (noun: Noun) => {
  const { path } = firstOf(noun)
  return `const collectionPath = '/${path}/:id/${noun.snakePlural}'
const objectPath = '/${path}/:id/${noun.snakePlural}/:${noun.keyParameter}'
${objectParams(noun)}
// TODO: the parameters, roles and responses of the API, also where the flavors differ.
/** The ${noun.plural} of ${path}. */
export const ${noun.camel}: Resource = (api) => {
${handlers(noun)}}
`
}

const routesOfBoth = (noun: Noun) => `${objectParams(noun)}
/** Where ${noun.plural} are. Each function throws HttpError 404 or 403. */
const homes: Record<'projects' | 'groups', (call: Call) => ${noun.pascal}Home> = {
  projects: (call) => {
${checkRole(parents.project)}    return { project_id: project.id, group_id: null }
  },
  groups: (call) => {
${checkRole(parents.group)}    return { project_id: null, group_id: group.id }
  },
}

// TODO: the parameters, roles and responses of the API, also where the flavors differ.
/** The ${noun.plural} of projects and groups. */
export const ${noun.camel}: Resource = (api) => {
  for (const parents of ['projects', 'groups'] as const) {
    const collectionPath = \`/\${parents}/:id/${noun.snakePlural}\`
    const objectPath = \`\${collectionPath}/:${noun.keyParameter}\`
    const home = homes[parents]

${handlers(noun)}  }
}
`

const objectParams = ({ keyParameter, byName }: Noun) =>
  `const objectParams = { id: segment, ${keyParameter}: ${byName ? 'segment' : 'segmentId'} }\n`

const checkRole = ({ word, pascal, requireRole: [name, args], role }: Parent) => `  const ${word} = find${pascal}(call)
  ${name}(${args}, roles.${role})
`

const findChangeable = (
  parent: Parent,
) => `function findChangeable${parent.pascal}(call: Call): ${parent.pascal}Record {
${checkRole(parent)}  return ${parent.word}
}
`

const presentNew = ({ pascal, secret }: Noun) => `
/** The only response with the secret. */
const presentNew${pascal} = (created: ${pascal}Record) => ({ ...present${pascal}(created), ${secret}: created.${secret} })
`

/** The endpoints, in the order of the documentation. */
const handlers = (noun: Noun) => {
  const { camelPlural, pascal, hasUpdate, keyParameter } = noun
  const { found } = homeOf(noun)
  return `  api.get(collectionPath, { before: login, params: params({ id: segment, ...paging }) }, (call, query) =>
    paginate(call, ${camelPlural}(call).of(${found}), query).map(present${pascal}),
  )

  api.get(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) =>
    present${pascal}(find${pascal}(call, ${found}, ${keyParameter})),
  )

  api.post(
    collectionPath,
    { before: login, params: params({ id: segment, name: string.required(), description: string }) },
    (call, { name, description }) => {
      const fields = { name: name ?? '', description: description ?? null }
      return present${noun.secret === undefined ? '' : 'New'}${pascal}(${camelPlural}(call).create(${found}, fields))
    },
  )

${hasUpdate ? put(noun) : ''}  api.delete(objectPath, { before: login, params: params(objectParams) }, (call, { ${keyParameter} }) => {
    ${camelPlural}(call).delete(find${pascal}(call, ${found}, ${keyParameter}))
  })
`
}

const put = (noun: Noun) => {
  const { camelPlural, pascal, byName, keyParameter } = noun
  return `  api.put(
    objectPath,
    { before: login, params: params({ ...objectParams, ${byName ? '' : 'name: string, '}description: string }) },
    (call, { ${byName ? 'name, description' : `${keyParameter}, name, description`} }) => {
      const found = find${pascal}(call, ${homeOf(noun).found}, ${keyParameter})
      const changes: Partial<${pascal}Fields> = {
${byName ? '' : '        ...(name != null && { name }),\n'}        ...(description !== undefined && { description }),
      }
      return present${pascal}(${camelPlural}(call).update(found, changes))
    },
  )

`
}
