import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const definition = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, words, plural, parent, byName, hasUpdate, hasSet } = names
  const key = byName ? 'name' : `${camel}Id`
  const replaceOn = [parent.word, ...(byName || !hasUpdate ? ['name'] : []), ...(hasUpdate ? [] : ['description'])]
  return `import type { ${pascal} as Live, ${pascal}Create } from '../../sdk'
import { type AdoptableByName, resource${hasSet ? ', resourceSet' : ''} } from '../core/pulumi/resource'
${byName ? '' : "import { number } from '../core/schema/computed'\n"}import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { reference, text, title } from '../core/schema/fields'
${hasSet ? "import type { SetArgs, SetItem } from '../core/schema/set'\n" : ''}
// TODO: what the kind is and needs. provider/core/schema/{kind,define,rotation}.ts describe each member.
export const ${camel} = define<Live, ${pascal}Create>()({
  kind: '${kebab}',
  plural: '${plural}',
${hasSet ? '  sets: true,\n' : ''}  otherTools: { terraform: 'States with ${plural} are not read.', pulumiGitlab: 'States with ${plural} are not read.' },
  // TODO: the page of GitLab, below that of the ${parent.word}, or the reason why there is none.
  page: () => '-/settings/repository',
  access: { read: '${parent.role}', write: '${parent.role}' },
  identity: { parent: '${parent.word}', key: '${key}', naturalKey: ['name'] },
  input: {
    /** The ${parent.word}: its numeric id or its full path, such as \`"${parent.example.path}"\`. Changing it replaces the ${words}. */
    ${parent.word}: reference('${parent.word}'),
    /** Name, at most 255 characters. */
    name: title(),
    /** Description. Default null: none. */
    description: optional(text({ emptyIsUnset: true }), null),
  },
  output: {${
    byName
      ? ''
      : `
    /** Id on the service. */
    ${camel}Id: number('id'),
  `
  }},
  replaceOn: [${replaceOn.map((name) => `'${name}'`).join(', ')}],
  hints: { byStatus: { 403: 'Only ${parent.roleName}s of the ${parent.word} can manage its ${plural}.' } },
  api: {
    list: (api, at) => api.${camelPlural}.list(at.${parent.word}),
    read: (api, at) => api.${camelPlural}.get(at.${parent.word}, at.${key}),
    create: (api, at, body) => api.${camelPlural}.create(at.${parent.word}, body),
${hasUpdate ? `    update: (api, at, body) => api.${camelPlural}.update(at.${parent.word}, at.${key}, body),\n` : ''}    delete: (api, at) => api.${camelPlural}.delete(at.${parent.word}, at.${key}),
  },
})

/** Arguments of a {@link ${pascal}}. */
export interface ${pascal}Args extends ArgsOf<typeof ${camel}.input>, AdoptableByName {}

// TODO: what it is, in a sentence, and an example. docs/reference.md shows the first sentence.
/**
 * A ${words} of a ${parent.word}.
 *
 * \`\`\`ts
 * new trueup.${pascal}("example", { ${parent.word}: "${parent.example.path}", name: "example" })
 * \`\`\`
 */
export class ${pascal} extends resource<${pascal}Args>()(${camel}) {}
${hasSet ? setOf(names) : ''}`
}

export const functions = (names: Names) => {
  const { kebab, camel, camelPlural, pascal, pascalPlural, words, plural, parent, byName, keyType } = names
  return `import { listReader, type Of${parent.pascal}, reader } from '../core/pulumi/invoke'
import { ${camel} } from '../resources/${kebab}'

/** One ${words} of a ${parent.word}. */
export const get${pascal} = reader<Of${parent.pascal} & Of${pascal}>({ of: ${camel} })('get${pascal}', (api, given) =>
  api.${camelPlural}.get(given.${parent.word}, given.${camel}),
)

/** The ${plural} of a ${parent.word}. */
export const get${pascalPlural} = listReader<Of${parent.pascal}>({ of: ${camel} })('get${pascalPlural}', (api, { ${parent.word} }) =>
  api.${camelPlural}.list(${parent.word}),
)

interface Of${pascal} {
  /** ${byName ? `Name of the ${words}` : `Id of the ${words} on the service: \`${camel}Id\` of its resource`}. */
  ${camel}: ${keyType}
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
export const setExample = ({ pascal, parent }: Names) => `resources:
  examples:
    type: trueup:${pascal}Set
    properties:
      ${parent.word}: ${parent.example.path}
      items:
        example: {}
`

const setOf = ({ camel, pascal, words, plural, parent }: Names) => `
/** Arguments of a {@link ${pascal}Set}. */
export interface ${pascal}SetArgs
  extends Pick<${pascal}Args, '${parent.word}' | 'onConflict'>, SetArgs<SetItem<${pascal}Args, '${parent.word}' | 'onConflict', 'name'>> {}

/** ${plural.slice(0, 1).toUpperCase()}${plural.slice(1)} of one ${parent.word} as a single resource, which is many times faster than one resource for each ${words}. */
export class ${pascal}Set extends resourceSet<${pascal}SetArgs>()(${camel}) {}
`
