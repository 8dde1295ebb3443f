import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../../sdk'
import { normalizeBaseUrl } from '../../../sdk/http/options'
import { conflictChoices } from '../schema/adoption-fields'
import { visible } from '../schema/characters'
import { show } from '../schema/display'
import { InvalidResponse } from '../schema/invalid-response'
import { isKey } from '../schema/identity'
import { DeletionWatch } from './deletion-watch'
import { EngineOperation } from './engine-operation'
import { isLocal } from './local-url'
import { engineAddress, inform, status, warn } from './log'
import { misplaced } from './misplaced'
import { Ownership } from './ownership'
import { ParentResolver } from './parents'
import { type Settings } from './settings'
import { Snapshots } from './snapshot'
import { KeyedMutex } from './keyed-mutex'

/** How things are told to the user: for good, or for the moment. */
export interface Reporter {
  warn(text: string): void
  inform?(text: string): void
  status(text: string): void
}

export interface ConnectionOptions {
  retryDelayMs?: number
  /** How long to wait before something unfinished is looked at again for the first time. Default 2 seconds. */
  pollDelayMs?: number
  /** Whether to search once for all that is scheduled for deletion, and not only to tell of what is looked up anyway. */
  searchDeletions?: boolean
}

/** More lines than anybody reads of one preview. */
const MOST_INFORMED = 20

/** Waits that are shorter need no explanation. */
const MIN_REPORTED_WAIT_MS = 3_000

/** One service as one provider process sees it: the client, and what all resources of the process share. */
export class Connection {
  readonly api: Client
  /** The service that resources made here live on: the base URL, normalised. */
  readonly instance: string
  readonly parents: ParentResolver
  readonly deletions: DeletionWatch
  readonly snapshots = new Snapshots()
  /** What actions of this process have done: an answer that was lost is not one of these. */
  readonly performed = new Set<string>()
  readonly locks = new KeyedMutex()
  // Hidden even from whoever logs the connection.
  readonly #settings: Settings
  // It refers to the connection.
  readonly #ownership: Ownership
  private readonly pollDelayMs: number
  private informed = 0
  private user: Promise<{ username: string }> | undefined

  constructor(
    settings: Settings,
    private readonly reporter: Reporter,
    options: ConnectionOptions = {},
    operation = new EngineOperation(),
  ) {
    this.#settings = settings
    refuseMisplaced(settings)
    const { onConflict } = settings
    const { pollDelayMs = 2_000, searchDeletions = false, ...rest } = options
    if (onConflict !== undefined && !conflictChoices.some((choice) => choice === onConflict)) {
      throw new Error(`onConflict of the provider is "${onConflict}": it must be one of ${conflictChoices.join(', ')}.`)
    }
    for (const url of settings.previousBaseUrls) {
      if (!isBaseUrl(url)) {
        throw new Error(
          `previousBaseUrls of the provider has ${show(url)}: write each like https://gitlab.example.com.`,
        )
      }
    }
    const { baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate } = settings
    const onPause = (ms: number) => {
      if (ms >= MIN_REPORTED_WAIT_MS)
        this.status(`waits ${Math.ceil(ms / 1_000)} s for the rate limit of ${this.instance}`)
    }
    this.api = new Client({ baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate, onPause, ...rest })
    this.instance = this.api.baseUrl
    this.parents = new ParentResolver(this.api, (text) => this.warn(text))
    this.deletions = new DeletionWatch(this.api, this.parents, (text) => this.warn(text), searchDeletions)
    this.#ownership = new Ownership(this, operation)
    this.pollDelayMs = pollDelayMs
    for (const risk of risksOf(settings)) this.warn(risk)
  }

  get ownership(): Ownership {
    return this.#ownership
  }

  get settings(): Settings {
    return this.#settings
  }

  /** Who asks. Looked up once. */
  currentUser(): Promise<{ username: string }> {
    this.user ??= this.api.users.current().then((user) => {
      // Without that, everybody's objects would pass for one's own.
      if (!isKey(user.username)) throw new InvalidResponse()
      return user
    })
    this.user.catch(() => (this.user = undefined))
    return this.user
  }

  /** Tells the user something to keep. */
  warn(text: string): void {
    this.reporter.warn(visible(text))
  }

  /** Tells the user something of which there may be a lot: the first lines of it. */
  inform(text: string): void {
    if (this.informed++ < MOST_INFORMED) this.reporter.inform?.(visible(text))
  }

  /** Tells the user what goes on right now. */
  status(text: string): void {
    this.reporter.status(visible(text))
  }

  /** Lets time pass before something unfinished is looked at again, the longer the more often it was. */
  pause(looks: number): Promise<void> {
    return sleep(Math.min(15_000, this.pollDelayMs * 1.25 ** (looks - 1)))
  }

  /** Refuses objects that live on another service: their ids mean something else here. */
  verifyInstance(instance: unknown, subject: string): void {
    if (instance === undefined || instance === this.instance) return
    if (this.settings.previousBaseUrls.some((url) => normalizeBaseUrl(url) === instance)) return
    throw new Error(
      `${subject} lives on ${String(instance)}, but the provider points at ${this.instance} (from ${this.settings.baseUrlFrom}). ` +
        `Nothing was read or changed. If the service was renamed, list its old URL in trueup:previousBaseUrls; ` +
        `to move the resource, destroy it there first, or take it out of the state with "pulumi state delete".`,
    )
  }
}

const connections = new Map<string, Connection>()

/** The operation of this provider process: a process serves one. */
let ofProcess: EngineOperation | undefined
export const operationOfProcess = (): EngineOperation => (ofProcess ??= new EngineOperation(engineAddress()))

/** The connection of these settings: one per process, however many kinds of resources use it. */
export function connect(settings: Settings, tell: Reporter = { warn, inform, status }): Connection {
  if (settings.token === undefined) {
    refuseMisplaced(settings)
    throw new Error(
      `no access token for ${settings.baseUrl} (base URL from ${settings.baseUrlFrom}): set it in ${settings.tokenFrom}. ` +
        `"pulumi config set --secret trueup:token" keeps it encrypted in the stack's configuration.`,
    )
  }
  const key = JSON.stringify(settings)
  let connection = connections.get(key)
  if (!connection)
    connections.set(key, (connection = new Connection(settings, tell, { searchDeletions: true }, operationOfProcess())))
  return connection
}

function isBaseUrl(url: string): boolean {
  try {
    return normalizeBaseUrl(url) !== ''
  } catch {
    return false
  }
}

/** @throws Error that says which setting holds what does not belong there. */
export function refuseMisplaced(settings: Settings): void {
  for (const name of ['baseUrl', 'previousBaseUrls', 'caCertificate'] as const) {
    const wrong = misplaced(name, settings[name])
    if (wrong !== undefined) throw new Error(`${wrong}.`)
  }
}

/** Who else may read the access token on its way. */
export function risksOf({ baseUrl, baseUrlFrom }: Settings): string[] {
  const instance = normalizeBaseUrl(baseUrl)
  if (isLocal(instance)) return []
  if (!instance.startsWith('https:')) {
    return [`${instance} (from ${baseUrlFrom}) is not encrypted: the access token can be read on its way.`]
  }
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  return [
    `NODE_TLS_REJECT_UNAUTHORIZED is 0, so that anybody can pose as ${instance} and read the access token: ` +
      `unset it, and give the certificate of the service's authority as caCertificate.`,
  ]
}
