import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../../sdk'
import { normalizeBaseUrl } from '../../../sdk/http/options'
import { conflictChoices } from '../schema/adoption-fields'
import type { Caller, CurrentUser } from '../schema/caller'
import { visible } from '../schema/characters'
import { show } from '../schema/display'
import type { Disabled } from '../schema/existence'
import { isKey } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import { DeletionWatch } from './deletion-watch'
import { EngineOperation } from './engine-operation'
import { FailedReads } from './failed-reads'
import { withoutHiddenValues } from './hidden-values'
import { KeyedMutex } from './keyed-mutex'
import { isLocal } from './local-url'
import { engineAddress, inform, status, warn } from './log'
import { mismatched, misplaced } from './misplaced'
import type { ServiceIdentity } from './ownership/intents'
import type { Ledger } from './ownership/ledger'
import { Ownership } from './ownership/ownership'
import { ParentResolver } from './parents'
import { type ObjectRecord, type PreviewRecord, type UncheckedRecord, writeRecord } from './preview-records'
import { ReplacedParents } from './replaced-parents'
import { clientOptionsOf, type Settings } from './settings'
import { Snapshots } from './snapshot'
import { Usernames } from './usernames'

/** Prints messages for the user: lines of the output, or the text of the status line. */
export interface Reporter {
  warn(text: string): void
  inform?(text: string): void
  status(text: string): void
  /** Whether it reports objects that the service disabled, which are not warnings then. */
  readonly reportsDisabled?: true
}

export interface ConnectionOptions {
  retryDelayMs?: number
  /** How long to wait before the first retry of a read, in milliseconds. Later waits are longer. Default 2,000. */
  pollDelayMs?: number
  /**
   * Whether to search once for everything that is scheduled for deletion. Default false: only what is read anyway is
   * checked.
   */
  searchDeletions?: boolean
}

/** The maximum number of informational lines in one preview. */
const MAX_INFORM_LINES = 20

/** Shorter waits are not reported. */
const MIN_REPORTED_WAIT_MS = 3_000

/** A service in one provider process: the client, and what all resources of the process share. */
export class Connection implements ServiceIdentity, Caller {
  readonly api: Client
  /** Identifies the service in states: the normalized base URL. */
  readonly instance: string
  readonly parents: ParentResolver
  readonly usernames: Usernames
  readonly deletions: DeletionWatch
  readonly snapshots = new Snapshots()
  /** The results of actions of this process, which are never the result of another action whose response was lost. */
  readonly performed = new Set<string>()
  /** Objects that the service disabled, as far as they were read, by name. */
  readonly disabled = new Map<string, Disabled>()
  readonly locks = new KeyedMutex()
  readonly replacedParents = new ReplacedParents()
  // Private, so that logging the connection does not print the token.
  readonly #settings: Settings
  // Private, because it refers to the connection.
  readonly #ownership: Ownership
  private readonly pollDelayMs: number
  private informCount = 0
  /** The reads that failed in this preview. */
  readonly failedReads: FailedReads
  private failureCount = 0
  private namesakeCount = 0
  private user: Promise<CurrentUser> | undefined

  constructor(
    settings: Settings,
    private readonly reporter: Reporter,
    options: ConnectionOptions = {},
    private readonly operation = new EngineOperation(),
  ) {
    this.#settings = settings
    refuseMisplaced(settings)
    const { onConflict } = settings
    const { pollDelayMs = 2_000, searchDeletions = false, ...rest } = options
    if (onConflict !== undefined && !conflictChoices.some((choice) => choice === onConflict)) {
      throw new Error(`onConflict of the provider must be one of ${conflictChoices.join(', ')} (got "${onConflict}").`)
    }
    for (const url of settings.previousBaseUrls) {
      if (!isBaseUrl(url)) {
        throw new Error(
          `previousBaseUrls of the provider must contain URLs such as https://gitlab.example.com (got ${show(url)}).`,
        )
      }
    }
    const onPause = (ms: number) => {
      if (ms >= MIN_REPORTED_WAIT_MS)
        this.status(`waiting ${Math.ceil(ms / 1_000)} s for the rate limit of ${this.instance}`)
    }
    this.failedReads = new FailedReads(() => this)
    const { intercept } = this.failedReads
    this.api = new Client({ ...clientOptionsOf(settings), onPause, intercept, ...rest })
    this.instance = this.api.baseUrl
    this.parents = new ParentResolver(this.api, (text) => this.warn(text))
    this.usernames = new Usernames(this.api)
    this.deletions = new DeletionWatch(this.api, this.parents, (text) => this.warn(text), searchDeletions)
    this.#ownership = new Ownership(this, operation)
    this.pollDelayMs = pollDelayMs
    for (const risk of risksOf(settings)) this.warn(risk)
  }

  get ownership(): Ownership {
    return this.#ownership
  }

  /** What the processes of the engine's operation tell each other. */
  get ledger(): Ledger {
    return this.operation.known
  }

  get settings(): Settings {
    return this.#settings
  }

  /** The user of the access token. Read once. */
  currentUser(): Promise<CurrentUser> {
    this.user ??= this.api.users.current().then((user) => {
      // Without the name or the id, objects of other users would count as this user's.
      if (!isKey(user.username) || !isKey(user.id)) throw new InvalidResponse()
      return user
    })
    this.user.catch(() => (this.user = undefined))
    return this.user
  }

  /** Prints a warning. */
  warn(text: string): void {
    this.reporter.warn(visible(withoutHiddenValues(text)))
  }

  /** Records an object that the service disabled, and warns of it. */
  noteDisabled(name: string, what: string, disabled: Disabled): void {
    this.disabled.set(name, disabled)
    if (!this.reporter.reportsDisabled) this.warn(`${what} ${disabled.reason} ${disabled.remedy}`)
  }

  /** Prints an informational line. Only the first lines of a process are printed, because there can be many. */
  inform(text: string): void {
    if (this.informCount++ < MAX_INFORM_LINES) this.reporter.inform?.(visible(withoutHiddenValues(text)))
  }

  /** Warns in a preview that the update would fail. Only the first warnings of a process are printed. */
  warnOfFailure(text: string): void {
    if (this.failureCount++ < MAX_INFORM_LINES) this.warn(text)
  }

  /** Warns of objects with the name of another one. Only the first warnings of a process are printed. */
  warnOfNamesakes(text: string): void {
    if (this.namesakeCount++ < MAX_INFORM_LINES) this.warn(text)
  }

  /** Whether further warnings that the update would fail are not printed. */
  get hasWarnedOfFailures(): boolean {
    return this.failureCount >= MAX_INFORM_LINES
  }

  /** Writes an object that a preview has found, for its summary. */
  record(found: Omit<ObjectRecord, 'operation'>): void {
    this.writeRecord({ ...found, parent: withoutHiddenValues(found.parent), operation: this.ledger.nonce })
  }

  /** Writes what a preview could not check, for its summary. */
  recordUnchecked(found: Omit<UncheckedRecord, 'effect' | 'operation'>): void {
    const shown = (text: string) => visible(withoutHiddenValues(text))
    const texts = { subject: shown(found.subject), reason: shown(found.reason) }
    this.writeRecord({ ...found, ...texts, effect: 'unchecked', operation: this.ledger.nonce })
  }

  private writeRecord(record: PreviewRecord): void {
    const problem = writeRecord(record)
    if (problem !== undefined) this.warn(problem)
  }

  /** Sets the text of the status line. */
  status(text: string): void {
    this.reporter.status(visible(withoutHiddenValues(text)))
  }

  /** Waits before a read is repeated. Each wait is longer than the one before. */
  pause(looks: number): Promise<void> {
    return sleep(Math.min(15_000, this.pollDelayMs * 1.25 ** (looks - 1)))
  }

  /** Whether a new resource may replace one of which the engine has not told: with `pulumi up --replace`. */
  get mayReplace(): boolean {
    return this.operation.mayReplace
  }

  /** Whether the user has told the engine to replace resources. */
  get isReplacing(): boolean {
    return this.operation.isReplacing
  }

  /** Waits until the engine has probably passed all resources of the program: none for 250 ms by default. */
  waitForProgram(): Promise<void> {
    return this.operation.waitForProgram(this.pollDelayMs / 8)
  }

  /** Rejects objects of another service, because their ids identify other objects on this one. */
  verifyInstance(instance: unknown, subject: string): void {
    if (instance === undefined || instance === this.instance) return
    if (this.settings.previousBaseUrls.some((url) => normalizeBaseUrl(url) === instance)) return
    const setting = this.settings.isExplicit ? 'its previousBaseUrls' : 'trueup:previousBaseUrls'
    throw new Error(
      `${subject} lives on ${String(instance)}, but the provider points at ${this.instance} (from ${this.settings.baseUrlFrom}). ` +
        `It was not read or changed. If the service was renamed, list its old URL in ${setting}. ` +
        `To move the resource, destroy it there first, or remove it from the state with "pulumi state delete".`,
    )
  }
}

const connections = new Map<string, Connection>()

/** The operation of this provider process. Only a process that the engine attaches to serves several operations. */
let current: { readonly address: string | undefined; readonly operation: EngineOperation } | undefined

export function engineOperation(): EngineOperation {
  const address = engineAddress()
  if (!current || current.address !== address) {
    current?.operation.end()
    current = { address, operation: new EngineOperation(address) }
    // They contain what an earlier operation has read.
    connections.clear()
  }
  return current.operation
}

/** Returns the connection for these settings. All kinds of resources of a process share it. */
export function connect(settings: Settings, reporter: Reporter = { warn, inform, status }): Connection {
  if (settings.token === undefined) {
    refuseMisplaced(settings)
    throw new Error(
      `no access token for ${settings.baseUrl} (base URL from ${settings.baseUrlFrom}): set it in ${settings.tokenFrom}. ` +
        `"pulumi config set --secret trueup:token" keeps it encrypted in the stack's configuration.`,
    )
  }
  const operation = engineOperation()
  const key = JSON.stringify(settings)
  let connection = connections.get(key)
  if (!connection) {
    connection = new Connection(settings, reporter, { searchDeletions: true }, operation)
    connections.set(key, connection)
  }
  return connection
}

function isBaseUrl(url: string): boolean {
  try {
    return normalizeBaseUrl(url) !== ''
  } catch {
    return false
  }
}

/** @throws Error that names the setting if one contains a misplaced secret or an invalid value. */
export function refuseMisplaced(settings: Settings): void {
  for (const name of ['baseUrl', 'previousBaseUrls', 'caCertificate', 'clientCertificate', 'clientKey'] as const) {
    const wrong = misplaced(name, settings[name])
    if (wrong !== undefined) throw new Error(`${wrong}.`)
  }
  const mismatch = mismatched(settings)
  if (mismatch !== undefined) throw new Error(`${mismatch}.`)
  try {
    normalizeBaseUrl(settings.baseUrl)
  } catch (error) {
    const { message } = error as Error
    const end = message.endsWith('?') ? '' : '.'
    throw new Error(`${message}${end} It is set in ${settings.baseUrlFrom}.`, { cause: error })
  }
}

/** Returns warnings if others on the network could read the access token. */
export function risksOf({ baseUrl, baseUrlFrom }: Settings): string[] {
  const instance = normalizeBaseUrl(baseUrl)
  if (isLocal(instance)) return []
  if (!instance.startsWith('https:')) {
    return [`${instance} (from ${baseUrlFrom}) is not encrypted: others on the network can read the access token.`]
  }
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  return [
    `NODE_TLS_REJECT_UNAUTHORIZED is 0, so an attacker can impersonate ${instance} and read the access token: ` +
      `unset it, and set caCertificate to the certificate of the service's authority.`,
  ]
}
