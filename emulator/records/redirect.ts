import { collection } from '../store/store'

/** A former path of a project. */
export interface RedirectRecord {
  id: number
  path: string
  project_id: number
}

export const redirects = collection<RedirectRecord>('redirects', { path: { by: ({ path }) => path.toLowerCase() } })
