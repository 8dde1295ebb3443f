import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const emulatorTest = (names: Names) => {
  const { snakePlural, words, plural, byName, hasUpdate } = names
  const one = byName ? 'example' : '1'
  const shown = byName ? '...example' : 'id: 1, ...example'
  return `import type { Flavor } from '../../emulator'
import { useEmulator } from '../support/emulator'

// TODO: the rules of the API: one test for each status, message and role.
describe.each<Flavor>(['spec', 'gitlab'])('${plural}, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const collection = '/projects/1/${snakePlural}'
  const example = { name: 'example', description: 'an example' }

  it('creates and reads a ${words}', async () => {
    expect(await emulator.post(collection, example)).toMatchObject({ status: 201, body: { ${shown} } })
    expect(await emulator.get(\`\${collection}/${one}\`)).toMatchObject({ status: 200, body: { ${shown} } })
  })

  it('lists ${plural} of the project only', async () => {
    await emulator.post(collection, example)
    await emulator.post('/projects/2/${snakePlural}', example)
    expect(await emulator.get(collection)).toMatchObject({ status: 200, body: [{ ${shown} }] })
  })

${hasUpdate ? updateTest(names) : ''}  it('refuses a name twice, and a blank name', async () => {
    await emulator.post(collection, example)
    expect(await emulator.post(collection, example)).toMatchObject({ status: 409 })
    expect(await emulator.post(collection, { name: ' ' })).toMatchObject({ status: 400 })
  })

  it('deletes a ${words} once', async () => {
    await emulator.post(collection, example)
    expect(await emulator.delete(\`\${collection}/${one}\`)).toMatchObject({ status: 204 })
    expect(await emulator.delete(\`\${collection}/${one}\`)).toMatchObject({ status: 404 })
  })

  it('refuses users below Maintainer', async () => {
    expect(await emulator.post(collection, example, { as: 'developer' })).toMatchObject({ status: 403 })
  })
})
`
}

const updateTest = ({ byName }: Names) => `  it('changes only the given fields', async () => {
    await emulator.post(collection, example)
    const changes = { ${byName ? "description: 'another'" : "name: 'renamed'"} }
    const body = { ${byName ? '' : 'id: 1, '}...example, ...changes }
    expect(await emulator.put(\`\${collection}/${byName ? 'example' : '1'}\`, changes)).toMatchObject({ status: 200, body })
  })

`

export const sample = (names: Names) => {
  const { kebab, camel, snakePlural, byName, hasUpdate } = names
  const changes = [
    ...(hasUpdate && !byName ? ["name: 'renamed'"] : []),
    ...(hasUpdate ? ["description: 'another'"] : []),
  ]
  const replaces = [
    "project: 'acme/api'",
    ...(byName || !hasUpdate ? ["name: 'renamed'"] : []),
    ...(hasUpdate ? [] : ["description: 'another'"]),
  ]
  return `import type { Sample } from './sample'

// TODO: a value for each argument. ./sample.ts describes the members.
export const ${camel}: Sample = {
  kind: '${kebab}',
  collection: '${snakePlural}',
  id: '${byName ? 'name' : `${camel}Id`}',
  as: 'maintainer',
  args: { project: 'acme/web', name: 'example', description: 'an example' },
  changes: { ${changes.join(', ')} },
  replaces: { ${replaces.join(', ')} },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/${snakePlural}', { name: 'example' }],
  get: { project: 1, ${camel}: ${byName ? "'example'" : 1} },
  others: [['/projects/1/${snakePlural}', { name: 'another' }]],
  adopts: { project: 'acme/web', name: 'another', ${hasUpdate ? "description: 'adopted', " : ''}onConflict: 'adopt' },
}
`
}

export const resourceTest = ({ kebab, camel }: Names) => `import { ${camel} } from '../../provider/resources/${kebab}'
import { conforms } from '../support/conforms'

// TODO: spellings and invalid values of each argument. test/support/conforms describes the options.
conforms(${camel}, {
  spellings: { project: [1, '/acme/web'], name: [' example '], description: [] },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', '', /must not be empty/],
    ['description', 5, /must be a string/],
  ],
})
`

export const functionTest = (names: Names) => {
  const { camel, camelPlural, pascal, pascalPlural, words, byName, keyField } = names
  const shown = byName ? '' : 'id, '
  return `import { get${pascal}, get${pascalPlural} } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a ${words} and lists all', async () => {
    const { ${keyField} } = await service.api.${camelPlural}.create(1, { name: 'example' })
    const shown = { ${shown}name: 'example', description: null }
    expect(await valueOf(get${pascal}({ project: 'acme/web', ${camel}: ${keyField} }))).toMatchObject(shown)
    expect(await valueOf(get${pascalPlural}({ project: 1 }))).toMatchObject([shown])
  })
})
`
}

export const arbitraries = (names: Names) => {
  const { kebab, camel, pascal, snakePlural, byName, hasUpdate, keyField } = names
  return `${hasUpdate ? '' : "import type { Json } from '../../../provider/core/schema/json'\n"}import { ${camel} } from '../../../provider/resources/${kebab}'
${hasUpdate ? '' : "import type { TestEmulator } from '../../support/emulator'\n"}import { cases, optional, plain } from './cases'
import { project } from './reference'
import { texts } from './text'

interface ${pascal} {
  project: number
  name: string
  description: string | null
}

const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())

${idOf(names)}// TODO: an arbitrary for each argument, and how another user changes it.
export const ${camel}Cases = () =>
  cases<${pascal}>({
    definition: ${camel},
    arguments: {
      project,
      name: plain(names),
      description: optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, ['']),
    },
${hasUpdate ? '' : "    keepsKey: ['description'],\n"}    collection: (values) => \`/projects/\${values.project}/${snakePlural}\`,
    path: (values, live) => \`/projects/\${values.project}/${snakePlural}/\${encodeURIComponent(String(live.${keyField}))}\`,
    seen: ({ name, description }) => ({ name, description }) as ${pascal},
    drift: {
${byName ? '' : `${driftOf(names, 'name')}\n`}${driftOf(names, 'description')}
    },
  })
`
}

/** How another user changes a field. Without an update in the API, the record of the emulator changes. */
const driftOf = ({ snakePlural, hasUpdate }: Names, field: string) =>
  hasUpdate
    ? `      ${field}: ({ emulator, path }, ${field}) => emulator.put(path, { ${field} }, { as: 'root' }),`
    : `      // The API has no way to change it.
      ${field}: ({ emulator, live }, ${field}) => emulator.patch('${snakePlural}', idOf(emulator, live), { ${field} }),`

/** Finds the record of an object, whose id the API may not return. */
const idOf = ({ snakePlural, hasUpdate, keyField }: Names) =>
  hasUpdate
    ? ''
    : `const idOf = (emulator: TestEmulator, live: Json) =>
  Number(emulator.state().collections.${snakePlural}?.records.find((one) => '${keyField}' in one && one.${keyField} === live.${keyField})?.id)

`
