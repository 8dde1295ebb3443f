import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { kindDefinitionOf, refreshedSince } from '../../provider/command-line/objects'
import type { Json } from '../../provider/core/schema/json'
import { randomCases } from '../shared/test-run'
import type { TestEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type Imported, useExport } from '../support/export'
import { go } from '../support/exported-go'
import { declaredIn } from '../support/exported-program'
import { python } from '../support/exported-python'
import { useTestNow } from '../support/test-now'
import { useWarmCli } from '../support/warm-cli'
import { kinds } from './arbitraries'
import type { Cases, Values } from './arbitraries/cases'
import { declarations, write } from './support/declaration'

/*
 * Property: what an export writes, in each form, is valid and declares what its import stores, so that a preview with a
 * refresh has no difference, and that `trueup drift` knows what a refresh has changed. A failure shows a seed and a path, as in `zero-diffs.test.ts`.
 */

const runs = randomCases(15, 300)

const languages = [python && 'python', go && 'go'].filter((language) => language !== undefined)

const forms: readonly (readonly string[])[] = [
  [],
  ['--sets'],
  ['--native'],
  ['--language', 'projects'],
  ...['yaml', ...languages].flatMap((language) => [
    ['--language', language],
    ['--language', language, '--sets'],
  ]),
]

/** An object, or several with the same natural key. */
interface Drawn {
  of: number
  values: Values
  count: number
}

describe.each([
  ['spec', 'ultimate'],
  ['gitlab', 'ultimate'],
  ['gitlab', 'premium'],
  ['gitlab', 'ce'],
] as const)('an export from flavor %s, %s', (flavor, tier) => {
  const exported = useExport({ flavor, tier })
  const { emulator } = exported
  const trueup = useWarmCli()
  useTestNow()

  // Objects of projects and groups.
  const all = kinds.map((casesOn) => casesOn(flavor)).filter(({ definition }) => 'exported' in definition)
  const drawn = fc
    .integer({ min: 0, max: all.length - 1 })
    .chain((of) => fc.record({ of: fc.constant(of), values: declarations(all[of]!), count: fc.constantFrom(1, 1, 2) }))
  const worlds = fc.record({
    objects: fc.array(drawn, { minLength: 1, maxLength: 12 }),
    form: fc.constantFrom(...forms),
  })

  it(
    `declares what its import stores: ${runs} worlds of seed ${jest.getSeed()}`,
    async () => {
      for (const one of all) await one.prepare?.(emulator)
      await makeByHand(emulator)
      const start = emulator.state()
      const { TRUEUP_TEST_PATH: path } = process.env
      const tried = fc
        .asyncProperty(worlds, async ({ objects, form }) => {
          for (const one of objects) await make(all[one.of]!, one)
          const { code, stderr } = await exported.run('owner', '--group', 'acme', '--recursive', '--force', ...form)
          expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
          expect(await differences()).toEqual([])
          if (form.includes('projects')) {
            const { PATH } = process.env
            const validation = trueup.in({ env: { PATH } })('validate', `${exported.folder}/projects/*.yaml`)
            expect({ code: await validation.ended, ...validation.output }).toMatchObject({ code: 0, stderr: '' })
          }
        })
        .beforeEach(() => {
          emulator.setState(start)
          for (const file of readdirSync(exported.folder)) rmSync(join(exported.folder, file), { recursive: true })
        })
      await fc.assert(tried, { seed: jest.getSeed(), numRuns: runs, ...(path && { path }) })
    },
    60_000 + runs * 5_000,
  )

  /** Creates an object, unless the service refuses it. */
  async function make(cases: Cases, { values, count }: Drawn): Promise<void> {
    const { kind, identity } = cases.definition
    for (let at = 0; at < count; at++) {
      const stack = new Engine(kind, { url: emulator.url, token: 'emulator-owner', front: 'dynamic' })
      const choice = identity.allowsDuplicates ? 'create' : 'adopt'
      await stack.up({ ...write(cases, values, {}), onConflict: choice }).catch(() => undefined)
    }
  }

  /** What a preview with a refresh shows of the imported resources. */
  async function differences(): Promise<string[]> {
    const declared = await declaredIn(exported.folder)
    const imported = exported.imported().filter(({ id }) => id !== undefined)
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort()
    // Resources of one name have different types.
    expect(names(declared)).toEqual(names(imported))
    const found: string[] = []
    const left = [...imported]
    for (const { name, args } of declared) {
      const at = left.findIndex((one) => one.name === name && isOfSameParent(one, args))
      const [one] = left.splice(at, 1)
      found.push(...(await differencesOf(one!, args)))
    }
    return found
  }

  async function differencesOf({ type, name, id, inputs: all, outputs }: Imported, args: Json): Promise<string[]> {
    const definition = kindDefinitionOf({ type, inputs: all, outputs, urn: name })
    const { kind } = definition
    const { __provider: _, ...inputs } = all
    const stack = new Engine(kind, { url: emulator.url, token: 'emulator-owner', front: 'dynamic' })
    stack.state = { id, inputs, outputs }
    emulator.clearRequests()
    await stack.refresh()
    // `trueup drift` reports nothing after a refresh that finds no change.
    expect(refreshedSince(definition, stack.state.inputs, stack.state.outputs, [])).toEqual([])
    const known = fillSecrets(args, stack.state.inputs, stack.state.outputs) as Json
    const { step, changed } = await stack.preview(known)
    return step === 'same' ? [] : [`${kind} ${name}: ${step} of ${changed.join(', ')}`]
  }
})

/** The names of resources are unique for each type, which a declaration does not contain. */
const isOfSameParent = ({ inputs }: Imported, args: Json): boolean =>
  isDeepStrictEqual(inputs.project, args.project) && isDeepStrictEqual(inputs.group, args.group)

/**
 * The arguments with the secrets that the service shows, as if the configuration contained them. A secret that it does not
 * show is the one that the first update has sent, which the state then contains.
 */
function fillSecrets(args: unknown, ...states: (Json | undefined)[]): unknown {
  if (typeof args !== 'object' || args === null) return args
  if (Array.isArray(args)) return args
  return Object.fromEntries(
    Object.entries(args as Json).map(([name, value]) => {
      if (typeof value !== 'object' || value === null || !('secret' in value))
        return [name, fillSecrets(value, ...states.map((state) => state?.[name] as Json | undefined))]
      const secret = states[0]?.[name] ?? 'not-shown-by-the-service'
      for (const state of states) if (state) state[name] = secret
      return [name, secret]
    }),
  )
}

/** What other tools and the service itself have made. */
async function makeByHand(emulator: TestEmulator): Promise<void> {
  const as = { as: 'owner' }
  await emulator.post('/projects/1/approval_rules', { name: 'x', rule_type: 'any_approver', approvals_required: 1 }, as)
  for (let count = 0; count < 2; count++) await emulator.post('/projects/1/triggers', { description: 'nightly' }, as)
  await emulator.post('/groups/10/labels', { name: 'inherited', color: '#123456' }, as)
  await emulator.post('/projects/1/labels', { name: 'inherited', color: '#654321' }, as)
  await emulator.post('/projects/1/variables', { key: 'HIDDEN', value: 'masked-value-1', masked_and_hidden: true }, as)
  await emulator.post('/projects/2/hooks', { url: 'https://example.com/hook', token: 'a-token' }, as)
  await emulator.post('/projects/2/triggers', { description: 'of another user' }, { as: 'maintainer' })
}
