import { collection } from '../store/store'

/** A topic of projects. It stays when no project has it any more. */
export interface TopicRecord {
  id: number
  name: string
}

export const topics = collection<TopicRecord>('topics', { name: { by: ({ name }) => name.toLowerCase() } })
