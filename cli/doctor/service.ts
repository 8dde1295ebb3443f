import { now } from '../../provider/command-line/basics'
import { clientOptionsOf, type Settings } from '../../provider/command-line/service'
import type { ApiResponse, Call } from '../../sdk/http/call'
import { systemClock } from '../../sdk/http/clock'
import { Http } from '../../sdk/http/http'
import type { ClientOptions } from '../../sdk/http/options'
import { AccessTokens } from '../../sdk/resources/access-token'
import { Groups } from '../../sdk/resources/group'
import { PersonalAccessTokens } from '../../sdk/resources/personal-access-token'
import { Projects } from '../../sdk/resources/project'
import { ProtectedEnvironments } from '../../sdk/resources/protected-environment'
import { Users } from '../../sdk/resources/user'
import { Versions } from '../../sdk/resources/version'
import { VulnerabilityFindings } from '../../sdk/resources/vulnerability-finding'

/** Shorter than for updates, because the user is waiting. */
const timeoutMs = 15_000

/** Information from the headers of responses. */
export interface Margin {
  /** How far the service's clock is ahead of this machine's clock, in milliseconds; undefined if unknown. */
  aheadMs: number | undefined
  /** The rate limit in the latest response; undefined if the service has none. */
  limit: { remaining: number; of: number | undefined; resetAt: Date | undefined } | undefined
}

/** A client that also records the headers of responses. */
export class Service {
  readonly groupAccessTokens: AccessTokens
  readonly groups: Groups
  readonly personalAccessTokens: PersonalAccessTokens
  readonly projects: Projects
  readonly protectedEnvironments: ProtectedEnvironments
  readonly users: Users
  readonly versions: Versions
  readonly vulnerabilityFindings: VulnerabilityFindings
  private readonly http: RecordingHttp

  constructor(readonly settings: Settings) {
    this.http = new RecordingHttp({ ...clientOptionsOf(settings), maxRetries: 1, timeoutMs, onPause })
    this.groupAccessTokens = new AccessTokens(this.http, 'groups')
    this.groups = new Groups(this.http)
    this.personalAccessTokens = new PersonalAccessTokens(this.http)
    this.projects = new Projects(this.http)
    this.protectedEnvironments = new ProtectedEnvironments(this.http)
    this.users = new Users(this.http)
    this.versions = new Versions(this.http)
    this.vulnerabilityFindings = new VulnerabilityFindings(this.http)
  }

  /** The normalized base URL. */
  get baseUrl(): string {
    return this.http.baseUrl
  }

  get margin(): Readonly<Margin> {
    return this.http.margin
  }

  close(): Promise<void> {
    return this.http.close()
  }
}

const onPause = (ms: number): void => {
  if (ms > 2_000) process.stderr.write(`waiting ${Math.ceil(ms / 1_000)} s for the rate limit of the service\n`)
}

class RecordingHttp extends Http {
  readonly margin: Margin = { aheadMs: undefined, limit: undefined }

  constructor(options: ClientOptions) {
    super(options, systemClock)
  }

  override async send(call: Call): Promise<ApiResponse> {
    const began = now().getTime()
    const response = await super.send(call)
    this.note(response.headers, (began + now().getTime()) / 2)
    return response
  }

  private note(headers: Record<string, string>, sentAt: number): void {
    // The header has no fraction of a second: half a second is the best estimate.
    const aheadMs = Date.parse(headers['date'] ?? '') + 500 - sentAt
    const { aheadMs: before } = this.margin
    // The smallest difference is the most accurate, because its response was the fastest.
    if (!Number.isNaN(aheadMs) && (before === undefined || Math.abs(aheadMs) < Math.abs(before))) {
      this.margin.aheadMs = aheadMs
    }
    const remaining = numberIn(headers['ratelimit-remaining'])
    if (remaining === undefined) return
    const reset = numberIn(headers['ratelimit-reset'])
    const resetAt = reset === undefined ? undefined : new Date(reset * 1_000)
    this.margin.limit = { remaining, of: numberIn(headers['ratelimit-limit']), resetAt }
  }
}

const numberIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
