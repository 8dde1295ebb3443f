import { isDeepStrictEqual } from 'node:util'
import { keptOutputs } from '../../provider/core/engine/kept-outputs'
import { load } from '../../provider/core/engine/load'
import type { Computed } from '../../provider/core/schema/computed'
import { isContainer } from '../../provider/core/schema/container'
import { type Json, pick } from '../../provider/core/schema/json'
import { hasUnknown } from '../../provider/core/schema/unknown'
import { item, parentArgument, samples } from '../samples'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

/** Arguments that are only valid together. */
const related = [
  ['mergeRequestTitleRegex', 'mergeRequestTitleRegexDescription'],
  ['repositoryAccessLevel', 'mergeRequestsAccessLevel', 'buildsAccessLevel'],
  ['mergePipelinesEnabled', 'mergeTrainsEnabled', 'mergeTrainsSkipTrainAllowed'],
  ['onlyAllowMergeIfPipelineSucceeds', 'allowMergeOnSkippedPipeline'],
]

const changes = samples.flatMap(({ kind, args, as, changes: all, alsoDeclared = {} }) =>
  Object.keys(all)
    // An emulated pipeline never ends by itself.
    .filter((name) => kind !== 'pipeline-run' || name !== 'wait')
    .map((name) => {
      const definition = load(kind)
      const { parent = '' } = definition.identity
      const changed = related.find((names) => names.includes(name)) ?? [name]
      // A project or group manages only the arguments that are declared, and some exclude values of others.
      const declared = isContainer(definition) ? pick(args, new Set([parent, ...changed])) : args
      const before = { ...declared, ...alsoDeclared[name], ...(kind === 'pipeline-run' && { wait: false }) }
      return { kind, as, name, before, after: { ...before, ...pick(all, new Set(changed)) } }
    }),
)

/** A set with one item that changes and, if the kind can have several, another one. */
const setChanges = samples
  .filter(({ kind }) => 'sets' in load(kind))
  .flatMap((sample) => {
    const { args, changes: all, alsoDeclared = {}, as, kind } = sample
    const parent = parentArgument(args)
    return Object.keys(all)
      .filter((name) => name !== parent)
      .map((name) => {
        const [one, two] = [{ ...item(sample, 'one'), ...alsoDeclared[name] }, item(sample, 'two')]
        // The sample of a member has one user.
        const items = { one, ...(one.user === undefined && { two }) }
        const before = { [parent]: args[parent], items }
        const after = { ...before, items: { ...items, one: { ...one, [name]: all[name] } } }
        return { kind: `${kind}-set`, as, name, before, after }
      })
  })

describe.each([
  ['spec', 'ultimate'],
  ['gitlab', 'ultimate'],
  ['gitlab', 'ce'],
] as const)('the outputs of an object that an update changes on flavor %s, %s', (flavor, tier) => {
  const emulator = useEmulator({ flavor, tier })
  useTestNow()

  /** The Community Edition pushes all branches, so that the update fails. */
  const isApplied = ({ name }: { name: string }) => tier !== 'ce' || name !== 'mirrorBranchRegex'

  it.each(changes.filter(isApplied))(
    'stay known if $name of a $kind does not change them',
    async ({ kind, as, name, before, after }) => {
      const write = (args: Json) => JSON.parse(JSON.stringify(args).replaceAll('<url>', emulator.url)) as Json
      const definition = load(kind)
      const stack = new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
      try {
        await stack.up(write(before))
      } catch (error) {
        // The Community Edition has fewer objects and settings.
        if (tier === 'ce') return
        throw error
      }
      const { outputs } = stack.state!
      const result = await stack.up(write(after))
      expect(result.step).toBe('update')
      const { inputs, outputs: updated } = stack.state!
      const known = keptOutputs(definition, outputs, inputs)
      const wrong = Object.keys(known).filter((output) => !isDeepStrictEqual(known[output], updated[output]))
      expect(wrong).toEqual([])
      const computed = Object.entries(definition.output as Record<string, Computed>)
      const unknown = computed.map(([output]) => output).filter((output) => !(output in known))
      const changeable = computed
        .filter(([output, { changedBy = [], once }]) => {
          const isChanged = changedBy === 'any' || changedBy.includes(name)
          return isChanged || (once && outputs[output] == null)
        })
        .map(([output]) => output)
      expect(changeable).toEqual(expect.arrayContaining(unknown))
    },
  )

  it.each(setChanges.filter(isApplied))(
    'stay known if $name of an item of a $kind does not change them',
    async ({ kind, as, before, after }) => {
      const stack = new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
      try {
        await stack.up(before)
      } catch (error) {
        if (tier === 'ce') return
        throw error
      }
      const { outputs } = stack.state!
      await stack.up(after)
      const { inputs, outputs: updated } = stack.state!
      const known = keptOutputs(load(kind), outputs, inputs)
      const wrong = Object.keys(known).filter(
        (output) => !hasUnknown(known[output]) && !isDeepStrictEqual(known[output], updated[output]),
      )
      expect(wrong).toEqual([])
      if (!load(kind).rotation) expect(known).toHaveProperty('ids')
    },
  )
})
