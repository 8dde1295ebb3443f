import type { RequestOptions, TestEmulator } from './emulator'

/** A group access token in a response of the emulator, with its secret. */
export interface MadeToken {
  id: number
  user_id: number
  token: string
  [field: string]: unknown
}

/** What is enough to create one. */
export const usual = { name: 'deploy', scopes: ['api'], expires_at: '2026-12-31' }

/** Creates a token as the group's owner. */
export async function makeToken(emulator: TestEmulator, more: object = {}, group: number = 10): Promise<MadeToken> {
  const path = `/groups/${group}/access_tokens`
  const { status, body } = await emulator.post(path, { ...usual, ...more }, { as: 'owner' })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body as MadeToken
}

/** Sends the token of a group in place of a person's. */
export const withToken = ({ token }: MadeToken): RequestOptions => ({ as: null, headers: { 'PRIVATE-TOKEN': token } })
