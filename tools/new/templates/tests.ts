import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const emulatorTest = (names: Names) => {
  const { snakePlural, words, plural, parent, byName, hasUpdate } = names
  const one = byName ? 'example' : '1'
  const shown = byName ? '...example' : 'id: 1, ...example'
  return `import type { Flavor } from '..'
import { useEmulator } from './support/emulator'

// TODO: the rules of the API: one test for each status, message and role.
describe.each<Flavor>(['spec', 'gitlab'])('${plural}, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const ${parent.role} = { as: '${parent.role}' }
  const collection = '/${parent.path}/${parent.example.id}/${snakePlural}'
  const example = { name: 'example', description: 'an example' }

  it('creates and reads a ${words}', async () => {
    expect(await emulator.post(collection, example, ${parent.role})).toMatchObject({ status: 201, body: { ${shown} } })
    expect(await emulator.get(\`\${collection}/${one}\`, ${parent.role})).toMatchObject({ status: 200, body: { ${shown} } })
  })

  it('lists ${plural} of the ${parent.word} only', async () => {
    await emulator.post(collection, example, ${parent.role})
    await emulator.post('/${parent.path}/${parent.other.id}/${snakePlural}', example, ${parent.role})
    expect(await emulator.get(collection, ${parent.role})).toMatchObject({ status: 200, body: [{ ${shown} }] })
  })

${hasUpdate ? updateTest(names) : ''}  it('refuses a name twice, and a blank name', async () => {
    await emulator.post(collection, example, ${parent.role})
    expect(await emulator.post(collection, example, ${parent.role})).toMatchObject({ status: 409 })
    expect(await emulator.post(collection, { name: ' ' }, ${parent.role})).toMatchObject({ status: 400 })
  })

  it('deletes a ${words} once', async () => {
    await emulator.post(collection, example, ${parent.role})
    expect(await emulator.delete(\`\${collection}/${one}\`, ${parent.role})).toMatchObject({ status: 204 })
    expect(await emulator.delete(\`\${collection}/${one}\`, ${parent.role})).toMatchObject({ status: 404 })
  })

  it('refuses users below ${parent.roleName}', async () => {
    expect(await emulator.post(collection, example, { as: '${parent.refusedRole}' })).toMatchObject({ status: 403 })
  })
})
`
}

const updateTest = ({ parent, byName }: Names) => `  it('changes only the given fields', async () => {
    await emulator.post(collection, example, ${parent.role})
    const changes = { ${byName ? "description: 'another'" : "name: 'renamed'"} }
    const body = { ${byName ? '' : 'id: 1, '}...example, ...changes }
    expect(await emulator.put(\`\${collection}/${byName ? 'example' : '1'}\`, changes, ${parent.role})).toMatchObject({ status: 200, body })
  })

`

export const sample = (names: Names) => {
  const { kebab, camel, snakePlural, parent, byName, hasUpdate } = names
  const changes = [
    ...(hasUpdate && !byName ? ["name: 'renamed'"] : []),
    ...(hasUpdate ? ["description: 'another'"] : []),
  ]
  const replaces = [
    `${parent.word}: '${parent.other.path}'`,
    ...(byName || !hasUpdate ? ["name: 'renamed'"] : []),
    ...(hasUpdate ? [] : ["description: 'another'"]),
  ]
  return `import type { Sample } from './sample'

// TODO: a value for each argument. ./sample.ts describes the members.
export const ${camel}: Sample = {
  kind: '${kebab}',
  collection: '${snakePlural}',
  id: '${byName ? 'name' : `${camel}Id`}',
  as: '${parent.role}',
  args: { ${parent.word}: '${parent.example.path}', name: 'example', description: 'an example' },
  changes: { ${changes.join(', ')} },
  replaces: { ${replaces.join(', ')} },
  naturalKey: ['${parent.word}', 'name'],
  named: (name) => ({ name }),
  object: ['/${parent.path}/${parent.example.id}/${snakePlural}', { name: 'example' }],
  get: { ${parent.word}: ${parent.example.id}, ${camel}: ${byName ? "'example'" : 1} },
  others: [['/${parent.path}/${parent.example.id}/${snakePlural}', { name: 'another' }]],
  adopts: { ${parent.word}: '${parent.example.path}', name: 'another', ${hasUpdate ? "description: 'adopted', " : ''}onConflict: 'adopt' },
}
`
}

export const resourceTest = ({
  kebab,
  camel,
  parent,
}: Names) => `import { ${camel} } from '../../provider/resources/${kebab}'
import { conforms } from '../support/conforms'

// TODO: spellings and invalid values of each argument. test/support/conforms describes the options.
conforms(${camel}, {
  spellings: { ${parent.word}: [${parent.example.id}, '/${parent.example.path}'], name: [' example '], description: [] },
  refused: [
    ['${parent.word}', '${parent.invalid[0]}', /${parent.invalid[1]}/],
    ['name', '', /must not be empty/],
    ['description', 5, /must be a string/],
  ],
})
`

export const functionTest = (names: Names) => {
  const { camel, camelPlural, pascal, pascalPlural, words, parent, byName, keyField } = names
  const shown = byName ? '' : 'id, '
  return `import { get${pascal}, get${pascalPlural} } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a ${words} and lists all', async () => {
    service.as('${parent.role}')
    const { ${keyField} } = await service.api.${camelPlural}.create(${parent.example.id}, { name: 'example' })
    const shown = { ${shown}name: 'example', description: null }
    expect(await valueOf(get${pascal}({ ${parent.word}: '${parent.example.path}', ${camel}: ${keyField} }))).toMatchObject(shown)
    expect(await valueOf(get${pascalPlural}({ ${parent.word}: ${parent.example.id} }))).toMatchObject([shown])
  })
})
`
}

export const arbitraries = (names: Names) => {
  const { kebab, camel, pascal, snakePlural, parent, byName, hasUpdate, keyField } = names
  return `${hasUpdate ? '' : "import type { Json } from '../../../provider/core/schema/json'\n"}import { ${camel} } from '../../../provider/resources/${kebab}'
${hasUpdate ? '' : "import type { TestEmulator } from '../../support/emulator'\n"}import { cases, optional, plain } from './cases'
import { ${parent.word} } from './reference'
import { texts } from './text'

interface ${pascal} {
  ${parent.word}: number
  name: string
  description: string | null
}

const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())

${idOf(names)}// TODO: an arbitrary for each argument, and how another user changes it.
export const ${camel}Cases = () =>
  cases<${pascal}>({
    definition: ${camel},
    as: '${parent.role}',
    arguments: {
      ${parent.word},
      name: plain(names),
      description: optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, ['']),
    },
${hasUpdate ? '' : "    keepsKey: ['description'],\n"}    collection: (values) => \`/${parent.path}/\${values.${parent.word}}/${snakePlural}\`,
    path: (values, live) => \`/${parent.path}/\${values.${parent.word}}/${snakePlural}/\${encodeURIComponent(String(live.${keyField}))}\`,
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
