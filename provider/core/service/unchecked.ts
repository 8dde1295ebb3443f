import { ApiError, Forbidden, NotFound, Unauthorized } from '../../../sdk'
import { visible } from '../schema/characters'
import { isContainer } from '../schema/container'
import type { Json } from '../schema/json'
import type { Kind, Parents } from '../schema/kind'
import { subject } from '../schema/subject'
import type { Connection } from './connection'
import { warnOfRace } from './creation-race'
import type { EngineOperation } from './engine-operation'
import { diagnosis, reasonOfRequest } from './explain'
import { ReportedElsewhere, type Unreadable } from './failed-reads'
import { warn } from './log'
import type { Reference } from './parents'
import { type UncheckedRecord, writeRecord } from './preview-records'
import { ResourceError } from './resource-error'

/** Something that a preview could not check. */
interface Unchecked {
  /** Identifies it in the preview. */
  readonly key: string
  readonly scope: UncheckedRecord['scope']
  /** `project acme/web`. */
  readonly subject: string
  /** The start of the warning, as a sentence. */
  readonly sentence: string
}

/**
 * Warns that a preview could not check a resource, because of an error that the update may also meet. One warning stands
 * for all resources of the same cause: a service, an access token, a project or group, or a list.
 */
export async function reportUnchecked(
  connection: Connection,
  kind: Kind,
  values: Json,
  error: unknown,
  isIndependent = false,
): Promise<void> {
  if (error instanceof ReportedElsewhere) return
  const failure = connection.failedReads.of(error)
  const unreadable = failure?.unreadable
  const parent = unreadable?.what === 'parent' ? unreadable : undefined
  if (parent && (await createsParent(connection, parent.reference))) {
    if (isIndependent) warnOfRace(connection, kind, values, parent.noun, String(parent.reference))
    return
  }
  const { key, sentence, ...found } = whatIs(connection, kind, values, unreadable)
  if (!connection.ledger.noteUnchecked(connection.failedReads.nameOf(key))) return
  const reason = await reasonOf(connection, kind, values, failure?.error ?? error, unreadable)
  connection.warn(`${sentence} ${reason}`)
  const cause = failure?.error
  connection.recordUnchecked({
    ...found,
    ...(ApiError.is(cause) && { status: cause.status }),
    isHiddenByRole: found.scope === 'collection' && isRefusal(cause),
    reason,
  })
}

/** Records a project or group that does not exist, of which the preview has warned. */
export function recordMissing(connection: Connection, { identity }: Kind, values: Json, reason: string): void {
  const noun = identity.parent as keyof Parents
  const subject = `${noun} ${String(values[noun])}`
  if (!connection.ledger.noteUnchecked(connection.failedReads.nameOf(subject))) return
  connection.recordUnchecked({ scope: noun, subject, status: 404, isHiddenByRole: false, reason })
}

/** Reports that a preview could not check anything, because its settings are invalid or incomplete. */
export function reportUnconnected({ known }: EngineOperation, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  if (!known.noteUnchecked(known.hash(reason))) return
  warn(visible(`This preview could not check anything: ${reason}`))
  const record = { scope: 'token', subject: 'the service', isHiddenByRole: false, reason } as const
  const problem = writeRecord({ ...record, effect: 'unchecked', operation: known.nonce })
  if (problem !== undefined) warn(problem)
}

/** Whether the update creates a project or group, or one that contains it. */
export async function createsParent(connection: Connection, reference: Reference): Promise<boolean> {
  const { ledger } = connection
  if (typeof reference !== 'string') return false
  if (ledger.createsParent(reference)) return true
  // Programs in other languages do not record what they declare. Their provider knows it when it has checked everything.
  if (!ledger.isOfProgram) await connection.waitForProgram()
  return ledger.createsParent(reference)
}

/** Why a resource could not be checked, and the remedy. */
async function reasonOf(
  connection: Connection,
  kind: Kind,
  values: Json,
  error: unknown,
  unreadable: Unreadable | undefined,
): Promise<string> {
  if (error instanceof ResourceError) return error.message
  const { baseUrl, baseUrlFrom } = connection.settings
  switch (unreadable?.what) {
    case 'parent': {
      const { noun, reference } = unreadable
      const reason = reasonWith(connection, error, `${noun} ${reference}`)
      return typeof reference === 'string' ? `${reason} ${useOutput(noun)}` : reason
    }
    case 'token':
      return reasonWith(connection, error, 'the service')
    case 'service': {
      const reason = reasonWith(connection, error, 'the service')
      return reason.includes(baseUrlFrom) ? reason : `${reason} The base URL is ${baseUrl} (from ${baseUrlFrom}).`
    }
    case 'path':
    case undefined:
      return Unauthorized.is(error)
        ? reasonOfRole(connection, kind, error)
        : diagnosis(connection, kind, 'read', values, error)
  }
}

/** Some requests get a 401 because of the role. The service has accepted the access token for others. */
function reasonOfRole(connection: Connection, { hints, identity }: Kind, error: Unauthorized): string {
  const usual = `The role of the access token's user (token from ${connection.settings.tokenFrom}) does not allow this.`
  const causeFor = () => hints?.byStatus?.[error.status] ?? usual
  return reasonOfRequest(connection, error, { subject: identity.parent ?? '', causeFor, isKnown: true }) ?? ''
}

const reasonWith = (connection: Connection, error: unknown, about: string): string =>
  reasonOfRequest(connection, error, { subject: about, causeFor: () => undefined }) ?? ''

const useOutput = (noun: keyof Parents): string =>
  `If this program creates it, write an output of its resource, such as ${noun}Id, instead of its path.`

/** Whether the service refuses a read because of the role of the access token's user, or a disabled feature. */
const isRefusal = (error: unknown): boolean => Unauthorized.is(error) || Forbidden.is(error) || NotFound.is(error)

function whatIs({ instance }: Connection, kind: Kind, values: Json, unreadable?: Unreadable): Unchecked {
  const what = unreadable?.what
  if (what === 'service' || what === 'token') {
    const sentence = `This preview could not check anything on ${instance}.`
    return { key: what, scope: what, subject: instance, sentence }
  }
  if (unreadable?.what === 'parent') {
    const { noun, reference } = unreadable
    const one = `${noun} ${reference}`
    return { key: one, scope: noun, subject: one, sentence: `This preview could not check anything in ${one}.` }
  }
  const { parent } = kind.identity
  if (what === 'path' && parent && !isContainer(kind)) {
    const objects = `${kind.plural} of ${parent} ${String(values[parent])}`
    const key = `${kind.kind} ${unreadable?.path ?? ''}`
    return { key, scope: 'collection', subject: objects, sentence: `This preview could not check the ${objects}.` }
  }
  const one = subject(kind, values)
  return { key: one, scope: 'resource', subject: one, sentence: `This preview could not check ${one}.` }
}
