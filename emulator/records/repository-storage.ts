import { collection } from '../store/store'

export interface StorageRecord {
  id: number
  name: string
  /** The error of moves to this storage; null if they succeed. */
  failure: string | null
}

export const storages = collection<StorageRecord>('storages', { name: { by: (storage) => storage.name } })
