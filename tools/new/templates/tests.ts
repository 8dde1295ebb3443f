import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const emulatorTest = ({ snakePlural, words, plural }: Names) => `import type { Flavor } from '../../emulator'
import { useEmulator } from '../support/emulator'

// TODO: the rules of the API: one test for each status, message and role.
describe.each<Flavor>(['spec', 'gitlab'])('${plural}, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const collection = '/projects/1/${snakePlural}'
  const example = { name: 'example', description: 'an example' }

  it('creates and reads a ${words}', async () => {
    expect(await emulator.post(collection, example)).toMatchObject({ status: 201, body: { id: 1, ...example } })
    expect(await emulator.get(\`\${collection}/1\`)).toMatchObject({ status: 200, body: { id: 1, ...example } })
  })

  it('lists ${plural} of the project only', async () => {
    await emulator.post(collection, example)
    await emulator.post('/projects/2/${snakePlural}', example)
    expect(await emulator.get(collection)).toMatchObject({ status: 200, body: [{ id: 1, ...example }] })
  })

  it('changes only the given fields', async () => {
    await emulator.post(collection, example)
    const body = { id: 1, ...example, name: 'renamed' }
    expect(await emulator.put(\`\${collection}/1\`, { name: 'renamed' })).toMatchObject({ status: 200, body })
  })

  it('refuses a name twice, and a blank name', async () => {
    await emulator.post(collection, example)
    expect(await emulator.post(collection, example)).toMatchObject({ status: 409 })
    expect(await emulator.post(collection, { name: ' ' })).toMatchObject({ status: 400 })
  })

  it('deletes a ${words} once', async () => {
    await emulator.post(collection, example)
    expect(await emulator.delete(\`\${collection}/1\`)).toMatchObject({ status: 204 })
    expect(await emulator.delete(\`\${collection}/1\`)).toMatchObject({ status: 404 })
  })

  it('refuses users below Maintainer', async () => {
    expect(await emulator.post(collection, example, { as: 'developer' })).toMatchObject({ status: 403 })
  })
})
`

export const resourceTest = ({ kebab, camel }: Names) => `import { ${camel} } from '../../provider/resources/${kebab}'
import { conforms } from '../support/conforms'

// TODO: a case for each argument. test/support/conforms describes the options.
conforms(${camel}, {
  args: { project: 'acme/web', name: 'example', description: 'an example' },
  changes: { name: 'renamed', description: 'another description' },
  replaces: { project: 'acme/api' },
  spellings: { project: [1, '/acme/web'], name: [' example '], description: [] },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', '', /must not be empty/],
    ['description', 5, /must be a string/],
  ],
})
`

export const functionTest = ({
  camel,
  camelPlural,
  pascal,
  pascalPlural,
  words,
}: Names) => `import { get${pascal}, get${pascalPlural} } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a ${words} and lists all', async () => {
    const { id } = await service.api.${camelPlural}.create(1, { name: 'example' })
    const shown = { id, name: 'example', description: null }
    expect(await valueOf(get${pascal}({ project: 'acme/web', ${camel}: id }))).toMatchObject(shown)
    expect(await valueOf(get${pascalPlural}({ project: 1 }))).toMatchObject([shown])
  })
})
`

export const arbitraries = ({
  kebab,
  camel,
  pascal,
  snakePlural,
}: Names) => `import { ${camel} } from '../../../provider/resources/${kebab}'
import { cases, optional, plain } from './cases'
import { project } from './reference'
import { texts } from './text'

interface ${pascal} {
  project: number
  name: string
  description: string | null
}

const names = texts(255).filter((text) => text.trim() !== '' && text === text.trim())

// TODO: an arbitrary for each argument, and how another user changes it.
export const ${camel}Cases = () =>
  cases<${pascal}>({
    definition: ${camel},
    arguments: {
      project,
      name: plain(names),
      description: optional<string | null>(plain(texts(500).filter((text) => text !== '')), null, ['']),
    },
    collection: (values) => \`/projects/\${values.project}/${snakePlural}\`,
    path: (values, live) => \`/projects/\${values.project}/${snakePlural}/\${String(live.id)}\`,
    seen: ({ name, description }) => ({ name, description }) as ${pascal},
    drift: {
      name: ({ emulator, path }, name) => emulator.put(path, { name }, { as: 'root' }),
      description: ({ emulator, path }, description) => emulator.put(path, { description }, { as: 'root' }),
    },
  })
`
