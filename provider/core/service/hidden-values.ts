import { AsyncLocalStorage } from 'node:async_hooks'
import type { Redact } from '../../../sdk/http/redact'

const storage = new AsyncLocalStorage<Redact>()

/** Does work for a resource, of whose messages `redact` removes the values that the program marks as secret. */
export const hidingValues = <T>(redact: Redact, work: () => T): T => storage.run(redact, work)

/** A message of the current resource, without the values that the program marks as secret. */
export const withoutHiddenValues: Redact = (text) => storage.getStore()?.(text) ?? text
