import type { Connection } from './connection'

const readsOf = new WeakMap<Connection, Map<string, Promise<unknown>>>()

/** Reads something once in a process. A read that fails is sent again. */
export function readOnce<T>(connection: Connection, name: string, read: () => Promise<T>): Promise<T> {
  let reads = readsOf.get(connection)
  if (!reads) readsOf.set(connection, (reads = new Map<string, Promise<unknown>>()))
  let found = reads.get(name) as Promise<T> | undefined
  if (!found) {
    found = read()
    reads.set(name, found)
    found.catch(() => reads.delete(name))
  }
  return found
}
