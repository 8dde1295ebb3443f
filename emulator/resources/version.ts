import type { Resource } from '../http/api'
import { isCommunity } from '../http/instance'
import { login } from '../http/login'

/** The version of GitLab. */
export const version: Resource = (api) => {
  // One response at two paths, because clients use either.
  for (const path of ['/metadata', '/version']) {
    api.get(path, { before: login, scopes: ['read_user'] }, ({ instance }) => {
      const enterprise = !isCommunity(instance)
      // GitLab's Enterprise Edition adds `-ee`, even without a license.
      const version = instance.flavor === 'spec' ? '16.0.0' : `${instance.release}.0${enterprise ? '-ee' : ''}`
      const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null }
      return { version, revision: 'emulator', kas, enterprise }
    })
  }
}
