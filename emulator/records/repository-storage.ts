import { collection } from '../store/store'

export interface StorageRecord {
  id: number
  name: string
  /** Why moves to it fail; null when they do not. */
  failure: string | null
}

export const storages = collection<StorageRecord>('storages', { name: { by: (storage) => storage.name } })
