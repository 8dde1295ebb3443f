/** Which resource of this process holds which live object, so that no two of them end up with the same one. */
export class Claims {
  private readonly held = new Set<string>()
  private readonly adopted = new Set<string>()
  private readonly replaced = new Set<string>()

  /** A resource made this object. */
  created(object: string): void {
    this.held.add(object)
  }

  /** A resource took this object over; whoever declared it before must not delete it. */
  adopt(object: string): void {
    this.held.add(object)
    this.adopted.add(object)
  }

  isHeld(object: string): boolean {
    return this.held.has(object)
  }

  isAdopted(object: string): boolean {
    return this.adopted.has(object)
  }

  /** A resource will give this object up for another one, and must not find itself when it makes that. */
  replacing(object: string): void {
    this.replaced.add(object)
  }

  isReplaced(object: string): boolean {
    return this.replaced.has(object)
  }
}
