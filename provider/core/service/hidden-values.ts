import { AsyncLocalStorage } from 'node:async_hooks'
import type { Redact, Redaction } from '../../../sdk/http/redact'

const storage = new AsyncLocalStorage<Redaction>()

/** Does work for a resource, of whose messages `redaction` removes secret arguments and outputs. */
export const hidingValues = <T>(redaction: Redaction, work: () => T): T => storage.run(redaction, work)

/** A message about the current resource, without its secrets. */
export const withoutHiddenValues: Redact = (text) => storage.getStore()?.ours(text) ?? text

/** A message of the service about the current resource, without its secrets. */
export const withoutRepeatedValues: Redact = (text) => storage.getStore()?.theirs(text) ?? text
