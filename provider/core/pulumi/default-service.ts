import { getConfig } from '@pulumi/pulumi/runtime/config'
import { rememberBaseUrl } from '../schema/path-of-url'
import { settings } from '../service/settings'

/** Remembers the base URL of the default provider, for errors about URLs of its pages. */
export const rememberDefaultService = (): void => rememberBaseUrl(settings({ get: getConfig }, process.env).baseUrl)
