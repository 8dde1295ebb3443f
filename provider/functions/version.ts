import { serviceReader } from '../core/pulumi/invoke'

/** Reads the version of the service. */
export const getVersion = serviceReader('getVersion', (api) => api.versions.current())
