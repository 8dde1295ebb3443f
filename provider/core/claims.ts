/** Which resource of this process holds which live object, so that no two of them end up with the same one. */
export class Claims {
  private readonly held = new Set<string>()
  private readonly adopted = new Map<string, string>()
  private readonly replaced = new Set<string>()

  /** A resource made this object, or has it and keeps it. */
  hold(object: string): void {
    this.held.add(object)
  }

  /** A resource took this object over, and marked that in its state; whoever had it before must not delete it. */
  adopt(object: string, mark: string): void {
    this.held.add(object)
    this.adopted.set(object, mark)
  }

  isHeld(object: string): boolean {
    return this.held.has(object)
  }

  /** Whether another resource than the one with this mark in its state took the object over. */
  isAdoptedByOther(object: string, mark: unknown): boolean {
    const holder = this.adopted.get(object)
    return holder !== undefined && holder !== mark
  }

  /** A resource will give this object up for another one, and must not find itself when it makes that. */
  replacing(object: string): void {
    this.replaced.add(object)
  }

  isReplaced(object: string): boolean {
    return this.replaced.has(object)
  }
}
