import type { Entry, Move } from './ledger-entries'
import { LedgerIndex } from './ledger-index'

/**
 * What the processes of an operation tell each other about the projects and groups that the update creates, archives and moves,
 * and about what its preview cannot read.
 */
export abstract class PlanLedger extends LedgerIndex {
  /** Hashes of paths. */
  private readonly newParents = new Set<string>()
  /** Whether the program archives projects, by the hashes of their references. */
  private readonly archived = new Map<string, boolean>()
  private readonly created = new Set<string>()
  private readonly moves: Move[] = []
  private readonly unread = new Set<string>()
  /** The process that reports each part that the preview could not check. */
  private readonly reporters = new Map<string, number>()

  /** Hashes a value with the salt of the operation. */
  abstract hash(value: unknown): string

  /** Records what has already happened. */
  protected abstract note(entry: Entry): void

  /** Records the path of a project or group that the update creates unless it exists. */
  addNewParent(path: string): void {
    const hash = this.hash(path.toLowerCase())
    this.catchUp()
    if (!this.newParents.has(hash)) this.note({ is: 'new-parent', path: hash })
  }

  /** Whether the update creates the project or group with this path, or one that contains it. */
  createsParent(path: string): boolean {
    this.catchUp()
    const parts = path.toLowerCase().split('/')
    return parts.some((_, at) => this.newParents.has(this.hash(parts.slice(0, at + 1).join('/'))))
  }

  /** Records that the program declares whether a project is archived. */
  planArchived(reference: number | string, archived: boolean): void {
    if (this.plannedArchived(reference) === archived) return
    this.note({ is: 'archival', parent: this.hashOf(reference), archived })
  }

  /** Whether the program declares that a project is archived. Undefined if it does not say. */
  plannedArchived(reference: number | string): boolean | undefined {
    this.catchUp()
    return this.archived.get(this.hashOf(reference))
  }

  private hashOf(reference: number | string): string {
    return this.hash(String(reference).toLowerCase())
  }

  /** Records that the program has just created a project or group. */
  addNew(noun: string, id: number): void {
    if (!this.isNew(noun, id)) this.note({ is: 'created', noun, id })
  }

  /** Whether the program has just created a project or group, in this update or in one before it that did not complete. */
  isNew(noun: string, id: number): boolean {
    this.catchUp()
    return this.created.has(`${noun} ${id}`)
  }

  /** Records that the update moves a project or group to another path. */
  move(moved: Move): void {
    this.catchUp()
    const isKnown = this.moves.some(({ from, to }) => from === moved.from && to === moved.to)
    if (!isKnown) this.note({ is: 'moved', ...moved })
  }

  /** The path that the path of a project or group has after the update. */
  movedPath(path: string): string {
    this.catchUp()
    return renamed(path, this.moves)
  }

  /** The path that a path of a project or group had before the update. Undefined if it is the same one. */
  formerPath(path: string): string | undefined {
    this.catchUp()
    const back = this.moves.map(({ noun, from, to }) => ({ noun, from: to, to: from }))
    const former = renamed(path, back)
    return former === path ? undefined : former
  }

  /** Records that this preview cannot read something. */
  noteUnread(what: string): void {
    if (!this.isUnread(what)) this.note({ is: 'unread', what })
  }

  /** Whether a read of this preview has shown that something cannot be read. */
  isUnread(what: string): boolean {
    this.catchUp()
    return this.unread.has(what)
  }

  /** Records what this preview could not check. Returns false if it is recorded already. */
  noteUnchecked(what: string): boolean {
    this.catchUp()
    if (this.reporters.has(what)) return false
    this.note({ is: 'unchecked', what, by: process.pid })
    return this.reporters.get(what) === process.pid
  }

  protected override apply(entry: Entry | undefined): void {
    switch (entry?.is) {
      case 'new-parent':
        this.newParents.add(entry.path)
        break
      case 'archival':
        this.archived.set(entry.parent, entry.archived)
        break
      case 'created':
        this.created.add(`${entry.noun} ${entry.id}`)
        break
      case 'moved':
        this.moves.push(entry)
        break
      case 'unread':
        this.unread.add(entry.what)
        break
      case 'unchecked':
        if (!this.reporters.has(entry.what)) this.reporters.set(entry.what, entry.by)
        break
      case 'operation':
      case 'declared':
      case 'alias':
      case 'retained':
      case 'deleted-first':
      case 'service':
      case 'engine':
      case 'web-url':
      case 'held':
      case 'adopted':
      case 'replaced':
      case 'given-up':
      case 'gone':
      case undefined:
        super.apply(entry)
    }
  }
}

/** Applies the most specific of these moves to a path. A group moves everything that it contains. */
function renamed(path: string, moves: readonly Move[]): string {
  const lower = path.toLowerCase()
  const applies = ({ noun, from }: Move) =>
    lower === from.toLowerCase() || (noun === 'group' && lower.startsWith(`${from.toLowerCase()}/`))
  const [move] = moves.filter(applies).sort((one, other) => other.from.length - one.from.length)
  return move ? move.to + path.slice(move.from.length) : path
}
