import { type Resource } from '../http/api'
import { isCommunity } from '../http/instance'
import { login } from '../http/login'

/** Which version of the service is played. */
export const version: Resource = (api) => {
  // One answer by two names, of which clients know either.
  for (const path of ['/metadata', '/version']) {
    api.get(path, { before: login, scopes: ['read_user'] }, ({ instance }) => {
      const enterprise = !isCommunity(instance)
      // GitLab's Enterprise Edition adds `-ee`, even without a license.
      const version = instance.flavor === 'spec' ? '16.0.0' : enterprise ? '18.9.0-ee' : '18.9.0'
      const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null }
      return { version, revision: 'emulator', kas, enterprise }
    })
  }
}
