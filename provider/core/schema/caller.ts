/** Who sends the requests. */
export interface Caller {
  /** The user of the access token. Read once. */
  currentUser(): Promise<CurrentUser>
}

export interface CurrentUser {
  readonly id: number
  readonly username: string
}
