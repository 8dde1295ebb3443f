import type { Names, Noun } from '../names'
import { adoptableTypes, computedImport, fields, liveType, outputOf, replacedBy } from './definition-parts'
import { resourceClasses } from './resource-classes'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

/** What the kinds of projects and groups have in common. */
export const sharedDefinition = (noun: Noun) => {
  const { camel, pascal, pascalPlural, plural, keyProperty, byName, secret, hasUpdate } = noun
  const key = byName ? 'String(at.name)' : `at.${keyProperty}`
  const types = [`${pascal}Create`, ...(hasUpdate ? [`${pascal}Update`] : []), pascalPlural]
  return `import type { Client, ${[...(secret === undefined ? [] : [pascal]), ...types].join(', ')} } from '../../sdk'
${computedImport(noun)}import { optional } from '../core/schema/field'
import { text, title } from '../core/schema/fields'

/** What contains ${plural}. */
type Parent = 'project' | 'group'

const input = {
${fields}}

const output = {${outputOf(noun)}}

/** Identifies a collection: one of both ids. */
type In = { readonly [P in Parent]?: number }
type At = In & { readonly ${keyProperty}: ${byName ? 'unknown' : 'number'} }

${secret === undefined ? '' : liveType(noun, pascal).replace('\ntype', '\nexport type')}const requests = (parent: Parent, of: (api: Client) => ${pascalPlural}) => {
  const id = (at: In) => Number(at[parent])
  return {
    list: (api: Client, at: In) => of(api).list(id(at)),
    read: (api: Client, at: At)${secret === undefined ? '' : ': Promise<Live>'} => of(api).get(id(at), ${key}),
    create: (api: Client, at: In, body: ${pascal}Create)${secret === undefined ? '' : ': Promise<Live>'} => of(api).create(id(at), body),
${hasUpdate ? `    update: (api: Client, at: At, body: ${pascal}Update) => of(api).update(id(at), ${key}, body),\n` : ''}    delete: (api: Client, at: At) => of(api).delete(id(at), ${key}),
  }
}

// TODO: what the kinds are and need. provider/core/schema/{kind,define,rotation}.ts describe each member.
/** What the ${plural} of projects and those of groups have in common. \`of\` are the requests of the client. */
export const ${camel} = <P extends Parent>(parent: P, of: (api: Client) => ${pascalPlural}) => ({
  otherTools: { terraform: 'States with ${plural} are not read.', pulumiGitlab: 'States with ${plural} are not read.' },
  // TODO: the page of GitLab, below that of the project or group, or the reason why there is none.
  page: () => '-/settings/repository',
  identity: {
    parent,
    key: '${keyProperty}' as const,
    naturalKey: ['name'] as const,${secret === undefined ? '' : '\n    allowsDuplicates: true,'}
  },
  input,
  output,
  replaceOn: [${['parent', ...replacedBy(noun)].join(', ')}] as const,
  hints: { byStatus: { 403: \`Only \${parent === 'project' ? 'Maintainers' : 'Owners'} of the \${parent} can manage its ${plural}.\` } },
  api: requests(parent, of),
})
`
}

/** The kind of one parent. */
export const definitionInParent = (names: Names) => {
  const { kebab, camel, camelPlural, kindPlural, words, parent, noun, hasSet, secret } = names
  return `import type { ${secret === undefined ? `${noun.pascal} as Live, ` : ''}${noun.pascal}Create } from '../../sdk'
import { ${[...adoptableTypes(names).map((type) => `type ${type}`), 'resource', ...(hasSet ? ['resourceSet'] : [])].join(', ')} } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference } from '../core/schema/fields'
${hasSet ? "import type { SetArgs, SetItem } from '../core/schema/set'\n" : ''}import { ${noun.camel}${secret === undefined ? '' : ', type Live'} } from './${noun.kebab}-definition'

const { input, ...shared } = ${noun.camel}('${parent.word}', (api) => api.${camelPlural})

export const ${camel} = define<Live, ${noun.pascal}Create>()({
  ...shared,
  kind: '${kebab}',
  plural: '${kindPlural}',
${hasSet ? '  sets: true,\n' : ''}  access: { read: '${parent.role}', write: '${parent.role}' },
  input: {
    /** The ${parent.word}: its numeric id or its full path, such as \`"${parent.example.path}"\`. Changing it replaces the ${words}. */
    ${parent.word}: reference('${parent.word}'),
    ...input,
  },
})

${resourceClasses(names)}`
}
