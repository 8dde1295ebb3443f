/**
 * Those who wait for a turn, in a lane for each collection they ask for. The lanes are served in turn: whoever wants
 * little of one collection does not wait until thousands of requests to another are through.
 */
export class FairQueue<T> {
  // The order of the keys is the order of the turns.
  private readonly lanes = new Map<string, T[]>()

  /** At the end of its lane, or, when it was there before, in front. */
  add(lane: string, one: T, { again = false } = {}): void {
    const line = this.lanes.get(lane)
    if (!line) this.lanes.set(lane, [one])
    else if (again) line.unshift(one)
    else line.push(one)
  }

  /** Who is first in each lane, in the order of the turns. */
  *heads(): Iterable<{ lane: string; one: T }> {
    for (const [lane, [one]] of this.lanes) if (one !== undefined) yield { lane, one }
  }

  /** Lets the first one of a lane go, whose turn comes after those of all others then. */
  shift(lane: string): T | undefined {
    const line = this.lanes.get(lane) ?? []
    const one = line.shift()
    this.lanes.delete(lane)
    if (line.length > 0) this.lanes.set(lane, line)
    return one
  }

  /** For one that waits no longer. */
  remove(lane: string, one: T): void {
    const line = this.lanes.get(lane) ?? []
    const at = line.indexOf(one)
    if (at >= 0) line.splice(at, 1)
    if (line.length === 0) this.lanes.delete(lane)
  }
}

/** The collection that a target is in: `/projects/1/labels` of `/projects/1/labels/5?page=2`. */
export function collectionOf(target: string): string {
  const segments = segmentsOf(target)
  return segments.slice(0, segments.length > 2 ? 3 : 1).join('/')
}

/** The names in a target, without the ids between them: `projects/labels/` of `/projects/1/labels/5`. */
export function routeOf(target: string): string {
  const segments = segmentsOf(target)
  return segments.filter((_, at) => at % 2 === 0).join('/') + (segments.length % 2 === 0 ? '/' : '')
}

const segmentsOf = (target: string): string[] => target.slice(1).split('?', 1)[0]!.split('/')
