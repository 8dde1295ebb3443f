import { Engine } from '../support/engine'

const secret = 'opensesame-1'

/** What a program or a file can contain where an item belongs. */
const misplaced: readonly [what: string, item: unknown][] = [
  ['a string', secret],
  ['a list', [secret]],
  ['a list of objects', [{ value: secret }]],
  ['a number', 12_345_678],
]

describe.each([
  ['project-variable-set', 'project', '{ key: …, value: … }'],
  ['group-variable-set', 'group', '{ key: …, value: … }'],
  ['project-hook-set', 'project', '{ url: … }'],
  ['remote-mirror-set', 'project', '{ url: … }'],
  ['label-set', 'project', '{ color: … }'],
] as const)('an item of a %s', (kind, parent, example) => {
  it.each(misplaced)('hides %s in its place, which may be a secret', async (_what, item) => {
    const engine = new Engine(kind, { url: 'http://127.0.0.1:1' })
    const message = await engine.checked({}, { [parent]: 'acme/web', items: { DEPLOY: item } }).then(
      () => 'no error',
      (error: Error) => error.message,
    )
    expect(message).toMatch(/^items\.DEPLOY: must be an object(?: \(got a (?:string|list|number)\))?: write /)
    expect(message).toContain(example)
    expect(message).not.toMatch(/opensesame|12345678/)
  })
})
