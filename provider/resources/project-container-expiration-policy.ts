import { required } from '../core/schema/field'
import type { Problem } from '../core/schema/problem'
import { Type } from '../core/schema/type'

/** Which tags of container images the service deletes regularly. Settings that are omitted are not managed. */
export interface ContainerExpirationPolicy {
  /** Whether the policy runs. The service disables it while the project has no image. */
  enabled?: boolean
  /** How often it runs. */
  cadence?: '1d' | '7d' | '14d' | '1month' | '3month'
  /** How many tags of each image it keeps: 1, 5, 10, 25, 50 or 100. 0: it does not keep a number of tags. */
  keepN?: number
  /** The age at which it deletes tags. `"none"`: regardless of age. */
  olderThan?: '7d' | '14d' | '30d' | '60d' | '90d' | 'none'
  /** The tags that it deletes: an RE2 expression of at most 255 characters. Required while the policy is enabled. */
  nameRegex?: string
  /** The tags that it keeps: an RE2 expression of at most 255 characters. `""`: none. */
  nameRegexKeep?: string
}

type Name = keyof ContainerExpirationPolicy

const wireNames: Readonly<Record<Name, string>> = {
  enabled: 'enabled',
  cadence: 'cadence',
  keepN: 'keep_n',
  olderThan: 'older_than',
  nameRegex: 'name_regex',
  nameRegexKeep: 'name_regex_keep',
}

/** The values for null on the service. */
const unset: Partial<Record<Name, unknown>> = { keepN: 0, olderThan: 'none', nameRegexKeep: '' }

const names = Object.keys(wireNames) as Name[]
const oneOf = (...values: (number | string)[]) => Type.Enum(values)

const schema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    cadence: Type.Optional(oneOf('1d', '7d', '14d', '1month', '3month')),
    keepN: Type.Optional(oneOf(0, 1, 5, 10, 25, 50, 100)),
    olderThan: Type.Optional(oneOf('7d', '14d', '30d', '60d', '90d', 'none')),
    nameRegex: Type.Optional(Type.String()),
    nameRegexKeep: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** The policy. It is compared without the settings that the program omits, and without the time of its next run. */
export const containerExpirationPolicy = () =>
  required<ContainerExpirationPolicy>(schema, {
    wire: 'container_expiration_policy',
    wireSchema: Type.Object({}),
    canonical: (policy) => pick(policy, (name) => policy[name] !== undefined && policy[name] !== null),
    problem: problemOf,
    toWire: (policy) =>
      Object.fromEntries(
        names.flatMap((name) => {
          if (policy[name] === undefined) return []
          return [[wireNames[name], policy[name] === unset[name] ? null : policy[name]]]
        }),
      ),
    fromWire: (shown, like, state) => {
      const live = (shown ?? {}) as Record<string, unknown>
      const policy = Object.fromEntries(
        names.map((name) => [name, live[wireNames[name]] ?? unset[name]]),
      ) as ContainerExpirationPolicy
      const declared = like as ContainerExpirationPolicy | undefined
      if (!declared) return policy
      // The service disables the policy of a project without images, after an update has enabled it.
      const wasApplied = state?.pathWithNamespace !== undefined
      if (wasApplied && declared.enabled && policy.enabled === false) policy.enabled = true
      return pick(policy, (name) => declared[name] !== undefined)
    },
  })

const pick = (policy: ContainerExpirationPolicy, has: (name: Name) => boolean): ContainerExpirationPolicy =>
  Object.fromEntries(names.filter(has).map((name) => [name, policy[name]]))

function problemOf({
  enabled,
  nameRegex = undefined,
  nameRegexKeep = '',
}: ContainerExpirationPolicy): Problem | undefined {
  // The service would not store longer ones, and would not say so.
  if ([nameRegex ?? '', nameRegexKeep].some((regex) => [...regex].length > 255)) {
    return 'must have regular expressions of at most 255 characters'
  }
  return enabled && nameRegex === '' ? 'must have a nameRegex if it is enabled' : undefined
}
