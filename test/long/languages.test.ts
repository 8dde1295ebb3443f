import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { isExecutable, onPath } from '../../tools/pulumi/paths'
import { convertPrograms } from '../../tools/sdk-generator'
import { testRun } from '../shared/test-run'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type StackOptions } from '../support/pulumi'
import { goEnvironment, goProject, javaProject, pythonForSdks, usableSdk } from '../support/sdks'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)
const python = pythonForSdks()
const inPython = 'path' in python ? it : it.skip
const pythonPath = 'path' in python ? python.path : ''
const languages = ['nodejs', 'python', 'go', 'java'] as const
type Language = (typeof languages)[number]
// The SDK for Java takes as long to compile as those for all other languages.
const inJava = testRun.allCases && ['java', 'mvn'].every((program) => onPath(program).length > 0) ? it : it.skip

let folder: string
let emulator: Emulator
let api: Client
let nodeModules: string
let sdks: Record<Language, string>
let programs: Record<string, Record<Language, string>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trueup-languages-'))
  sdks = {
    nodejs: join(folder, 'nodejs'),
    python: join(folder, 'python'),
    go: join(folder, 'go'),
    java: join(folder, 'java'),
  }
  for (const language of languages) await usableSdk(language, sdks[language])
  programs = await convert({
    ...Object.fromEntries(languages.map((language) => [`in-${language}`, program(`in-${language}`, language)])),
    ...Object.fromEntries(['stand-in-python', 'stand-in-go'].map((label) => [label, smallProgram(label)])),
  })
  nodeModules = join(folder, 'node_modules')
  await mkdir(join(nodeModules, '@pulumi'), { recursive: true })
  await symlink(sdks.nodejs, join(nodeModules, '@pulumi', 'trueup'))
  for (const name of ['@pulumi/pulumi', '@types', 'ts-node', 'typescript'])
    await symlink(join(repository, 'node_modules', name), join(nodeModules, name))
  emulator = await startEmulator()
  api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
}, 900_000)

afterAll(async () => {
  await api?.close()
  await emulator?.close()
  await rm(folder, { recursive: true })
})

/** Programs run in this Python, and find the SDK. */
const pythonEnvironment = () => ({ PULUMI_PYTHON_CMD: pythonPath, PYTHONPATH: sdks.python })

/** A project with a label. Programs in Java must convert the id of the project. */
const newProject = (label: string) => `
  made:
    type: trueup:Project
    properties: { project: acme/${label}, create: true, mergeMethod: ff, topics: [made] }
  inMade:
    type: trueup:Label
    properties: { project: "\${made.id}", name: ${label}, color: gold }
`

/** A program that creates a label, a set, components and a project with a label, and reads a project. */
const program = (label: string, language: string) => `
resources:${language === 'java' ? '' : newProject(label)}
  label:
    type: trueup:Label
    properties: { project: acme/web, name: ${label}, color: crimson, priority: 1 }
  labels:
    type: trueup:LabelSet
    properties: { project: acme/api, items: { first: { name: ${label}-first, color: green } } }
  settings:
    type: trueup:ProjectSettings
    properties:
      project: acme/platform/infra
      labels: { second: { name: ${label}-second, color: blue, description: "after \${label.labelId}" } }
      triggerTokens: { nightly: { description: nightly } }
      exclusive: false
  all:
    type: trueup:Projects
    properties: { files: [projects.yaml] }
variables:
  web:
    fn::invoke: { function: trueup:getProject, arguments: { project: acme/web } }
outputs:
  id: \${label.labelId}
  ids: \${labels.ids}
  path: \${web.pathWithNamespace}
  settings: \${settings.project}
  tokens: \${settings.tokens}
`

/** A program that creates a label. */
const smallProgram = (label: string) => `
resources:
  label:
    type: trueup:Label
    properties: { project: acme/web, name: ${label}, color: crimson }
outputs:
  id: \${label.labelId}
`

/** Programs in each language, as Pulumi's own code generators write them from programs in YAML. */
async function convert(texts: Record<string, string>): Promise<typeof programs> {
  const fileOf = (name: string) => join(folder, `${name}.yaml`)
  for (const [name, text] of Object.entries(texts)) await writeFile(fileOf(name), text)
  const converted = await convertPrograms(Object.keys(texts).map(fileOf), languages)
  const only = (files: Record<string, string> = {}) => Object.values(files)[0] ?? ''
  return Object.fromEntries(
    Object.keys(texts).map((name) => {
      const { nodejs, python, go, java } = converted[fileOf(name)] ?? {}
      return [name, { nodejs: only(nodejs), python: only(python), go: only(go), java: only(java) }]
    }),
  )
}

/** The first characters of the language host that the CLI starts. Stand-ins are scripts, and official hosts are not. */
async function startOfHost({ place }: PulumiStack, language: string): Promise<string> {
  const folders = (place.env['PATH'] ?? '').split(delimiter)
  const host = folders.map((folder) => join(folder, `pulumi-language-${language}`)).find(isExecutable) ?? ''
  return (await readFile(host, 'latin1')).slice(0, 2)
}

const createStack = (options: StackOptions) =>
  PulumiStack.create({
    plugins,
    config: { 'trueup:baseUrl': emulator.url },
    secretConfig: { 'trueup:token': 'emulator-maintainer' },
    ...options,
  })

const outputsOf = async (stack: PulumiStack) =>
  JSON.parse(expectOk(await stack.run('stack', 'output', '--json')).stdout) as unknown

const idOf = async (project: string, name: string) => (await api.labels.get(project, name)).id

/** Creates and deletes the labels of the program. */
async function verify(
  label: string,
  options: StackOptions,
  prepare?: (stack: PulumiStack) => Promise<void>,
): Promise<void> {
  const stack = await createStack(options)
  try {
    await prepare?.(stack)
    expect(await startOfHost(stack, options.language ?? 'nodejs')).not.toBe('#!')
    const file = `projects: { acme/api: { triggerTokens: { ${label}: { description: ${label} } } } }\n`
    await stack.write('projects.yaml', file)
    expectOk(await stack.up())
    expect(await outputsOf(stack)).toEqual({
      id: await idOf('acme/web', label),
      ids: { first: await idOf('acme/api', `${label}-first`) },
      path: 'acme/web',
      settings: 'acme/platform/infra',
      tokens: '[secret]',
    })
    const isMade = options.language !== 'java'
    if (isMade) {
      expect(await api.projects.get(`acme/${label}`)).toMatchObject({ merge_method: 'ff', topics: ['made'] })
      expect(await idOf(`acme/${label}`, label)).toEqual(expect.any(Number))
    }
    const { description } = await api.labels.get('acme/platform/infra', `${label}-second`)
    expect(description).toBe(`after ${await idOf('acme/web', label)}`)
    const ofFiles = await api.triggerTokens.list('acme/api').all()
    expect(ofFiles.map(({ description }) => description)).toEqual([label])
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.destroy())
    await expect(api.labels.get('acme/web', label)).rejects.toThrow('404')
    if (isMade) await expect(api.labels.get(`acme/${label}`, label)).rejects.toThrow('404')
  } finally {
    await stack.close()
  }
}

/** Creates and deletes the label of the small program with a stand-in, which runs it for the preview and the update. */
async function verifyStandIn(
  label: string,
  options: StackOptions & { language: 'python' | 'go' },
  prepare?: (stack: PulumiStack) => Promise<void>,
): Promise<void> {
  const stack = await createStack({ ...options, standIn: true })
  try {
    await prepare?.(stack)
    expect(await startOfHost(stack, options.language)).toBe('#!')
    expectOk(await stack.up({ preview: true }))
    expect(await outputsOf(stack)).toEqual({ id: await idOf('acme/web', label) })
    expectOk(await stack.destroy())
    await expect(api.labels.get('acme/web', label)).rejects.toThrow('404')
  } finally {
    await stack.close()
  }
}

describe('programs with the native plugin', () => {
  it('creates and deletes labels with a program in YAML', () =>
    verify('in-yaml', { language: 'yaml', program: program('in-yaml', 'yaml') }))

  inPython('creates and deletes labels with a program and an SDK in Python', async () => {
    const program = programs['in-python']!.python
    await verify('in-python', { language: 'python', program, env: pythonEnvironment() })
  })

  it('creates and deletes labels with a program and an SDK in Go', async () => {
    const options: StackOptions = { language: 'go', program: programs['in-go']!.go, env: goEnvironment }
    await verify('in-go', options, (stack) => goProject(stack.folder, sdks.go))
  })

  inJava('creates and deletes labels with a program and an SDK in Java', async () => {
    const options: StackOptions = { language: 'java', program: programs['in-java']!.java }
    await verify('in-java', options, (stack) => javaProject(stack.folder, sdks.java))
  })

  it('creates and deletes labels with a program and an SDK in TypeScript', async () => {
    const program = programs['in-nodejs']!.nodejs
    await verify('in-nodejs', { typescript: true, program, modules: nodeModules })
  })
})

// The pipelines in `gitops.test.ts` run programs in TypeScript with the stand-in, and the tests above run with official hosts.
if (testRun.allCases) {
  describe('programs with the stand-ins for language hosts', () => {
    inPython('creates and deletes a label with a program and an SDK in Python in a virtual environment', async () => {
      const runtimeOptions = { virtualenv: dirname(dirname(pythonPath)) }
      const env = { PYTHONPATH: sdks.python }
      const program = programs['stand-in-python']!.python
      await verifyStandIn('stand-in-python', { language: 'python', program, runtimeOptions, env })
    })

    it('creates and deletes a label with a program and an SDK in Go', async () => {
      const options = { language: 'go', program: programs['stand-in-go']!.go, env: goEnvironment } as const
      await verifyStandIn('stand-in-go', options, (stack) => goProject(stack.folder, sdks.go))
    })
  })
}

describe('errors in programs', () => {
  inPython('reports an exception in a program in Python', async () => {
    const program = 'raise ValueError("no color")'
    const stack = await PulumiStack.create({ language: 'python', program, env: pythonEnvironment() })
    const result = await stack.preview()
    await stack.close()
    expect(result.code).not.toBe(0)
    expect(said(result)).toContain('ValueError: no color')
  })

  inPython('names the arguments of a program in Python as in Python', async () => {
    const program = `import pulumi_trueup as trueup
trueup.ProtectedEnvironment("production", project="acme/web", name="production", deploy_access_levels=[{"acces_level": 30}])
`
    const stack = await PulumiStack.create({ language: 'python', program, plugins, env: pythonEnvironment() })
    const result = await stack.preview()
    await stack.close()
    expect(said(result)).toMatch(/deploy_access_levels\[0\]\.acces_level .*: did you mean access_level\?/)
  })

  it('reports an error of the compiler in a program in Go', async () => {
    const program = 'package main\n\nfunc main() { missing() }\n'
    const stack = await PulumiStack.create({ language: 'go', program, env: goEnvironment })
    await goProject(stack.folder, sdks.go)
    const result = await stack.preview()
    await stack.close()
    expect(result.code).not.toBe(0)
    expect(said(result)).toContain('undefined: missing')
  })
})

describe('generated SDKs', () => {
  inPython('compiles all files of the SDK for Python', async () => {
    await run(pythonPath, ['-m', 'compileall', '-q', '-f', sdks.python])
  })

  it('compiles all packages of the SDK for Go', async () => {
    await run('go', ['build', './...'], { cwd: sdks.go, env: { ...process.env, ...goEnvironment } })
  })
})
