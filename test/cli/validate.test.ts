import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { useWarmCli } from '../support/warm-cli'

const trueup = useWarmCli()
const folders: string[] = []

const right = {
  'Pulumi.yaml': 'name: mine\nruntime: nodejs\n',
  'Pulumi.dev.yaml': 'config:\n  trueup:baseUrl: https://gitlab.example.com\n  trueup:token:\n    secure: v1:abc\n',
  'projects/web.yaml': 'projects:\n  acme/web:\n    labels:\n      bug: { color: crimson }\n',
  'drift-ignore.yaml': '- { kind: label, name: bug, reason: a try, until: 2099-01-31 }\n',
}

/** Validates these files, with an environment without settings of a service. */
const validate = async (files: Record<string, string>, ...args: string[]) => {
  const cwd = mkdtempSync(join(tmpdir(), 'trueup-validate-'))
  folders.push(cwd)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const run = trueup.in({ cwd, env: { PATH: process.env['PATH'] } })('validate', ...args)
  const code = await run.ended
  return { code, ...run.output }
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('trueup validate', () => {
  it('lists the valid files', async () => {
    expect(await validate(right, 'projects/**/*.yaml', '--ignore', 'drift-ignore.yaml')).toEqual({
      code: 0,
      stdout:
        "Pulumi.yaml is valid.\nPulumi.dev.yaml is valid.\nThe projects' files are valid: 1 project.\ndrift-ignore.yaml is valid: 1 rule.\n",
      stderr: '',
    })
  })

  it('validates files without the secrets that they refer to', async () => {
    const mirrors =
      'projects:\n  acme/web:\n    remoteMirrors:\n      x: { url: https://x.example.com/y.git, username: u, password: { secret: pw } }\n'
    const { code, stdout } = await validate({ ...right, 'projects/web.yaml': mirrors }, 'projects/*.yaml')
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 project.') })
  })

  it('writes the path for the URL of a project of a service below a path', async () => {
    const url = 'https://example.com/gitlab'
    const { code, stdout } = await validate(
      {
        'Pulumi.yaml': `name: mine\nruntime: yaml\nresources:\n  bug:\n    type: trueup:Label\n    properties: { project: ${url}/acme/web, name: bug, color: red }\n`,
        'Pulumi.dev.yaml': `config:\n  trueup:baseUrl: ${url}\n`,
        'projects/web.yaml': `projects: { "${url}/acme/web": }\n`,
      },
      'projects/*.yaml',
    )
    expect(code).toBe(1)
    expect(stdout.match(/it must not be a URL: write "acme\/web"/g)).toHaveLength(2)
    expect(stdout).not.toContain('write "gitlab')
  })

  it.each([
    ['Pulumi.dev.yaml', 'config: [\n', 'Pulumi.dev.yaml: '],
    ['Pulumi.dev.yaml', '- a\n', 'Pulumi.dev.yaml: the file must be a map'],
    ['Pulumi.dev.yaml', 'config:\n  trueup:baseURL: https://x\n', 'Pulumi.dev.yaml: '],
    ['Pulumi.dev.yaml', 'config:\n  trueup:token: glpat-secret\n', 'trueup:token is stored as plaintext'],
    ['projects/web.yaml', 'projects:\n  acme/web:\n    labels:\n      bug: { colour: red }\n', 'projects/web.yaml:4:'],
    [
      'drift-ignore.yaml',
      '- { kind: label, name: bug, until: 2099-01-31 }\n',
      'drift-ignore.yaml: rule 1 is missing "reason"',
    ],
    ['drift-ignore.yaml', '- { kind: label, name: bug, reason: x, until: 2001-01-31 }\n', 'expired on 2001-01-31'],
  ])('reports an error in %s: %j', async (file, text, said) => {
    const { code, stdout } = await validate(
      { ...right, [file]: text },
      'projects/**/*.yaml',
      '--ignore',
      'drift-ignore.yaml',
    )
    expect(code).toBe(1)
    expect(stdout).toContain(said)
    expect(stdout).not.toContain('glpat-secret')
  })

  it('suggests the argument that a program in YAML means, with its line', async () => {
    const program = `name: mine
runtime: yaml
resources:
  fine:
    type: trueup:Label
    properties: { project: "\${stack}", name: a$$b, color: { fn::toJSON: red } }
  bug:
    type: trueup:Label
    properties:
      project: acme/web
      name: bug
      colour: red
  areas:
    type: trueup:index:LabelSet
    properties:
      project: acme/web
      items: { bug: { color: red, descripton: x } }
  existing: { type: trueup:Label, get: { id: 1/2 } }
  bucket: { type: "aws:s3:Bucket", properties: { any: thing } }
`
    const { code, stdout } = await validate({ 'Pulumi.yaml': program })
    expect(code).toBe(1)
    expect(stdout.split('\n').filter((line) => line.startsWith('error'))).toEqual([
      'error: Pulumi.yaml:7: resources.bug: color is required',
      'error: Pulumi.yaml:12: resources.bug: colour is not an argument of a label: did you mean color?',
      expect.stringMatching(
        /^error: Pulumi\.yaml:17: resources\.areas: items\.bug.*descripton.*: did you mean description\?$/,
      ),
    ])
  })

  it('warns of an access token in the arguments of a provider in YAML, which plans can contain', async () => {
    const program = `name: mine
runtime: yaml
resources:
  stored:
    type: pulumi:providers:trueup
    properties:
      token: \${token}
  named:
    type: pulumi:providers:trueup
    properties: { tokenEnv: OTHER_TOKEN }
`
    const { code, stdout } = await validate({ 'Pulumi.yaml': program })
    expect(code).toBe(0)
    expect(stdout).toBe(
      'warning: Pulumi.yaml:7: resources.stored has the argument token. The state contains this access token, and Pulumi ' +
        'prints it if "pulumi up --plan" has another one than the preview.\n' +
        '  → Set tokenEnv to the name of an environment variable in its place. If the value is an output of a resource, ' +
        'remove it from saved plans with "trueup plan scrub".\nPulumi.yaml is valid.\n',
    )
  })

  it('shows the text of numbers of a program in YAML', async () => {
    const program = `name: mine
runtime: yaml
resources:
  bug:
    type: trueup:Label
    properties: { project: acme/web, name: bug, color: 5319e7 }
  areas:
    type: trueup:LabelSet
    properties: { project: acme/web, items: { black: { color: 000000 } } }
  listed:
    type: trueup:LabelSet
    properties: { project: acme/web, items: [{ name: bug, color: red }] }
`
    const { stdout } = await validate({ 'Pulumi.yaml': program })
    expect(stdout.split('\n').filter((line) => line.startsWith('error'))).toEqual([
      'error: Pulumi.yaml:6: resources.bug: color must be a string (got 5319e7): write "#5319e7", in quotes',
      'error: Pulumi.yaml:9: resources.areas: items.black: color must be a string (got 000000): write "#000000", in quotes',
      'error: Pulumi.yaml:12: resources.listed: items must be an object, by keys of your choice: write { key: { color: … } }',
    ])
  })

  it('prints the results of trueup validate as JSON', async () => {
    const { code, stdout } = await validate({ ...right, 'Pulumi.dev.yaml': '- a\n' }, '--format', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      errors: 1,
      findings: [
        { check: 'project', level: 'ok' },
        { check: 'yaml', level: 'error' },
      ],
    })
  })

  it("validates the projects' files in a folder that is not a Pulumi project", async () => {
    const files = { 'projects/web.yaml': 'projects: { acme/web: { labels: { bug: { color: red } } } }\n' }
    expect(await validate(files, 'projects/*.yaml')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 project.'),
    })
  })

  it('fails if there is no project, or if a pattern matches no file', async () => {
    expect(await validate({})).toMatchObject({ code: 1, stdout: expect.stringContaining('has no Pulumi.yaml') })
    const { code, stdout } = await validate(right, 'nowhere/*.yaml')
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('nowhere/*.yaml') })
  })
})
