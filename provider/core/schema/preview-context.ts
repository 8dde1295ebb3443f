import type { Caller } from './caller'
import type { Json } from './json'
import type { Kind, Parents } from './kind'

/** What a preview knows beside the arguments of a resource. */
export interface PreviewContext<P extends keyof Parents = keyof Parents> extends Caller {
  /** The project or group. Read once. */
  readParent(): Promise<Parents[P]>
  /** Reads something once for all resources of the process. A read that fails is not remembered. */
  readOnce<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Whether the program declares an object of the kind with this natural key, in any project or group. */
  declares(kind: Kind, values: Json): boolean
}
