import type { Emulator } from '../../emulator'

/** Makes the administrator an owner of `acme`: by default, only members can change the protection of a branch. */
export async function makeRootMember({ url }: Emulator): Promise<void> {
  const { status } = await fetch(`${url}/api/v4/groups/10/members`, {
    method: 'POST',
    headers: { 'private-token': 'emulator-owner', 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: 1, access_level: 50 }),
  })
  if (status !== 201) throw new Error(`the administrator cannot become a member: status ${status}`)
}
