import { firstOf, hasBoth, kindsOf, type Noun } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

/** How the endpoints refer to the client, the parent and the path: of one parent, or of each of both. */
interface Place {
  readonly client: string
  readonly parent: string
  readonly path: string
  /** Quotes the path of an endpoint. */
  quoted(text: string): string
  /** The title of the test that lists the objects. */
  readonly inParent: string
}

export const endpoints = (noun: Noun) => (hasBoth(noun) ? endpointsOfBoth(noun) : endpointsOfOne(noun))

const endpointsOfOne = (noun: Noun) => {
  const { word, path } = firstOf(noun)
  const place: Place = {
    client: `api.${noun.camelPlural}`,
    parent: word,
    path: `/${path}`,
    quoted: (text) => `'${text}'`,
    inParent: word,
  }
  return `import { noun } from '../endpoint'
import { ${word} } from './ids'

${nameOf(noun)}const test = (title: string) => ['emulator/test/${noun.kebab}', title] as const

${task}
export const ${noun.camelPlural} = noun(
  '${noun.plural.slice(0, 1).toUpperCase()}${noun.plural.slice(1)}',
${rows(noun, place)})
`
}

const endpointsOfBoth = (noun: Noun) => {
  const [project, group] = kindsOf(noun).map(({ camelPlural }) => camelPlural)
  const place: Place = {
    client: 'of(api)',
    parent: 'parent',
    path: '${path}',
    quoted: (text) => `\`${text}\``,
    inParent: '${word}',
  }
  return `import type { Client } from '../../../sdk'
import { noun } from '../endpoint'
import { group, project } from './ids'

${nameOf(noun)}${task}
/** The ${noun.plural} of projects and those of groups have the same endpoints. */
const ${noun.camelPlural}Of = (word: 'project' | 'group', parent: string${noun.byName ? ', encoded: string' : ''}) => {
  const path = \`/\${word}s\` as const
  const of = ({ ${project}, ${group} }: Client) => (word === 'project' ? ${project} : ${group})
  const test = (title: string) => [\`emulator/test/\${word}-${noun.kebab}\`, title] as const
  return noun(
    \`\${word === 'project' ? 'Project' : 'Group'} ${noun.plural}\`,
${rows(noun, place)})
}

export const ${project} = ${noun.camelPlural}Of('project', project${noun.byName ? ", 'acme%2Fweb'" : ''})
export const ${group} = ${noun.camelPlural}Of('group', group${noun.byName ? ", 'acme%2Fplatform'" : ''})
`
}

const task = '// TODO: the endpoints of the API with all parameters, what each call sends, and the test that covers it.'

const nameOf = ({ byName }: Noun) => (byName ? "const name = 'type/example'\n" : '')

/** The object that the calls need, and one row for each endpoint. */
const rows = (noun: Noun, place: Place) => {
  const { snakePlural, words, plural, byName, keyParameter } = noun
  const { client, parent, path, quoted } = place
  const collection = `${path}/:id/${snakePlural}`
  const made = byName ? '(api)' : '(api, { id })'
  const key = byName ? 'name' : 'id'
  const created = `creates and reads a ${words}`
  return `  (api) => ${client}.create(${parent}, { name${byName ? '' : ": 'type/example'"}, description: 'an example' }),
  [
    {
      endpoint: ${quoted(`GET ${collection}`)},
      call: (api) => ${client}.list(${parent}),
      test: test(${quoted(`lists ${plural} of the ${place.inParent} only`)}),
    },
    {
      endpoint: ${quoted(`GET ${collection}/:${keyParameter}`)},
      call: ${made} => ${client}.get(${parent}, ${key}),
${pathOf(noun, place)}      test: test('${created}'),
    },
    {
      endpoint: ${quoted(`POST ${collection}`)},
      call: (api) => ${client}.create(${parent}, { name: 'another', description: null }),
      sends: { name: 'another', description: null },
      test: test('${created}'),
    },
${noun.hasUpdate ? put(noun, place) : ''}    {
      endpoint: ${quoted(`DELETE ${collection}/:${keyParameter}`)},
      call: ${made} => ${client}.delete(${parent}, ${key}),
${pathOf(noun, place)}      test: test('deletes a ${words} once'),
    },
  ],
`
}

const put = (noun: Noun, place: Place) => {
  const { snakePlural, byName, keyParameter } = noun
  const { client, parent, path, quoted } = place
  const body = `{ ${byName ? '' : "name: 'renamed', "}description: 'another' }`
  const call = byName
    ? `(api) => ${client}.update(${parent}, name, ${body})`
    : `(api, { id }) => ${client}.update(${parent}, id, ${body})`
  return `    {
      endpoint: ${quoted(`PUT ${path}/:id/${snakePlural}/:${keyParameter}`)},
      call: ${call},
${pathOf(noun, place)}      sends: ${body},
      test: test('changes only the given fields'),
    },
`
}

/** The path of an object whose name identifies it. */
const pathOf = (noun: Noun, { path, quoted }: Place): string => {
  if (!noun.byName) return ''
  const ofOne = firstOf(noun).word === 'project' ? 'acme%2Fweb' : 'acme%2Fplatform'
  const encoded = hasBoth(noun) ? '${encoded}' : ofOne
  return `      path: ${quoted(`${path}/${encoded}/${noun.snakePlural}/type%2Fexample`)},\n`
}
