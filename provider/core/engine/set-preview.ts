import { randomUUID } from 'node:crypto'
import { formatId, type ObjectRef } from '../schema/identity'
import { type Json, own } from '../schema/json'
import { argumentsOfKey, hasComputedKey } from '../schema/object-key'
import { secretsOfItem } from '../schema/secret-paths'
import { type SetKind, UNMANAGED } from '../schema/set'
import { subject } from '../schema/subject'
import { hasUnknown, isUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { warnOfSubjects } from '../service/named-subjects'
import { resolve } from '../service/references'
import { changes } from './diff'
import { previewNamesakes } from './namesakes'
import { previewInputs } from './preview'
import { recordRecreation, updateRecreates, warnOfRecreation } from './recreation'
import { describeKeys, type SetItems } from './set-items'
import type { SetReader } from './set-reader'
import type { SetRemoval } from './set-removal'
import { isUnmanaged, itemsOf, objectRefOfItem } from './set-state'
import type { ProgramResource } from './verbs'

/** What a preview says about the changes and deletions of a set, before the update makes them. */
export class SetPreview {
  constructor(
    private readonly set: SetKind,
    private readonly connection: Connection,
    private readonly items: SetItems,
    private readonly reader: SetReader,
    private readonly removal: SetRemoval,
  ) {}

  /** Warns of changed items that the update would refuse, or whose objects it deletes and creates again. */
  async warnOfChanges(former: Record<string, Json>, inputs: Json, resource: ProgramResource): Promise<void> {
    const { set, connection } = this
    const { secrets = [] } = resource
    const wanted = itemsOf(inputs)
    const recreated: string[] = []
    for (const [key, old] of Object.entries(former)) {
      const next = own(wanted, key)
      const changed = next ? changes(set.of, old, next) : new Set<string>()
      if (!next || changed.size === 0) continue
      const item = this.items.inputsOf(inputs, next)
      if (await warnOfSubjects(set.of, connection, old, item, secretsOfItem(secrets, key))) continue
      await previewInputs(set.of, connection, item, changed, { ...resource, secrets: secretsOfItem(secrets, key) })
      const before = this.items.inputsOf(inputs, old)
      await previewNamesakes(set.of, connection, before, item, { secrets: secretsOfItem(secrets, key) })
      if (!(await updateRecreates(set.of, connection, old, next))) continue
      recreated.push(key)
      recordRecreation(set.of, connection, item, { ...resource, secrets: secretsOfItem(secrets, key) })
    }
    if (recreated.length === 0) return
    warnOfRecreation(set.of, connection, `${describeKeys(recreated)} of ${subject(set, inputs)}`, recreated.length > 1)
  }

  /** Records the objects that the set deletes after the next refresh. */
  async recordUnmanaged(inputs: Json, { secrets: _, ...holder }: ProgramResource): Promise<void> {
    const { set, connection } = this
    if (hasUnknown(inputs)) return
    const state = { ...inputs, ...(await resolve(set, connection, inputs)) }
    const found = await this.reader.unmanaged(state)
    const owner = { ...holder, mark: holder.mark ?? randomUUID() }
    const others = await this.removal.unmanagedOfOthers({ ...state, ...found }, itemsOf(inputs), owner)
    const kept = new Set(others.map(({ key }) => key))
    const facts = await this.reader.facts({ ...state, ...found })
    for (const [key, item] of Object.entries(found.items)) {
      if (kept.has(key)) continue
      const ref = objectRefOfItem(set, { ...state, ...found }, key)
      this.record('delete-later', inputs, { item, ref, facts: facts.get(key) ?? {}, resource: holder.name })
    }
  }

  /** Records what the steps of the preview do not show of unmanaged objects that the set deletes. */
  async recordDeletions(former: readonly string[], inputs: Json, { name }: ProgramResource): Promise<void> {
    const { set, connection } = this
    const keys = former.filter(isUnmanaged)
    if (!set.of.facts || !inputs.exclusive || keys.length === 0 || isUnknown(inputs[set.identity.parent])) return
    const ids = Object.fromEntries(keys.map((key) => [key, key.slice(UNMANAGED.length)]))
    const state = { ...inputs, ...(await resolve(set, connection, inputs)), ids }
    // Without the list, the deletions are shown without facts.
    const facts = await this.reader.facts(state).catch(() => new Map<string, Json>())
    for (const [key, known] of facts) {
      this.record('delete', inputs, { item: {}, ref: objectRefOfItem(set, state, key), facts: known, resource: name })
    }
  }

  private record(
    effect: 'delete' | 'delete-later',
    inputs: Json,
    { item, ref, facts, resource }: { item: Json; ref: ObjectRef; facts: Json; resource: string | undefined },
  ): void {
    const { of, identity } = this.set
    this.connection.record({
      effect,
      resource,
      kind: of.kind,
      parent: String(inputs[identity.parent]),
      // The key names an object without a title.
      subject: subject(of, { ...(hasComputedKey(of) && argumentsOfKey(of, ref.key)), ...item }),
      id: formatId(this.set.of, ref),
      changes: Object.entries(facts).map(([path, from]) => ({ path, from })),
      rotates: false,
    })
  }
}
