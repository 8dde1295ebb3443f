import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import type { Json } from '../../provider/core/schema/json'
import { testNow } from '../support/emulator'
import { secrets } from './program'

export type Flavor = 'spec' | 'gitlab'

/**
 * The objects of other users: more labels than fit on a page, and objects that differ from declared ones in only a part
 * of their natural key.
 */
const others: readonly (readonly [path: string, body: Json])[] = [
  ...Array.from({ length: 120 }, (_, at): [string, Json] => [
    '/projects/1/labels',
    { name: `others ${at}`, color: '#CCCCCC', ...(at < 3 && { priority: at }) },
  ]),
  [
    '/projects/1/freeze_periods',
    { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'America/New_York' },
  ],
  // A trigger token of another user, since the service allows duplicate descriptions.
  ['/projects/1/triggers', { description: 'nightly' }],
  ['/projects/2/triggers', { description: 'set one' }],
  ['/projects/1/remote_mirrors', { url: 'https://mirror:others@example.com/acme/website.git', enabled: true }],
  ['/projects/1/protected_environments', { name: 'staging', deploy_access_levels: [{ access_level: 30 }] }],
  ['/groups/11/access_tokens', { name: 'deploy', scopes: ['read_api'], access_level: 40, expires_at: '2027-01-31' }],
  ['/projects/1/issues/1/links', { target_project_id: 1, target_issue_iid: 3 }],
  ['/projects/1/vulnerabilities', { finding_id: 105 }],
  ['/projects/1/labels/1/subscribe', {}],
  ['/projects/1/pipeline', { ref: 'main' }],
]

/** The state of a service with the objects of other users. */
export async function initialState(flavor: Flavor): Promise<EmulatorState> {
  const emulator = await startEmulator({ flavor, now: testNow })
  try {
    for (const [path, body] of others) {
      const response = await fetch(`${emulator.url}/api/v4${path}`, {
        method: 'POST',
        headers: { 'private-token': 'emulator-owner', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    }
    const state = emulator.state()
    edit(state, 'access_tokens', ({ token }) => token === 'emulator-root', { token: secrets.token })
    edit(state, 'alert_integrations', () => true, { key: secrets.key })
    // Programs can declare the same in both projects.
    const { invitations } = state.collections
    invitations?.records.push({ ...invitations.records[0], ...{ project_id: 2 }, id: invitations.next++ })
    return state
  } finally {
    await emulator.close()
  }
}

function edit(state: EmulatorState, collection: string, which: (record: Json) => boolean, changes: Json): void {
  for (const record of state.collections[collection]?.records ?? []) {
    if (which(record as unknown as Json)) Object.assign(record, changes)
  }
}

/** Moves `acme/api` to another path, with a redirect from the old one. */
export function moveProject(emulator: Emulator): void {
  const state = emulator.state()
  const { redirects } = state.collections
  if (!redirects || redirects.records.some((record) => (record as unknown as Json).path === 'acme/api')) return
  edit(state, 'projects', ({ id }) => id === 2, { path: 'api-moved', path_with_namespace: 'acme/api-moved' })
  redirects.records.push({ ...{ path: 'acme/api', project_id: 2 }, id: redirects.next++ })
  emulator.setState(state)
}

/** Deletes an object as a user would in the user interface of the service. */
export function remove(emulator: Emulator, collection: string, id: number): void {
  const state = emulator.state()
  const all = state.collections[collection]
  if (!all) throw new Error(`there are no ${collection}`)
  if (collection === 'access_tokens') edit(state, collection, (record) => record.id === id, { revoked: true })
  else all.records = all.records.filter((record) => record.id !== id)
  emulator.setState(state)
}

/** A label that comes first in the list. Creating or deleting it moves the other labels between pages. */
export const temporaryLabel = 'a temporary label'
export async function changeList(emulator: Emulator): Promise<void> {
  const headers = { 'private-token': 'emulator-owner', 'content-type': 'application/json' }
  const labels = `${emulator.url}/api/v4/projects/1/labels`
  const made = await fetch(labels, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: temporaryLabel, color: 'red' }),
  })
  if (made.status !== 409) return
  const { id } = (await (await fetch(`${labels}/${encodeURIComponent(temporaryLabel)}`, { headers })).json()) as Json
  await fetch(`${labels}/${String(id)}`, { method: 'DELETE', headers })
}
