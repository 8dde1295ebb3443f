/**
 * A queue with one lane per collection. The lanes are served in turn, so that a few requests to one collection do not
 * wait behind thousands of requests to another.
 */
export class FairQueue<T> {
  // The order of the keys is the order in which lanes are served.
  private readonly lanes = new Map<string, T[]>()

  /** Adds an item at the end of its lane, or at the front if it was queued before. */
  add(lane: string, item: T, { isRetry = false } = {}): void {
    const line = this.lanes.get(lane)
    if (!line) this.lanes.set(lane, [item])
    else if (isRetry) line.unshift(item)
    else line.push(item)
  }

  /** The first item of each lane, in the order in which lanes are served. */
  *heads(): Iterable<{ lane: string; item: T }> {
    for (const [lane, [item]] of this.lanes) if (item !== undefined) yield { lane, item }
  }

  /** Removes the first item of a lane and moves the lane behind all others. */
  shift(lane: string): T | undefined {
    const line = this.lanes.get(lane) ?? []
    const item = line.shift()
    this.lanes.delete(lane)
    if (line.length > 0) this.lanes.set(lane, line)
    return item
  }

  /** Removes an item that no longer waits. */
  remove(lane: string, item: T): void {
    const line = this.lanes.get(lane) ?? []
    const at = line.indexOf(item)
    if (at >= 0) line.splice(at, 1)
    if (line.length === 0) this.lanes.delete(lane)
  }
}

/** The collection of a target: `/projects/1/labels` for `/projects/1/labels/5?page=2`. */
export function collectionOf(target: string): string {
  const segments = segmentsOf(target)
  return segments.slice(0, segments.length > 2 ? 3 : 1).join('/')
}

/** The target without ids: `projects/labels/` for `/projects/1/labels/5`. */
export function routeOf(target: string): string {
  const segments = segmentsOf(target)
  return segments.filter((_, at) => at % 2 === 0).join('/') + (segments.length % 2 === 0 ? '/' : '')
}

const segmentsOf = (target: string): string[] => target.slice(1).split('?', 1)[0]!.split('/')
