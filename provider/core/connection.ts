import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../sdk'
import { normaliseBaseUrl } from '../../sdk/options'
import { conflictChoices } from './check'
import { Claims } from './claims'
import { Listings } from './listings'
import { status, warn } from './log'
import { ParentResolver } from './parents'
import { type Settings } from './settings'
import { Snapshots } from './snapshot'
import { Turns } from './turns'

/** How things are told to the user: for good, or for the moment. */
export interface Teller {
  warn(text: string): void
  status(text: string): void
}

export interface ConnectionOptions {
  retryDelayMs?: number
  /** How long to wait before something unfinished is looked at again for the first time. Default 2 seconds. */
  pollDelayMs?: number
}

/** Waits that are shorter need no explanation. */
const tellingMs = 3_000

/** One service as one provider process sees it: the client, and what all resources of the process share. */
export class Connection {
  readonly api: Client
  /** The service that resources made here live on: the base URL, normalised. */
  readonly instance: string
  readonly parents: ParentResolver
  readonly listings = new Listings()
  readonly snapshots = new Snapshots()
  readonly claims = new Claims()
  readonly turns = new Turns()
  private readonly pollDelayMs: number

  constructor(
    readonly settings: Settings,
    private readonly tell: Teller,
    options: ConnectionOptions = {},
  ) {
    const { onConflict } = settings
    const { pollDelayMs = 2_000, ...rest } = options
    if (onConflict !== undefined && !conflictChoices.some((choice) => choice === onConflict)) {
      throw new Error(`onConflict of the provider is "${onConflict}": it must be one of ${conflictChoices.join(', ')}.`)
    }
    const { baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate } = settings
    const onPause = (ms: number) => {
      if (ms >= tellingMs) this.status(`waits ${Math.ceil(ms / 1_000)} s for the rate limit of ${this.instance}`)
    }
    this.api = new Client({ baseUrl, token, maxConcurrency, maxRequestsPerMinute, caCertificate, onPause, ...rest })
    this.instance = this.api.baseUrl
    this.parents = new ParentResolver(this.api, (text) => this.warn(text))
    this.pollDelayMs = pollDelayMs
    if (!isProtected(this.instance)) {
      this.warn(
        `${this.instance} (from ${settings.baseUrlFrom}) is not encrypted: the access token can be read on its way.`,
      )
    }
  }

  /** Tells the user something to keep. */
  warn(text: string): void {
    this.tell.warn(text)
  }

  /** Tells the user what goes on right now. */
  status(text: string): void {
    this.tell.status(text)
  }

  /** Lets time pass before something unfinished is looked at again, the longer the more often it was. */
  pause(looks: number): Promise<void> {
    return sleep(Math.min(15_000, this.pollDelayMs * 1.25 ** (looks - 1)))
  }

  /** Refuses objects that live on another service: their ids mean something else here. */
  verifyInstance(instance: unknown, subject: string): void {
    if (instance === undefined || instance === this.instance) return
    if (this.settings.previousBaseUrls.some((url) => normaliseBaseUrl(url) === instance)) return
    throw new Error(
      `${subject} lives on ${String(instance)}, but the provider points at ${this.instance} (from ${this.settings.baseUrlFrom}). ` +
        `Nothing was read or changed. If the service was renamed, list its old URL in trueup:previousBaseUrls; ` +
        `to move the resource, destroy it there first, or take it out of the state with "pulumi state delete".`,
    )
  }
}

const open = new Map<string, Connection>()

/** The connection of these settings: one per process, however many kinds of resources use it. */
export function connect(settings: Settings, tell: Teller = { warn, status }): Connection {
  if (settings.token === undefined) {
    throw new Error(
      `no access token for ${settings.baseUrl} (base URL from ${settings.baseUrlFrom}): set it in ${settings.tokenFrom}. ` +
        `"pulumi config set --secret trueup:token" keeps it encrypted in the stack's configuration.`,
    )
  }
  const key = JSON.stringify(settings)
  let connection = open.get(key)
  if (!connection) open.set(key, (connection = new Connection(settings, tell)))
  return connection
}

function isProtected(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}
