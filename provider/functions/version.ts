import { serviceReader } from '../core/pulumi/invoke'

/** The version of the service. */
export const getVersion = serviceReader('getVersion', (api) => api.versions.current())
