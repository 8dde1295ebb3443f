import type { Names } from '../names'
import { adoptableTypes, computedImport, fields, liveType, outputOf, replacedBy } from './definition-parts'
import { resourceClasses } from './resource-classes'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

/** A kind whose noun only one parent has. */
export const definition = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, words, plural, parent, noun, hasUpdate, hasSet, keyProperty, secret } =
    names
  const replaceOn = [`'${parent.word}'`, ...replacedBy(names)].join(', ')
  const key = `at.${keyProperty}`
  return `import type { ${pascal} as ${secret === undefined ? 'Live' : 'Read'}, ${pascal}Create } from '../../sdk'
import { ${adoptableTypes(names)
    .map((type) => `type ${type}, `)
    .join('')}resource${hasSet ? ', resourceSet' : ''} } from '../core/pulumi/resource'
${computedImport(noun)}import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { reference, text, title } from '../core/schema/fields'
${hasSet ? "import type { SetArgs, SetItem } from '../core/schema/set'\n" : ''}
${liveType(noun, 'Read')}// TODO: what the kind is and needs. provider/core/schema/{kind,define,rotation}.ts describe each member.
export const ${camel} = define<Live, ${pascal}Create>()({
  kind: '${kebab}',
  plural: '${plural}',
${hasSet ? '  sets: true,\n' : ''}  otherTools: { terraform: 'States with ${plural} are not read.', pulumiGitlab: 'States with ${plural} are not read.' },
  // TODO: the page of GitLab, below that of the ${parent.word}, or the reason why there is none.
  page: () => '-/settings/repository',
  access: { read: '${parent.role}', write: '${parent.role}' },
  identity: { parent: '${parent.word}', key: '${keyProperty}', naturalKey: ['name']${secret === undefined ? '' : ', allowsDuplicates: true'} },
  input: {
    /** The ${parent.word}: its numeric id or its full path, such as \`"${parent.example.path}"\`. Changing it replaces the ${words}. */
    ${parent.word}: reference('${parent.word}'),
${fields}  },
  output: {${outputOf(noun)}},
  replaceOn: [${replaceOn}],
  hints: { byStatus: { 403: 'Only ${parent.roleName}s of the ${parent.word} can manage its ${plural}.' } },
  api: {
    list: (api, at) => api.${camelPlural}.list(at.${parent.word}),
    read: (api, at)${secret === undefined ? '' : ': Promise<Live>'} => api.${camelPlural}.get(at.${parent.word}, ${key}),
    create: (api, at, body)${secret === undefined ? '' : ': Promise<Live>'} => api.${camelPlural}.create(at.${parent.word}, body),
${hasUpdate ? `    update: (api, at, body)${secret === undefined ? '' : ': Promise<Live>'} => api.${camelPlural}.update(at.${parent.word}, ${key}, body),\n` : ''}    delete: (api, at) => api.${camelPlural}.delete(at.${parent.word}, ${key}),
  },
})

${resourceClasses(names)}`
}

export const functions = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, pascalPlural, words, plural, parent, noun, byName, keyType, keyProperty } =
    names
  return `import { listReader, type Of${parent.pascal}, reader } from '../core/pulumi/invoke'
import { ${camel} } from '../resources/${kebab}'

/** One ${words} of a ${parent.word}. */
export const get${pascal} = reader<Of${parent.pascal} & Of${noun.pascal}>({ of: ${camel} })('get${pascal}', (api, given) =>
  api.${camelPlural}.get(given.${parent.word}, given.${noun.camel}),
)

/** The ${plural} of a ${parent.word}. */
export const get${pascalPlural} = listReader<Of${parent.pascal}>({ of: ${camel} })('get${pascalPlural}', (api, { ${parent.word} }) =>
  api.${camelPlural}.list(${parent.word}),
)

interface Of${noun.pascal} {
  /** ${byName ? `Name of the ${words}` : `Id of the ${words} on the service: \`${keyProperty}\` of its resource`}. */
  ${noun.camel}: ${keyType}
}
`
}

/** The example of the documentation in all languages. */
export const example = ({ pascal, parent }: Names) => `resources:
  example:
    type: trueup:${pascal}
    properties:
      ${parent.word}: ${parent.example.path}
      name: example
`

/** The same for a set. */
export const setExample = ({ pascal, parent, secret }: Names) => `resources:
  examples:
    type: trueup:${pascal}Set
    properties:
      ${parent.word}: ${parent.example.path}
      items:
        example: ${secret === undefined ? '{}' : '{ name: example }'}
`
