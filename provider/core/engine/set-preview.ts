import { randomUUID } from 'node:crypto'
import { formatId } from '../schema/identity'
import { type Json, own } from '../schema/json'
import { secretsOfItem } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { warnOfSubjects } from '../service/named-subjects'
import { resolve } from '../service/references'
import { changes } from './diff'
import { previewNamesakes } from './namesakes'
import { previewInputs } from './preview-inputs'
import { recordRecreation, updateRecreates, warnOfRecreation } from './recreation'
import { describeKeys, type SetItems } from './set-items'
import type { SetReader } from './set-reader'
import type { SetRemoval } from './set-removal'
import { itemsOf, objectRefOfItem } from './set-state'
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
      await previewInputs(set.of, connection, item, changed, secretsOfItem(secrets, key))
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
    for (const [key, item] of Object.entries(found.items)) {
      if (kept.has(key)) continue
      connection.record({
        effect: 'delete-later',
        resource: holder.name,
        kind: set.of.kind,
        parent: String(inputs[set.identity.parent]),
        subject: subject(set.of, item),
        id: formatId(objectRefOfItem(set, { ...state, ...found }, key)),
        changes: [],
        rotates: false,
      })
    }
  }
}
