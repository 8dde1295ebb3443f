import { collection } from '../store/store'

/** A path that a project once had. */
export interface RedirectRecord {
  id: number
  path: string
  project_id: number
}

export const redirects = collection<RedirectRecord>('redirects', { path: { by: ({ path }) => path.toLowerCase() } })
