/** Who sends the requests. */
export interface Caller {
  /** The user of the access token. Read once. */
  currentUser(): Promise<CurrentUser>
}

export interface CurrentUser {
  readonly id: number
  readonly username: string
  /** Whether it is the user of an access token of a project or group. */
  readonly bot?: boolean
  /** Only visible to administrators. */
  readonly is_admin?: boolean
}
