import { definitionOf, isUnmanagedKey, type KindDefinition, objectNamesOf } from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import type { Json, StackResource } from '../stacks/stack'
import type { Finding } from './finding'

/** A finding, and the service that it is about. */
export interface Located {
  finding: Finding
  instance: string
}

/** The objects that the stacks declare. Decides which objects that exclusive sets find are unmanaged. */
export class Declared {
  /** The stacks that declare an object, by its name. */
  private readonly stacks = new Map<string, Set<string>>()

  add(stack: string, instance: string, kind: KindDefinition, { id = '', outputs }: StackResource): void {
    for (const name of objectNamesOf(kind, id, 'of' in kind ? withoutUnmanaged(outputs) : outputs)) {
      const full = `${instance} ${name}`
      this.stacks.set(full, (this.stacks.get(full) ?? new Set()).add(stack))
    }
  }

  /**
   * The findings, with each unmanaged object once. Also the names of the objects that they are about or that a stack
   * declares.
   */
  resolve(found: readonly Located[]): { findings: Finding[]; names: ReadonlySet<string> } {
    const reported = new Set<string>()
    const sorted = [...found].sort((one, other) => byText(keyOf(one), keyOf(other)))
    const findings = sorted.flatMap(({ finding, instance }): Finding[] => {
      if (finding.item === undefined || !isUnmanagedKey(finding.item)) return [finding]
      const name = `${instance} ${objectNamesOf(definitionOf(finding.kind), finding.id, {}).join()}`
      const declaredBy = [...(this.stacks.get(name) ?? [])].sort()
      // Another resource of the same program declares it, so the set keeps it.
      if (declaredBy.includes(finding.stack)) return []
      // Another exclusive set has found it.
      if (reported.has(name)) return []
      reported.add(name)
      const [other] = declaredBy
      if (other === undefined) return [finding]
      const message = finding.message.replace(
        'exists,',
        () => `exists, and stack ${JSON.stringify(other)} declares it,`,
      )
      return [{ ...finding, message }]
    })
    return { findings, names: new Set([...this.stacks.keys(), ...reported]) }
  }
}

const keyOf = ({ finding: { stack, urn, fingerprint } }: Located): string => `${stack} ${urn} ${fingerprint}`

/** The outputs of a set without the objects that a refresh has added to its state. */
function withoutUnmanaged(outputs: Json): Json {
  const ids = Object.entries((outputs.ids ?? {}) as Json).filter(([key]) => !isUnmanagedKey(key))
  return { ...outputs, ids: Object.fromEntries(ids) }
}
