import { collection } from '../store/store'

export type UserState = 'active' | 'blocked' | 'banned' | 'deactivated'

export interface UserRecord {
  id: number
  username: string
  name: string
  /** Only an active user can use the API. */
  state: UserState
  admin: boolean
  bot: boolean
  created_at: string
  /** Default: `<username>@example.com`. */
  email?: string
  /** Whether the user is external: cannot see internal projects or create groups. Default: false. */
  external?: boolean
  /** An administrator's note. Default: null. */
  note?: string | null
  /** Default: true. */
  can_create_group?: boolean
  /** Maximum number of projects. Default: 100,000. */
  projects_limit?: number
  /** Id of the user's namespace. Default: the user's id. */
  namespace_id?: number
}

export const users = collection<UserRecord>('users', {
  username: { by: (user) => user.username.toLowerCase() },
  bot: { by: ({ bot }) => String(bot) },
  namespace: { by: ({ id, namespace_id }) => namespace_id ?? id },
})
