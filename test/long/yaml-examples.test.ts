import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Document, parseDocument, visit, type YAMLMap } from 'yaml'
import { type Emulator, startEmulator } from '../../emulator'
import { convertedExamples } from '../../tools/docs/examples/programs'
import { leftObjects } from '../support/left-objects'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type Result, said, type StateResource } from '../support/pulumi'
import { makeRootMember } from '../support/root-member'

const examples = Object.entries(convertedExamples()).map(([name, { yaml }]) => [name, yaml] as const)

/** Examples that declare objects of other examples, or delete them because they are exclusive, by their batch. */
const batches: Record<string, number> = { quickstart: 1, 'project-settings': 2 }
const batchOf = (name: string): number => batches[name] ?? 0

/** The name in the combined program of what an example names. */
const prefixed = (example: string, name: string): string => `${example}--${name}`

/** The sections of an example whose members have names of their own. The members of `config` are shared. */
const named = ['resources', 'variables', 'outputs']

/** One program with several examples. Values keep their spelling: a date stays without quotes. */
function combined(batch: readonly (readonly [name: string, text: string])[]): string {
  const program = new Document({})
  for (const [example, text] of batch) {
    const document = parseDocument(text)
    const members = (section: string) => (document.get(section) as YAMLMap<{ value: string }> | undefined)?.items ?? []
    const own = new Set(['resources', 'variables'].flatMap((section) => members(section).map(({ key }) => key.value)))
    visit(document, {
      Scalar(_, node) {
        if (typeof node.value !== 'string') return
        const rename = (whole: string, name: string) => (own.has(name) ? `\${${prefixed(example, name)}` : whole)
        node.value = node.value.replace(/\$\{([\w-]+)/g, rename)
      },
    })
    for (const { key, value } of members('config')) program.setIn(['config', key.value], value)
    for (const section of named) {
      for (const { key, value } of members(section)) program.setIn([section, prefixed(example, key.value)], value)
    }
  }
  return program.toString({ lineWidth: 0 })
}

const nameOf = ({ urn }: { urn: string }): string => urn.split('::').at(-1) ?? ''

/** What a batch of examples did. */
interface Outcome {
  up: Result
  created: readonly StateResource[]
  preview: Result
  destroy: Result
  remaining: readonly StateResource[]
  /** The collections in which objects remained. */
  left: string[]
}

/** What went wrong with an example: missing resources and outputs, diffs, and messages that name a resource. */
function problemsOf(example: string, text: string, { up, created, preview, destroy, remaining }: Outcome): string[] {
  const program = parseDocument(text).toJS() as Record<string, object | undefined>
  const namesIn = (section: string) => Object.keys(program[section] ?? {}).map((name) => prefixed(example, name))
  const isOwn = (name: string) => name.startsWith(prefixed(example, ''))
  const made = new Set(created.map(nameOf))
  const outputs = created.find(({ type }) => type === 'pulumi:pulumi:Stack')?.outputs ?? {}
  // The output is not JSON if the command fails early.
  const steps = preview.stdout.startsWith('{') ? (preview.json.steps ?? []) : []
  const unchanged = (name: string) => steps.some((step) => nameOf(step) === name && /^(refresh|same)$/.test(step.op))
  return [
    ...namesIn('resources')
      .filter((name) => !made.has(name) || !unchanged(name))
      .map((name) => `${name} is missing`),
    ...namesIn('outputs')
      .filter((name) => outputs[name] == null)
      .map((name) => `${name} has no value`),
    ...steps
      .filter((step) => isOwn(nameOf(step)) && !/^(refresh|same)$/.test(step.op))
      .map((step) => `${step.op} of ${nameOf(step)}`),
    ...remaining
      .map(nameOf)
      .filter(isOwn)
      .map((name) => `${name} is not deleted`),
    ...[up, destroy]
      .flatMap((result) => said(result).split(/^(?=  \S)/m))
      .filter((message) => message.includes(`(${prefixed(example, '')}`)),
  ]
}

describe.each(['spec', 'gitlab'] as const)('the examples in YAML with the plugin, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  const outcomes: Outcome[] = []

  beforeAll(async () => {
    // Pipelines take their time by its clock.
    emulator = await startEmulator({ flavor, onRequest: () => emulator.advanceClock(1) })
    await makeRootMember(emulator)
    stack = await PulumiStack.create({
      language: 'yaml',
      program: '',
      plugins,
      waitSpeed: 100,
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: {
        'trueup:token': 'emulator-root',
        otherToken: 'emulator-maintainer',
        mirrorPassword: 'a password for tests',
        apiMirrorPassword: 'a password for tests',
        alertKey: 'emulator-alert-key',
        databaseUrl: 'postgres://db.example.com/web',
        registryToken: 'a-token-for-tests',
        hookToken: 'a-token-for-tests',
        chatKey: 'a-key-for-tests',
      },
    })
    await mkdir(join(stack.folder, 'projects'))
    const file = 'projects: { acme/platform/infra: { labels: { bug: { color: crimson } } } }\n'
    await stack.write('projects/infra.yaml', file)
    for (const batch of [0, 1, 2]) outcomes.push(await run(examples.filter(([name]) => batchOf(name) === batch)))
  }, 300_000)

  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  /** Errors of one example must not hide the results of others. */
  async function run(batch: typeof examples): Promise<Outcome> {
    await stack.setProgram(combined(batch).replaceAll('https://gitlab.example.com', emulator.url))
    const resources = async () => (await stack.export()).deployment.resources ?? []
    const up = await stack.run('up', '--yes', '--skip-preview', '--continue-on-error')
    const created = await resources()
    const preview = await stack.preview({ refresh: true, json: true, expectNoChanges: true })
    const destroy = await stack.run('destroy', '--yes', '--skip-preview', '--continue-on-error')
    return { up, created, preview, destroy, remaining: await resources(), left: leftObjects(emulator) }
  }

  it.each(['up', 'preview', 'destroy'] as const)('reports no error in %s', (command) => {
    for (const outcome of outcomes) expectOk(outcome[command])
  })

  it.each(examples)('creates the resources of the example %s, shows no diff, and destroys them', (name, text) => {
    expect(problemsOf(name, text, outcomes[batchOf(name)]!)).toEqual([])
  })

  it('leaves no objects on the service', () => {
    expect(outcomes.map(({ left }) => left)).toEqual([[], [], []])
  })
})
