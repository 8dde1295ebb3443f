import { serviceReader } from './core/invoke'

/** The version of the service. */
export const getVersion = serviceReader('getVersion', (api) => api.versions.current())
