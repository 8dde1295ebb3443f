/** Removes the token for registering runners, which the service returns to Maintainers and Owners. */
export function withoutRunnersToken<T extends object>(shown: T): T {
  const { runners_token, ...rest } = shown as T & { runners_token?: unknown }
  return rest as unknown as T
}
