import { randomUUID } from 'node:crypto'
import type { Output } from '@pulumi/pulumi'
import { all, isUnknown, output, secret } from '@pulumi/pulumi/output'
import {
  type CustomResource,
  ResourceHook,
  type ResourceHookArgs,
  type ResourceHookBinding,
} from '@pulumi/pulumi/resource'
import { isDryRun } from '@pulumi/pulumi/runtime/settings'
import { keptOutputs } from '../engine/kept-outputs'
import { outputsInId } from '../schema/identity'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import type { SetKind } from '../schema/set'
import { hasUnknown, UNKNOWN } from '../schema/unknown'
import type { Ledger } from '../service/ownership/ledger'
import { isHidden, isPending, valueOf } from './pending'
import { storeOfRun } from './program'

/** What Pulumi's engine passes to the hook before it updates a resource. */
interface Update {
  readonly state: Json
  readonly inputs: Json
  /** The outputs that are secret in the state. */
  readonly secrets: ReadonlySet<string>
}

/** A hook of one run of a program, and the updates that it has seen, by the URN of the resource. */
interface Run {
  readonly hook: ResourceHook
  /** Whether the engine calls the hook. */
  readonly isRegistered: Promise<boolean>
  registered: boolean
  readonly updates: Map<string, Promise<Update | undefined>>
}

/** One process can run several programs. */
const runs = new WeakMap<object, Run>()

/** The run of each resource that the preview watches. */
const watched = new WeakMap<object, Run>()

/** The run of a preview. Undefined in an update, whose state would contain the hook, and if the CLI has no hooks. */
function runOfPreview(): Run | undefined {
  const store = storeOfRun()
  if (!isDryRun() || store.supportsResourceHooks !== true) return undefined
  let run = runs.get(store)
  if (!run) {
    const updates: Run['updates'] = new Map()
    // An error of the hook would fail the preview.
    const remember = (args: ResourceHookArgs) =>
      void updates.set(
        args.urn,
        updateOf(args).catch(() => undefined),
      )
    // Other copies of this package have a hook of their own.
    const hook = new ResourceHook(`trueup ${randomUUID()}`, remember, { onDryRun: true })
    // A language host that is older than the CLI knows no hooks.
    const isRegistered = (hook as ResourceHook & { __registered: Promise<void> }).__registered.then(
      () => true,
      () => false,
    )
    const started: Run = { hook, isRegistered, registered: false, updates }
    void isRegistered.then((registered) => (started.registered = registered))
    runs.set(store, (run = started))
  }
  return run
}

async function updateOf({ oldOutputs = {}, newInputs = {} }: ResourceHookArgs): Promise<Update> {
  const [before, after] = [oldOutputs, newInputs] as [Json, Json]
  const secrets = new Set<string>()
  for (const [name, value] of Object.entries(before)) {
    if (isPending(value) && (await isHidden(value as Output<unknown>))) secrets.add(name)
  }
  return { state: (await plain(before)) as Json, inputs: (await plain(after)) as Json, secrets }
}

/** A value without outputs, with our placeholder for what is unknown. */
async function plain(value: unknown): Promise<unknown> {
  if (isUnknown(value)) return UNKNOWN
  if (isPending(value)) return plain(await valueOf(output(value) as Output<unknown>))
  if (Array.isArray(value)) return Promise.all(value.map(plain))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, one]) => [name, await plain(one)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Lets a preview notice the update of a resource to which its hook is bound. */
export function watchUpdate(resource: CustomResource): void {
  const run = runOfPreview()
  if (run) watched.set(resource, run)
}

/** Adds the hook of a preview to those of the program. Pulumi reads them after the arguments are resolved. */
export function withHookOfPreview(hooks: ResourceHookBinding | undefined): ResourceHookBinding | undefined {
  const run = runOfPreview()
  if (!run) return hooks
  let others = hooks?.beforeUpdate ?? []
  return {
    ...hooks,
    get beforeUpdate() {
      return [...others.filter((one) => one !== run.hook), ...(run.registered ? [run.hook] : [])]
    },
    // `mergeOptions` writes what it has read.
    set beforeUpdate(merged) {
      others = merged
    },
  }
}

/** Resolves when it is known whether the hook of a preview can be bound. Undefined without a hook. */
export const whenHookIsKnown = (): Promise<boolean> | undefined => runOfPreview()?.isRegistered

/** Whether this preview updates a resource. Undefined if the CLI has no hooks. */
export async function isUpdated(resource: CustomResource): Promise<boolean | undefined> {
  const run = watched.get(resource)
  return run && (await run.isRegistered) ? run.updates.has(await valueOf(resource.urn)) : undefined
}

/**
 * Gives the outputs of a dynamic resource their values in the preview of an update that does not change them. The engine
 * makes all of them unknown. Without hooks, only those are known that the id contains.
 *
 * @param secretOutputs The outputs that the program and the kind mark as secret.
 */
export function keepKnownOutputs(
  resource: CustomResource,
  kind: Kind | SetKind,
  names: readonly string[],
  secretOutputs: readonly string[],
  ledger: Ledger,
): void {
  if (!isDryRun()) return
  const run = watched.get(resource)
  // The id is unknown in the preview of a create or a replacement.
  const known = all([resource.urn, resource.id]).apply(
    async ([urn, id]): Promise<{ values: Json; secrets: string[] }> => {
      if (!run || !(await run.isRegistered)) return { values: outputsInId(kind, id), secrets: [] }
      const update = await run.updates.get(urn)
      if (!update) return { values: {}, secrets: [] }
      const { state, inputs, secrets } = update
      const kept = keptOutputs(kind, state, inputs, (path) => ledger.movedPath(path))
      return { values: { ...kept, instance: state.instance }, secrets: [...secrets] }
    },
  )
  const outputs = resource as unknown as Record<string, Output<unknown>>
  for (const name of names) {
    const ofEngine = outputs[name]
    outputs[name] = known.apply(({ values, secrets }) => {
      const value = values[name]
      if (value === undefined || hasUnknown(value)) return ofEngine
      return secrets.includes(name) || secretOutputs.includes(name) ? secret(value) : value
    })
  }
}
