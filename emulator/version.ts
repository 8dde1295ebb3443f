import { type Resource } from './api'
import { login } from './auth'

/** GitLab's Enterprise Edition adds `-ee`, even without a license. */
const versions = { seed: '16.0.0', gitlab: '18.9.0-ee' }

/** Which version of the service is played. */
export const version: Resource = (api) => {
  // One answer by two names, of which clients know either.
  for (const path of ['/metadata', '/version']) {
    api.get(path, { before: login, scopes: ['read_user'] }, () => ({
      version: versions[api.flavor],
      revision: 'emulator',
      kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
      enterprise: true,
    }))
  }
}
