import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const declaration = ({
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
  otherTools: { terraform: 'States with ${plural} are not read.', pulumiGitlab: 'States with ${plural} are not read.' },
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

export const functions = ({
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

/** The example of the documentation in all languages. */
export const example = ({ pascal }: Names) => `resources:
  example:
    type: trueup:${pascal}
    properties:
      project: acme/web
      name: example
`
