import { lstatSync, mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The user of this process. */
export function currentUser(): { uid: number; homedir: string } {
  try {
    return userInfo()
  } catch {
    // A container can run as a user without a name.
    return { uid: process.getuid?.() ?? 0, homedir: '/' }
  }
}

/** Whether only this user can access a folder. Another user could have created one with this name. */
export function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.platform === 'win32' || (found.uid === currentUser().uid && (found.mode & 0o077) === 0)
}

/** Creates a folder that only this user can access. @throws Error if others can access the one with this name. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isPrivate(folder)) throw new Error(`${folder} belongs to another user or is accessible to others`)
}
