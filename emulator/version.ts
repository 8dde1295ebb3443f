import { type Resource } from './api'
import { login } from './auth'

const versions = { seed: '16.0.0', gitlab: '18.9.0' }

/** Which version of the service is played. */
export const version: Resource = (api) => {
  api.get('/version', { before: login }, () => ({ version: versions[api.flavor], revision: 'emulator' }))
}
