import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(60_000)

describe('programs in YAML', () => {
  let stack: PulumiStack

  beforeAll(async () => {
    stack = await PulumiStack.create({
      language: 'yaml',
      program: `
config:
  team: { type: string }
  token: { type: string, secret: true }
variables:
  labels: [bug, "\${team}"]
outputs:
  labels: { "fn::join": [",", "\${labels}"] }
  token: \${token}
`,
      config: { team: 'acme' },
      secretConfig: { token: 'emulator-maintainer' },
    })
  })

  afterAll(() => stack?.close())

  it('runs a program in YAML, after which there is no diff', async () => {
    expectOk(await stack.up())
    const outputs = JSON.parse(expectOk(await stack.run('stack', 'output', '--json')).stdout) as unknown
    expect(outputs).toEqual({ labels: 'bug,acme', token: '[secret]' })
    expectOk(await stack.preview({ expectNoChanges: true }))
  })

  it('reports the line of an error in a program in YAML', async () => {
    await stack.setProgram('outputs:\n  first: ${missing.name}\n')
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(said(result)).toContain('resource or variable named "missing" could not be found')
    expect(said(result)).toContain('on Pulumi.yaml line 4')
  })
})
