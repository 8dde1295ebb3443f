import { required } from '../core/schema/field'
import { wireName } from '../core/schema/managed-setting'
import type { IsSame } from '../core/schema/setting-changes'
import { Type } from '../core/schema/type'

/**
 * Settings of GitLab Duo in a group. Settings that are omitted are not managed. Not every service returns the access levels:
 * then changes of them by others are not noticed.
 */
export interface AiSettings {
  /** Whether the agents of GitLab Duo are available. */
  duoAgentPlatformEnabled?: boolean
  /** Whether GitLab Duo can use MCP servers. */
  duoWorkflowMcpEnabled?: boolean
  /** Whether GitLab collects data about the use of GitLab Duo. */
  aiUsageDataCollectionEnabled?: boolean
  /** Whether projects can only use agents and flows of the group. */
  aiCatalogRestrictedToGroupHierarchy?: boolean
  /** Whether the agents of GitLab are available unless they are disabled. */
  foundationalAgentsDefaultEnabled?: boolean
  /** What happens if a prompt looks like an attack. */
  promptInjectionProtectionLevel?: 'no_checks' | 'log_only' | 'interrupt'
  /** Whether agents can reach the recommended hosts. */
  includeRecommendedAllowed?: boolean
  /** Whether agents can use all Unix sockets. */
  allowAllUnixSockets?: boolean
  /** Whether projects can allow further hosts. */
  allowProjectExtension?: boolean
  /** Lowest access level that can run agents. */
  minimumAccessLevelExecute?: 10 | 15 | 20 | 30 | 40 | 50
  /** Lowest access level that can run agents in the background. */
  minimumAccessLevelExecuteAsync?: 30 | 40 | 50
  /** Lowest access level that can manage agents. */
  minimumAccessLevelManage?: 30 | 40 | 50
  /** Lowest access level that can enable agents in projects. */
  minimumAccessLevelEnableOnProjects?: 30 | 40 | 50
}

type Values = Readonly<Record<string, unknown>>

const oneOf = (...values: (number | string)[]) => Type.Optional(Type.Enum(values))
const flag = Type.Optional(Type.Boolean())

const schema = Type.Object(
  {
    duoAgentPlatformEnabled: flag,
    duoWorkflowMcpEnabled: flag,
    aiUsageDataCollectionEnabled: flag,
    aiCatalogRestrictedToGroupHierarchy: flag,
    foundationalAgentsDefaultEnabled: flag,
    promptInjectionProtectionLevel: oneOf('no_checks', 'log_only', 'interrupt'),
    includeRecommendedAllowed: flag,
    allowAllUnixSockets: flag,
    allowProjectExtension: flag,
    minimumAccessLevelExecute: oneOf(10, 15, 20, 30, 40, 50),
    minimumAccessLevelExecuteAsync: oneOf(30, 40, 50),
    minimumAccessLevelManage: oneOf(30, 40, 50),
    minimumAccessLevelEnableOnProjects: oneOf(30, 40, 50),
  },
  { additionalProperties: false },
)
const names = Object.keys(schema.properties)

/** The settings. They are compared without those that the program omits, and those that the response does not contain. */
export const aiSettings = () =>
  required<AiSettings>(schema, {
    wire: 'ai_settings',
    wireSchema: Type.Object({}),
    canonical: (settings) => pick((name) => (settings as Values)[name] ?? undefined),
    toWire: (settings) =>
      Object.fromEntries(Object.entries(settings).map(([name, value]): [string, unknown] => [wireName(name), value])),
    fromWire: (shown, like, state) => {
      const live = (shown ?? {}) as Values
      const declared = like as Values | undefined
      if (!declared) return pick((name) => live[wireName(name)] ?? undefined)
      // Before, the declared value of a setting that responses do not contain was not sent.
      const wasApplied = state?.fullPath !== undefined
      return pick((name) =>
        declared[name] === undefined ? undefined : (live[wireName(name)] ?? (wasApplied ? declared[name] : undefined)),
      )
    },
  })

const pick = (valueOf: (name: string) => unknown): AiSettings =>
  Object.fromEntries(
    names.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined),
  ) as AiSettings

/** Whether a response shows all settings of a request with the same values. */
export const isSameAiSettings: IsSame = (_, sent, shown) =>
  Object.entries((sent ?? {}) as Values).every(([name, value]) => ((shown ?? {}) as Values)[name] === value)
