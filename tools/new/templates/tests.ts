import type { Names } from '../names'

// The comments `TODO` in these templates are output. ../files.ts describes their purpose.

export const emulatorTest = (names: Names) => {
  const { snakePlural, words, plural, parent, byName, hasUpdate, secret } = names
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

${hasUpdate ? updateTest(names) : ''}${secret === undefined ? refusalTest(names) : secretTest(names)}
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

const refusalTest = ({ parent: { role } }: Names) => `  it('refuses a name twice, and a blank name', async () => {
    await emulator.post(collection, example, ${role})
    expect(await emulator.post(collection, example, ${role})).toMatchObject({ status: 409 })
    expect(await emulator.post(collection, { name: ' ' }, ${role})).toMatchObject({ status: 400 })
  })
`

const secretTest = ({
  parent: { role },
  words,
  secret,
  hasUpdate,
}: Names) => `  it('shows the secret of a ${words} only when it is created', async () => {
    const created = await emulator.post(collection, example, ${role})
    expect(created.body).toMatchObject({ ${secret}: expect.stringMatching(/^\\S{20,}$/) as string })
    expect((await emulator.get(\`\${collection}/1\`, ${role})).body).not.toHaveProperty('${secret}')
    expect((await emulator.get(collection, ${role})).body).toEqual([expect.not.objectContaining({ ${secret}: expect.anything() as string })])
${hasUpdate ? `    expect((await emulator.put(\`\${collection}/1\`, { name: 'renamed' }, ${role})).body).not.toHaveProperty('${secret}')\n` : ''}  })

  it('accepts a name twice, and refuses a blank name', async () => {
    await emulator.post(collection, example, ${role})
    expect(await emulator.post(collection, example, ${role})).toMatchObject({ status: 201 })
    expect(await emulator.post(collection, { name: ' ' }, ${role})).toMatchObject({ status: 400 })
  })
`

const updateTest = ({ parent, byName }: Names) => `  it('changes only the given fields', async () => {
    await emulator.post(collection, example, ${parent.role})
    const changes = { ${byName ? "description: 'another'" : "name: 'renamed'"} }
    const body = { ${byName ? '' : 'id: 1, '}...example, ...changes }
    expect(await emulator.put(\`\${collection}/${byName ? 'example' : '1'}\`, changes, ${parent.role})).toMatchObject({ status: 200, body })
  })

`

export const sample = (names: Names) => {
  const { kebab, camel, snakePlural, parent, noun, byName, hasUpdate, keyProperty, secret } = names
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
  id: '${keyProperty}',
  as: '${parent.role}',
  args: { ${parent.word}: '${parent.example.path}', name: 'example', description: 'an example' },
  changes: { ${changes.join(', ')} },
  replaces: { ${replaces.join(', ')} },
  naturalKey: ['${parent.word}', 'name'],
  named: (name) => ({ name }),
  object: ['/${parent.path}/${parent.example.id}/${snakePlural}', { name: 'example' }],
  get: { ${parent.word}: ${parent.example.id}, ${noun.camel}: ${byName ? "'example'" : noun.parents.indexOf(parent) + 1} },
  others: [['/${parent.path}/${parent.example.id}/${snakePlural}', { name: 'another' }]],
  adopts: { ${parent.word}: '${parent.example.path}', name: 'another', ${hasUpdate ? "description: 'adopted', " : ''}onConflict: 'adopt'${secret === undefined ? '' : ", secretOnAdopt: 'omit'"} },
}
`
}

export const resourceTest = (names: Names) => {
  const { kebab, camel, parent, secret } = names
  return `${secret === undefined ? '' : "import type { Json } from '../../provider/core/schema/json'\n"}import { ${camel} } from '../../provider/resources/${kebab}'
import { conforms } from '../support/conforms'
${secret === undefined ? '' : "import { useEmulator } from '../support/emulator'\nimport { Engine } from '../support/engine'\n"}
// TODO: spellings and invalid values of each argument. test/support/conforms describes the options.
conforms(${camel}, {
  spellings: { ${parent.word}: [${parent.example.id}, '/${parent.example.path}'], name: [' example '], description: [] },
  refused: [
    ['${parent.word}', '${parent.invalid[0]}', /${parent.invalid[1]}/],
    ['name', '', /must not be empty/],
    ['description', 5, /must be a string/],
  ],
})
${secret === undefined ? '' : lostSecretTest(names)}`
}

/** The secret of the object exists nowhere else if the response to the creation is lost. */
const lostSecretTest = ({ kebab, words, parent, snakePlural, secret, secretProperty }: Names) => `
describe.each(['spec', 'gitlab'] as const)('a ${words} of a ${parent.word} on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const engine = () => new Engine('${kebab}', { url: emulator.url, token: 'emulator-${parent.role}' })
  const args = { ${parent.word}: '${parent.example.path}', name: 'example' }
  /** The secrets of the objects that exist. */
  const secrets = () => (emulator.state().collections.${snakePlural}?.records ?? []).map((record) => (record as unknown as Json).${secret})

  it.each([1, 2])('holds the secret of the only ${words} after %s lost responses', async (times) => {
    emulator.fault({ method: 'POST', path: /${snakePlural}$/, drop: 'after', times })
    const stack = engine()
    await stack.up(args)
    expect(secrets()).toEqual([stack.state!.outputs.${secretProperty}])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(secrets()).toEqual([stack.state!.outputs.${secretProperty}])
  })

  it('leaves no ${words} whose secret is lost if each response is lost', async () => {
    emulator.fault({ method: 'POST', path: /${snakePlural}$/, drop: 'after', times: 9 })
    await expect(engine().up(args)).rejects.toThrow(/its ${secretProperty} was lost each time. It was deleted again/)
    expect(secrets()).toEqual([])
  })
})
`

export const functionTest = (names: Names) => {
  const { camelPlural, pascal, pascalPlural, words, parent, noun, byName, keyField, secret } = names
  const shown = byName ? '' : 'id, '
  return `import { get${pascal}, get${pascalPlural} } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('reads a ${words} and lists all', async () => {
    service.as('${parent.role}')
    const { ${keyField} } = await service.api.${camelPlural}.create(${parent.example.id}, { name: 'example' })
    const shown = { ${shown}name: 'example', description: null }
    expect(await valueOf(get${pascal}({ ${parent.word}: '${parent.example.path}', ${noun.camel}: ${keyField} }))).toMatchObject(shown)
    expect(await valueOf(get${pascalPlural}({ ${parent.word}: ${parent.example.id} }))).toMatchObject([shown])
${secret === undefined ? '' : secretNotRead(names)}  })
})
`
}

const secretNotRead = ({
  pascal,
  parent,
  noun,
  secretProperty,
}: Names) => `    const read = await valueOf(get${pascal}({ ${parent.word}: ${parent.example.id}, ${noun.camel}: id }))
    expect(read).not.toHaveProperty('${secretProperty}')
`
