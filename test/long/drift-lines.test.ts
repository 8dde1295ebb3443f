import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DriftReport, Location } from '../../cli/drift/finding'
import { type Emulator, startEmulator } from '../../emulator'
import { useCli } from '../shared/cli'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'
import { pythonForSdks, usableSdk } from '../support/sdks'

jest.setTimeout(300_000)

const repository = resolve(__dirname, '..', '..')
const trueup = useCli()
const python = pythonForSdks()
const inPython = 'path' in python ? it : it.skip

let emulator: Emulator
let folder: string

beforeAll(async () => {
  emulator = await startEmulator()
  folder = await mkdtemp(join(tmpdir(), 'trueup-drift-lines-'))
})
afterAll(async () => {
  await emulator.close()
  await rm(folder, { recursive: true })
})

/** The files of projects. Line 4 of the first declares an item, and the second a default. */
const files = {
  'projects/api.yaml': 'projects:\n  acme/api:\n    labels:\n      file: { color: blue }\n',
  'projects/defaults.yaml': '# All projects\ndefaults: { labels: { default: { color: red } } }\n',
}

const inNode = (load: string) => `${load}
new trueup.Label('single', {
  project: 'acme/web', name: 'single', color: 'red' })
function areas(name: string) {
  return new trueup.LabelSet(name, { project: 'acme/web', items: { item: { color: 'red' } } })
}
areas('areas')
new trueup.ProjectSettings('infra', { project: 'acme/platform/infra', labels: { component: { color: 'red' } } })
trueup.fromYaml('projects/*.yaml')
`

const javascript = (module: string) => inNode(`const trueup = require('${module}')`).replace(': string', '')
const typescript = (module: string) => inNode(`import * as trueup from '${module}'`)

/** Where each of these programs declares its labels. The lines of the files are the same in each language. */
const ofNode = (file: string) => ({
  single: [file, 2],
  item: [file, 5],
  component: [file, 8],
  ...ofFiles,
})
const ofFiles = { file: ['projects/api.yaml', 4], default: ['projects/defaults.yaml', 2] }

type Lines = Record<string, (string | number)[] | undefined>

interface Run extends Partial<StackOptions> {
  program: string
  lines: Lines
  prepare?: (stack: PulumiStack) => Promise<void>
  /** Runs after the update. */
  then?: (stack: PulumiStack) => Promise<void>
}

/** Creates the labels of a program, deletes them on the service, and verifies the lines in the report. */
async function verify({ lines, prepare, then, ...options }: Run): Promise<void> {
  const stack = await PulumiStack.create({
    config: { 'trueup:baseUrl': emulator.url },
    secretConfig: { 'trueup:token': 'emulator-root' },
    ...options,
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: 'true', ...options.env },
  })
  try {
    await mkdir(join(stack.folder, 'projects'))
    for (const [file, text] of Object.entries(files)) await stack.write(file, text)
    await prepare?.(stack)
    expectOk(await stack.up())
    await then?.(stack)
    expect(await findingsOf(stack)).toEqual({})
    for (const { id, project_id } of emulator.state().collections.labels!.records as never as Label[]) {
      await fetch(`${emulator.url}/api/v4/projects/${project_id}/labels/${id}`, {
        method: 'DELETE',
        headers: { 'private-token': 'emulator-root' },
      })
    }
    expect(await findingsOf(stack)).toEqual(
      Object.fromEntries(Object.entries(lines).map(([label, at]) => [label, at && { file: at[0], line: at[1] }])),
    )
  } finally {
    await stack.close()
  }
}

interface Label {
  id: number
  project_id: number
}

/** The location of each label that is gone. */
async function findingsOf(stack: PulumiStack): Promise<Record<string, Location | undefined>> {
  const run = trueup.in(stack.place)('drift', '--format', 'json')
  await run.ended
  const { findings, failures } = JSON.parse(run.output.stdout) as DriftReport
  expect(failures).toEqual([])
  return Object.fromEntries(findings.map(({ subject, location }) => [/"(.*)"/.exec(subject)![1]!, location]))
}

describe('the lines in reports of drift', () => {
  it('names the lines of a program in JavaScript', () =>
    verify({ program: javascript('trueup'), lines: ofNode('index.js') }))

  it('names the lines of a program in TypeScript', () =>
    verify({ program: typescript('trueup'), typescript: true, lines: ofNode('index.ts') }))

  it('names the lines of a program with the plugin', () =>
    verify({ program: typescript('trueup/native'), typescript: true, plugins, lines: ofNode('index.ts') }))

  it('names the lines of a module in a subfolder, with the package in node_modules', () =>
    verify({
      program: "require('./lib/all labels')",
      lines: ofNode('lib/all labels.js'),
      prepare: async (stack) => {
        await mkdir(join(stack.folder, 'lib'))
        await stack.write('lib/all labels.js', javascript('trueup'))
        await installCopy(join(stack.folder, 'node_modules'))
      },
    }))

  it('names the lines of the last update, also after a refresh and after lines have moved', () =>
    verify({
      program: javascript('trueup'),
      lines: { ...ofNode('index.js'), single: ['index.js', 4], item: ['index.js', 7], component: ['index.js', 10] },
      then: async (stack) => {
        await stack.setProgram(`// Two more\n// lines\n${javascript('trueup')}`)
        expectOk(await stack.up({ expectNoChanges: true }))
        expectOk(await stack.refresh())
      },
    }))

  it('names the lines of a program in YAML', () =>
    verify({
      language: 'yaml',
      plugins,
      program: `resources:
  single:
    type: trueup:Label
    properties: { project: acme/web, name: single, color: red }
  areas:
    type: trueup:LabelSet
    properties:
      project: acme/web
      items:
        item: { color: red }
  infra:
    type: trueup:ProjectSettings
    properties:
      project: acme/platform/infra
      labels:
        component: { color: red }
  all:
    type: trueup:Projects
    properties: { files: ["projects/*.yaml"] }
`,
      // The name, the runtime and the plugins are above.
      lines: {
        single: ['Pulumi.yaml', 5],
        item: ['Pulumi.yaml', 13],
        component: ['Pulumi.yaml', 19],
        ...ofFiles,
      },
    }))

  inPython('names the lines of a program in Python, except those of components', async () => {
    const sdk = join(folder, 'python')
    await usableSdk('python', sdk)
    await verify({
      language: 'python',
      plugins,
      env: { PYTHONPATH: sdk, ...('path' in python && { PULUMI_PYTHON_CMD: python.path }) },
      program: `import pulumi_trueup as trueup
trueup.Label("single",
  project="acme/web", name="single", color="red")
def areas(name):
    trueup.LabelSet(name, project="acme/web", items={"item": {"color": "red"}})
areas("areas")
trueup.ProjectSettings("infra", project="acme/platform/infra", labels={"component": {"color": "red"}})
trueup.Projects("all", files=["projects/*.yaml"])
`,
      lines: { single: ['__main__.py', 2], item: ['__main__.py', 5], component: undefined, ...ofFiles },
    })
  })
})

/** Replaces the linked packages by a copy of this one, with the packages that it needs. */
async function installCopy(modules: string): Promise<void> {
  const copy = join(modules, 'trueup')
  await rm(copy)
  await mkdir(copy)
  for (const part of ['package.json', 'dist']) await cp(join(repository, part), join(copy, part), { recursive: true })
  const present = new Set(await readdir(modules))
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (!present.has(name)) await symlink(join(repository, 'node_modules', name), join(modules, name))
  }
}
