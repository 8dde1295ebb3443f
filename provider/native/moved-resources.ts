import { changes } from '../core/engine/diff'
import type { Verbs } from '../core/engine/verbs'
import type { Definition } from '../core/schema/define'
import type { Json } from '../core/schema/json'
import type { KindDefinition } from '../core/schema/kind-definition'
import { subject } from '../core/schema/subject'
import type { Connection } from '../core/service/connection'
import { isOfPulumiGitlab, readState } from './pulumi-gitlab'

type State = Awaited<ReturnType<typeof readState>>

/** Resources that an alias moves to this package from pulumi-gitlab. The first update replaces their states. */
export class MovedResources {
  /** Each state is converted once, so that `diff` and `update` use the same one. */
  private readonly converted = new Map<string, Promise<State>>()

  /** The operations on a resource, which also accept a state of pulumi-gitlab. `inputs` are those of the state. */
  verbsFor(urn: string, kind: KindDefinition, connection: Connection, verbs: Verbs, inputs: Json): Verbs {
    const stateOf = async (id: string, outputs: Json, declared: Json): Promise<State> => {
      if (!isOfPulumiGitlab(kind, outputs)) return { id, outputs }
      let state = this.converted.get(urn)
      if (!state) {
        state = readState(kind as Definition, connection, verbs, { id, outputs, inputs }, declared)
        this.converted.set(urn, state)
      }
      return state
    }
    return {
      diff: async (id, olds, news, resource) => {
        const state = await stateOf(id, olds, news)
        if (!state) {
          connection.warn(`${subject(kind, news)} does not exist on ${connection.instance}: the update creates it.`)
          return { changes: true, displayed: [] }
        }
        const difference = await verbs.diff(state.id, state.outputs, news, resource)
        if (!isOfPulumiGitlab(kind, olds)) return difference
        if ('replaces' in difference && difference.replaces.length > 0) return difference
        // The inputs of pulumi-gitlab have other names and forms, so the engine would find differences everywhere.
        const isEqual = 'changes' in difference && !difference.changes
        return { changes: true, displayed: isEqual ? [] : [...changes(kind, state.outputs, news)] }
      },
      preview: async (olds, inputs, resource) => verbs.preview?.(olds, inputs, resource),
      create: (inputs, resource) => verbs.create(inputs, resource),
      read: async (id, props) => {
        const state = await stateOf(id, props, {})
        return state && verbs.read(state.id, state.outputs)
      },
      update: async (id, olds, news, resource) => {
        const state = await stateOf(id, olds, news)
        // A replacement would let pulumi-gitlab delete the object again, which fails. The id is unused until a refresh.
        return state ? verbs.update(state.id, state.outputs, news, resource) : verbs.create(news, resource)
      },
      delete: async (id, props) => {
        const state = await stateOf(id, props, {})
        if (state) await verbs.delete(state.id, state.outputs)
      },
    }
  }
}
