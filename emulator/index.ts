import { controlApp } from './control'
import type { Emulator } from './emulator'
import { Api, type Resource } from './http/api'
import { type Fault, Faults } from './http/faults'
import type { Flavor, Release, Tier } from './http/instance'
import { has } from './http/release'
import { RequestLog, type RequestRecord } from './http/request-log'
import { listen } from './http/server'
import { Throttle } from './http/throttle'
import { accessToken } from './resources/access-token'
import { alert } from './resources/alert'
import { type AlertIntegrationSettings, putAlertIntegration } from './resources/alert-integration'
import { approvalRule } from './resources/approval-rule'
import { approvalSettings } from './resources/approval-settings'
import { deployKey } from './resources/deploy-key'
import { environment } from './resources/environment'
import { freezePeriod } from './resources/freeze-period'
import { group } from './resources/group'
import { groupContents } from './resources/group-contents'
import { groupLabel } from './resources/group-label'
import { groupManagement } from './resources/group-management'
import { issue } from './resources/issue'
import { issueCreation } from './resources/issue-creation'
import { issueLink } from './resources/issue-link'
import { issueUpdate } from './resources/issue-update'
import { jobQueueMetrics } from './resources/job-queue-metrics'
import { label } from './resources/label'
import { member } from './resources/member'
import { memberRole } from './resources/member-role'
import { namespace } from './resources/namespace'
import { personalAccessToken } from './resources/personal-access-token'
import { pipeline } from './resources/pipeline'
import { project } from './resources/project'
import { projectHook } from './resources/project-hook'
import { projectManagement } from './resources/project-management'
import { protectedBranch } from './resources/protected-branch'
import { protectedEnvironment } from './resources/protected-environment'
import { protectedTag } from './resources/protected-tag'
import { pullMirror } from './resources/pull-mirror'
import { remoteMirror } from './resources/remote-mirror'
import { repositoryStorageMove } from './resources/repository-storage-move'
import { share } from './resources/share'
import { testReport } from './resources/test-report'
import { transfer } from './resources/transfer'
import { triggerToken } from './resources/trigger-token'
import { user } from './resources/user'
import { userManagement } from './resources/user-management'
import { variable } from './resources/variable'
import { version } from './resources/version'
import { vulnerability } from './resources/vulnerability'
import { vulnerabilityFinding } from './resources/vulnerability-finding'
import { Clock } from './store/clock'
import { DataFile } from './store/data-file'
import { type EmulatorState, Store } from './store/store'
import type { World, WorldSettings } from './world/declaration'
import { fillWithWorld } from './world/file'
import { seedWorld } from './world/seed'
import { applySettings } from './world/settings'

export { type Emulator } from './emulator'
export { type Fault } from './http/faults'
export { type Flavor, type Release, type Tier } from './http/instance'
export { type RequestRecord } from './http/request-log'
export { type AlertIntegration, type AlertIntegrationSettings } from './resources/alert-integration'
export { EmulatorError } from './store/emulator-error'
export { type CollectionState, type EmulatorState, type Stored } from './store/store'
export {
  type World,
  type WorldEnvironment,
  type WorldFeature,
  type WorldGroup,
  type WorldIssue,
  type WorldLabel,
  type WorldMember,
  type WorldProject,
  type WorldRole,
  type WorldSettings,
  type WorldToken,
  type WorldUser,
  type WorldVariable,
} from './world/declaration'

/** All resources of the emulator. */
const resources: Resource[] = [
  version,
  user,
  userManagement,
  personalAccessToken,
  group,
  groupManagement,
  groupContents,
  project,
  projectManagement,
  namespace,
  transfer,
  member,
  memberRole,
  share,
  environment,
  label,
  groupLabel,
  deployKey,
  freezePeriod,
  triggerToken,
  accessToken,
  protectedEnvironment,
  remoteMirror,
  pullMirror,
  jobQueueMetrics,
  pipeline,
  testReport,
  issue,
  issueCreation,
  issueUpdate,
  issueLink,
  repositoryStorageMove,
  vulnerabilityFinding,
  vulnerability,
  alert,
  protectedTag,
  variable,
  protectedBranch,
  approvalRule,
  projectHook,
  approvalSettings,
]

/** Options of `startEmulator`. */
export interface EmulatorOptions {
  /** Port to listen on. Default: 0, which finds a free one. */
  port?: number
  /**
   * Address to listen on. Default: 127.0.0.1. With others, everyone who can reach this machine can use the emulator.
   */
  host?: string
  /**
   * Behavior where the specification and GitLab differ: `gitlab` behaves like GitLab, `spec` follows the specification.
   * Default: `gitlab`.
   */
  flavor?: Flavor
  /** The tier, which determines the paid features. Default: `ultimate`. */
  tier?: Tier
  /** The release of GitLab whose behavior the flavor `gitlab` has. Default: `19.3`. */
  release?: Release
  /**
   * The initial contents: a world, or the path of a YAML or JSON file with one. Default: the seed world. With `data`,
   * the world is only used if the data file does not exist yet.
   */
  world?: World | string
  /** File that keeps the state across restarts. Default: none. */
  data?: string
  /** Delay of every response in milliseconds. Default: 0. */
  latencyMs?: number
  /** Whether pages of all sites can use the API, as on GitLab. Default: false. */
  cors?: boolean
  /** Requests per minute for each token. Further requests get 429. Default: no limit. */
  rateLimit?: number
  /** Time at which the clock starts and stands still. Default: the machine's clock, which runs. */
  now?: Date | string
  /** Called for each request to the API after the response was sent or the connection was closed. */
  onRequest?: (record: RequestRecord) => void
  /** Called with a warning if other machines can reach the emulator. Default: `process.emitWarning`. */
  onWarning?: (message: string) => void
}

const warningAbout = (host: string): string =>
  `${JSON.stringify(host)} is not a loopback address: everyone who can reach this machine can use and change the emulator, ` +
  'and its tokens are public knowledge.'

/**
 * Starts an emulator of the API with the seed world (tokens `emulator-root`, `emulator-maintainer` …) or your own
 * world.
 *
 * @throws EmulatorError if the port is in use, the data file cannot be used, or the world is invalid.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { flavor = 'gitlab', tier = 'ultimate', release = '19.3', latencyMs = 0, cors = false, onRequest } = options
  const { onWarning = (message) => process.emitWarning(message) } = options
  const store = new Store()
  const clock = new Clock(options.now)
  const faults = new Faults()
  const log = new RequestLog()
  if (options.world === undefined) seedWorld(store, flavor)
  else fillWithWorld(store, options.world, clock.now().toISOString())
  const file = options.data === undefined ? undefined : new DataFile(options.data, store)
  await file?.open()

  const instance = { url: '', flavor, tier, release, store, clock }
  const throttle = new Throttle(options.rateLimit ?? 0, store, clock)
  const api = new Api(instance, throttle)
  for (const add of resources) add(api)

  const emulator = {
    url: '',
    requests: () => log.all(),
    clearRequests: () => log.clear(),
    fault: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setClock: (now: Date | string) => clock.set(now),
    advanceClock: (seconds: number) => clock.advance(seconds),
    now: () => clock.now(),
    putAlertIntegration: (settings: AlertIntegrationSettings) => {
      const integration = putAlertIntegration(instance, settings)
      void file?.save()
      return integration
    },
    changeSettings: (settings: WorldSettings) => {
      applySettings(store, settings)
      void file?.save()
    },
    state: () => store.state(),
    setState: (state: EmulatorState) => {
      store.load(state)
      void file?.save()
    },
    close: async () => {
      await server.close()
      await file?.close()
    },
  }
  const control = controlApp(emulator)
  const host = options.host ?? '127.0.0.1'
  const server = await listen(host, options.port ?? 0, {
    api: async (request, exchange) => {
      const response = await api.fetch(request, exchange)
      await file?.save()
      return response
    },
    control: async (request) => {
      const response = await control.fetch(request)
      await file?.save()
      return response
    },
    faults,
    log,
    clock,
    latencyMs,
    untypedIsJson: has(instance, 'untypedIsJson'),
    cors,
    onRequest: onRequest ?? (() => {}),
  }).catch(async (error) => {
    await file?.close()
    throw error
  })
  if (!server.loopback) onWarning(warningAbout(host))
  emulator.url = instance.url = server.url
  return emulator
}
