import type { Client, List } from '../../../sdk'
import type { Preparation } from '../../../tools/api-coverage/endpoint'
import { keyset, nouns } from '../../../tools/api-coverage/endpoints'
import { lists } from '../../../tools/api-coverage/lists'
import { others } from '../../../tools/api-coverage/methods'

/** A call of the client, with the creation of its object. */
interface Call {
  name: string
  prepare: Preparation
}

const call = (name: string, run: (api: Client) => Promise<unknown> | List<unknown>): Call => ({
  name,
  prepare: () => Promise.resolve(run),
})

/** Every method of the client, and calls with other responses. `test/sdk/requests.test.ts` checks that none is missing. */
export const calls: readonly Call[] = [
  ...[...[...nouns, keyset, lists].flatMap(({ endpoints }) => endpoints), ...others].flatMap(({ endpoint, calls }) =>
    calls.map((prepare) => ({ name: endpoint, prepare })),
  ),
  call('labels.create in a project that has moved', (api) =>
    api.labels.create('acme/old-name', { name: 'x', color: 'red' }),
  ),
  call('projects.get of a project that has moved', (api) => api.projects.get('acme/old-name')),
  call('users.list in small pages', (api) => api.users.list({ pagination: 'keyset', per_page: 2 })),
]
