import type { Parents } from '../schema/kind'

const nameOf = (noun: keyof Parents, id: number): string => `${noun} ${id}`

/** The projects and groups that a preview replaces by new ones, as far as it has come. */
export class ReplacedParents {
  private readonly kept = new Map<string, string | undefined>()
  private readonly replaced = new Set<string>()

  /** Notes why deleting a project or group would keep it, according to its state. Undefined if it would not. */
  noteKept(noun: keyof Parents, id: number, reason: string | undefined): void {
    this.kept.set(nameOf(noun, id), reason)
  }

  /** Why deleting a project or group would keep it. `otherwise` is the reason if its state is not known. */
  keptBecause(noun: keyof Parents, id: number, otherwise: string | undefined): string | undefined {
    const name = nameOf(noun, id)
    return this.kept.has(name) ? this.kept.get(name) : otherwise
  }

  /** Notes that the new project or group will have the path of this one, and none of its objects. */
  add(noun: keyof Parents, id: number): void {
    this.replaced.add(nameOf(noun, id))
  }

  has(noun: keyof Parents, id: number): boolean {
    return this.replaced.has(nameOf(noun, id))
  }
}
