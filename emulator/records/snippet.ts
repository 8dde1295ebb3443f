import { collection } from '../store/store'
import type { Visibility } from './visibility'

export interface SnippetRecord {
  id: number
  title: string
  description: string | null
  visibility: Visibility
  author_id: number
  /** Null for a personal snippet. */
  project_id: number | null
  repository_storage: string
  created_at: string
  updated_at: string
}

export const snippets = collection<SnippetRecord>('snippets')
