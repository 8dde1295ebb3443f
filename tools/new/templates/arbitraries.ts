import { firstOf, hasBoth, kindsOf, type Names, type Noun } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const arbitraries = (noun: Noun) => (hasBoth(noun) ? arbitrariesOfBoth(noun) : arbitrariesOfOne(noun))

const texts = `const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())
`

const description = `optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, [''])`

const arbitrariesOfOne = (noun: Noun) => {
  const { kebab, camel, pascal, hasUpdate } = noun
  const { word, role, path } = firstOf(noun)
  return `${hasUpdate ? '' : "import type { Json } from '../../../provider/core/schema/json'\n"}import { ${camel} } from '../../../provider/resources/${kebab}'
${hasUpdate ? '' : "import type { TestEmulator } from '../../support/emulator'\n"}import { cases, optional, plain } from './cases'
import { ${word} } from './reference'
import { texts } from './text'

interface ${pascal} {
  ${word}: number
  name: string
  description: string | null
}

${texts}
${idOf(noun)}// TODO: an arbitrary for each argument, and how another user changes it.
export const ${camel}Cases = () =>
  cases<${pascal}>({
    definition: ${camel},
    as: '${role}',
    arguments: {
      ${word},
      name: plain(names),
      description: ${description},
    },
${keepsKey(noun)}${pathsIn(noun, word, path)}
    seen: ({ name, description }) => ({ name, description }) as ${pascal},
    drift: {
${drift(noun)}
    },
  })
`
}

const arbitrariesOfBoth = (noun: Noun) => {
  const { pascal, hasUpdate } = noun
  const definitions = kindsOf(noun).map(
    ({ camel, kebab }) => `import { ${camel} } from '../../../provider/resources/${kebab}'\n`,
  )
  return `import type { Json } from '../../../provider/core/schema/json'
${definitions.join('')}${hasUpdate ? '' : "import type { TestEmulator } from '../../support/emulator'\n"}import { cases, optional, plain, type Target } from './cases'
import { group, project } from './reference'
import { texts } from './text'

interface ${pascal} {
  name: string
  description: string | null
}

${texts}
const declared = { name: plain(names), description: ${description} }

${idOf(noun)}type At = Pick<Target<${pascal}>, 'emulator' | 'live' | 'path'>

// TODO: an arbitrary for each argument, and how another user changes it.
const shared = {
${keepsKey(noun)}  seen: ({ name, description }: Json) => ({ name, description }) as ${pascal},
  drift: {
${drift(noun, true)}
  },
}
${kindsOf(noun).map(casesInParent).join('')}`
}

const casesInParent = ({ camel, noun, parent: { word, role, path } }: Names) => `
export const ${camel}Cases = () =>
  cases<${noun.pascal} & { ${word}: number }>({
    ...shared,
    definition: ${camel},
    as: '${role}',
    arguments: { ${word}, ...declared },
${pathsIn(noun, word, path)}
  })
`

const pathsIn = (
  { snakePlural, keyField }: Noun,
  word: string,
  path: string,
) => `    collection: (values) => \`/${path}/\${values.${word}}/${snakePlural}\`,
    path: (values, live) => \`/${path}/\${values.${word}}/${snakePlural}/\${encodeURIComponent(String(live.${keyField}))}\`,`

/** An object whose name identifies it, or that has a unique name, is deleted before its replacement is created. */
const keepsKey = ({ hasUpdate, secret }: Noun) =>
  hasUpdate || secret !== undefined ? '' : "    keepsKey: ['description'],\n"

const drift = (noun: Noun, isTyped = false) =>
  ['name', 'description']
    .filter((field) => !(field === 'name' && noun.byName))
    .map((field) => driftOf(noun, field, isTyped))
    .join('\n')

/** How another user changes a field. Without an update in the API, the record of the emulator changes. */
const driftOf = ({ snakePlural, hasUpdate }: Noun, field: string, isTyped: boolean) => {
  const target = (names: string) => (isTyped ? `${names}: At` : names)
  const value = isTyped ? `${field}: string${field === 'description' ? ' | null' : ''}` : field
  return hasUpdate
    ? `      ${field}: (${target('{ emulator, path }')}, ${value}) => emulator.put(path, { ${field} }, { as: 'root' }),`
    : `      // The API has no way to change it.
      ${field}: (${target('{ emulator, live }')}, ${value}) => emulator.patch('${snakePlural}', idOf(emulator, live), { ${field} }),`
}

/** Finds the record of an object, whose id the API may not return. */
const idOf = ({ snakePlural, hasUpdate, keyField }: Noun) =>
  hasUpdate
    ? ''
    : `const idOf = (emulator: TestEmulator, live: Json) =>
  Number(emulator.state().collections.${snakePlural}?.records.find((one) => '${keyField}' in one && one.${keyField} === live.${keyField})?.id)

`
