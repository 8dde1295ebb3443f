import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { version } from '../../package.json'
import * as trueup from '../../provider'
import { providerText } from '../../provider/core/schema/provider-text'
import { resourceKinds } from '../../provider/kinds'
import { provider } from '../../provider/runtime'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { frozenResources, frozenStates } from '../support/frozen-states'
import { tasks } from '../support/tasks'

const root = resolve(__dirname, '..', '..')

/** The provider code that releases wrote into state. Never remove a line from this list. */
const released = [
  'exports.handler=()=>require("trueup/runtime").provider("label")',
  'exports.handler=()=>require("trueup/runtime").provider("freeze-period")',
  'exports.handler=()=>require("trueup/runtime").provider("protected-environment")',
  'exports.handler=()=>require("trueup/runtime").provider("trigger-token")',
  'exports.handler=()=>require("trueup/runtime").provider("remote-mirror")',
  'exports.handler=()=>require("trueup/runtime").provider("group-access-token")',
  'exports.handler=()=>require("trueup/runtime").provider("issue-link")',
  'exports.handler=()=>require("trueup/runtime").provider("label-subscription")',
  'exports.handler=()=>require("trueup/runtime").provider("pipeline-run")',
  'exports.handler=()=>require("trueup/runtime").provider("vulnerability")',
  'exports.handler=()=>require("trueup/runtime").provider("repository-storage-move")',
  'exports.handler=()=>require("trueup/runtime").provider("alert")',
  'exports.handler=()=>require("trueup/runtime").provider("label-set")',
  'exports.handler=()=>require("trueup/runtime").provider("freeze-period-set")',
  'exports.handler=()=>require("trueup/runtime").provider("protected-environment-set")',
  'exports.handler=()=>require("trueup/runtime").provider("trigger-token-set")',
  'exports.handler=()=>require("trueup/runtime").provider("remote-mirror-set")',
]

it.each(released)('resolves the provider code of an earlier release: %s', (text) => {
  // Like in Pulumi, the text is a module in the folder of the program.
  const program = resolve(__dirname, '..', '..', 'examples', 'quickstart')
  const exports: { handler?: () => object } = {}
  new Function('exports', 'require', text)(exports, createRequire(join(program, 'noop.js')))
  for (const verb of ['configure', 'check', 'diff', 'create', 'read', 'update', 'delete']) {
    expect(exports.handler?.()).toHaveProperty(verb, expect.any(Function))
  }
})

/** Whether the sources are a release, which must have a state with every kind. */
const isReleased = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`)

it('writes the provider code of all released kinds', () => {
  const kinds = Object.values(trueup).flatMap((exported) => (typeof exported === 'function' ? [exported.name] : []))
  const texts = kinds
    .filter((name) => /^[A-Z]/.test(name) && !['Provider', 'ProjectSettings', 'GroupSettings'].includes(name))
    .map((name) => providerText(kebab(name)))
  expect(resourceKinds.map(providerText).sort()).toEqual([...texts].sort())
  // A kind of a later release than the last one is not in any state yet.
  const covered = isReleased ? released : [...new Set([...released, ...texts])]
  expect(tasks({ existing: texts, covered, where: 'the texts in test/core/runtime.test.ts' })).toEqual([])
})

it('has a state fixture with every kind, and only with released provider code', () => {
  const covered = frozenStates.flatMap(frozenResources).map(({ text }) => text)
  const where = 'a state in test/fixtures/state (a folder with program.js and stack.json)'
  expect(tasks({ existing: released, covered, where })).toEqual([])
})

const kebab = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

it.each([
  'nope',
  '',
  'Label',
  '../label',
  '../core/schema/check',
  'index',
  'runtime',
  'issue-link-set',
  'alert-set',
  '-set',
])('rejects the unknown kind %p', (kind) => {
  expect(() => provider(kind)).toThrow(/unknown kind of resource/)
})

it('throws errors without a stack trace, which Pulumi would print', async () => {
  const host = provider('label')
  await host.configure?.({ config: { get: () => undefined, require: () => '' } })
  const token = process.env.TRUEUP_TOKEN
  delete process.env.TRUEUP_TOKEN
  const error: unknown = await host
    .create({ project: 1, name: 'a', color: '#FF0000' })
    .catch((thrown: unknown) => thrown)
  const notDeleted: unknown = await host.delete?.('1/1', { project: 1, name: 'a' }).catch((thrown: unknown) => thrown)
  if (token !== undefined) process.env.TRUEUP_TOKEN = token
  expect(error).toMatchObject({ message: expect.stringMatching(/no access token/) as string, stack: '' })
  // What Pulumi prints at the stack.
  expect(`${String(notDeleted)}: ${(notDeleted as Error).stack}`).toBe('trueup: label "a" of 1 was not deleted')
  expect(notDeleted).toMatchObject({ message: expect.stringMatching(/no access token/) as string })
})

/** Reads like Pulumi does for a resource with the option `id`. */
const read = (kind: string, id: string, args: object) => provider(kind).read!(id, { ...args })

describe('a resource with the option id', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  beforeEach(() => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-maintainer'
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  it('returns the outputs of an existing object by id, and fails if it does not exist', async () => {
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    const { id } = await api.labels.create(1, { name: 'bug', color: '#FF0000' })
    await api.close()
    expect(await read('label', `1/${id}`, {})).toMatchObject({
      id: `1/${id}`,
      props: { name: 'bug', color: '#FF0000' },
    })
    await expect(read('label', '1/99', {})).rejects.toThrow(
      'label 1/99 was not read: it does not exist. Correct the id.',
    )
    await expect(read('label', '99', {})).rejects.toThrow(
      /^label was not read\. The id of a label must have the form <project id>\/<id> \(got "99"\)/,
    )
  })

  it('fails for an issue link that does not exist, whose other end is unknown', async () => {
    await expect(read('issue-link', '1/1/99', {})).rejects.toThrow(
      'issue link 1/1/99 was not read: it does not exist. Correct the id.',
    )
  })

  it('reports an object in state as deleted without an error', async () => {
    expect(await read('label', '1/99', { project: 1, name: 'bug', instance: emulator.url })).toEqual({})
  })

  it('names the alternative for the import of a set', async () => {
    await expect(read('label-set', '1', {})).rejects.toThrow(/To import existing objects, .* onConflict: "adopt"\.$/)
  })

  it.each(['label-set', 'pipeline-run'])(
    'fails to read a %s by id, because the service has no such object',
    async (kind) => {
      await expect(read(kind, '1/99', { project: 1 })).rejects.toThrow(/cannot be read by its id.* with a function/)
    },
  )
})
