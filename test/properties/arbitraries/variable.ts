import fc from 'fast-check'
import type { Json } from '../../../provider/core/schema/json'
import { groupVariable } from '../../../provider/resources/group-variable'
import { projectVariable } from '../../../provider/resources/project-variable'
import { type Argument, cases, optional, plain, type Target } from './cases'
import { group, project } from './reference'
import { padded } from './style'
import { texts } from './text'

interface Variable {
  key: string
  environmentScope: string
  value: string
  masked: boolean
  hidden: boolean
  protected: boolean
  raw: boolean
  variableType: 'envVar' | 'file'
  description: string | null
}

const wireTypes = { envVar: 'env_var', file: 'file' }

const keys: Argument<string> = { values: fc.stringMatching(/^\w{1,30}$/), write: padded }
const scopes: Argument<string> = {
  values: fc.constantFrom('*', 'production', 'review/*', '*/eu', 'a b', '${x}.{y}-_', 'x'.repeat(255)),
  write: padded,
}
const value = fc.oneof(texts(60), fc.stringMatching(/^[\w+=/@:.~-]{8,30}$/), fc.stringMatching(/^[!-~]{8,30}$/))

/** Whether the service accepts the value if it is masked. */
const isMaskable = ({ value, raw }: Variable) =>
  raw ? /^[^\t\n\v\f\r ]{8,}$/u.test(value) : /^[\w+=/@:.~-]{8,}$/.test(value)

const yes = optional(plain(fc.boolean()), false, [false])

/** The service accepts no other values. */
const isAccepted = (values: Variable) => !values.masked || isMaskable(values)

type At = Pick<Target, 'emulator' | 'live' | 'path'>

const put = ({ emulator, path }: At, changes: Json) => emulator.put(path, changes, { as: 'root' })

/** The API has no way to change it. */
function patch({ emulator, live, path }: At, changes: Json) {
  const parent = path.startsWith('/groups') ? 'group_id' : 'project_id'
  const records = (emulator.state().collections.variables?.records ?? []) as unknown as Json[]
  const found = records.find(
    (record) =>
      record.key === live.key &&
      record.environment_scope === live.environment_scope &&
      path.startsWith(`/${parent.slice(0, -3)}s/${String(record[parent])}/`),
  )
  return emulator.patch('variables', Number(found?.id), changes)
}

const shared = {
  keepsKey: ['hidden'],
  seen: (live: Json): Partial<Variable> => ({
    key: String(live.key),
    environmentScope: String(live.environment_scope),
    // No one can read the value of a hidden variable.
    ...(live.hidden !== true && { value: String(live.value ?? '') }),
    masked: Boolean(live.masked),
    hidden: Boolean(live.hidden),
    protected: Boolean(live.protected),
    raw: Boolean(live.raw),
    variableType: live.variable_type === 'file' ? 'file' : 'envVar',
    description: (live.description as string | null) || null,
  }),
  drift: {
    value: (target: At, value: string) => put(target, { value }),
    masked: (target: At, masked: boolean) => put(target, { masked }),
    hidden: (target: At, hidden: boolean) => patch(target, { hidden }),
    protected: (target: At, value: boolean) => put(target, { protected: value }),
    raw: (target: At, raw: boolean) => put(target, { raw }),
    variableType: (target: At, type: 'envVar' | 'file') => put(target, { variable_type: wireTypes[type] }),
    description: (target: At, description: string | null) => put(target, { description }),
  },
}

const declared = {
  key: keys,
  environmentScope: optional(scopes, '*'),
  value: plain(value),
  masked: yes,
  hidden: yes,
  protected: yes,
  raw: yes,
  variableType: optional(plain(fc.constantFrom('envVar' as const, 'file' as const)), 'envVar', ['envVar']),
  description: optional(plain(fc.option(texts(255).filter((text) => text.trim() !== ''))), null, ['']),
}

function settle<V extends Variable>(values: V): V {
  const masked = values.masked && isMaskable(values)
  return { ...values, masked, hidden: values.hidden && masked }
}

function drifted<V extends Variable>(values: V, name: keyof V, after: V): V {
  if (name === 'masked' && values.hidden) return values
  if (name === 'value' && values.hidden) return values
  return isAccepted(after) ? after : values
}

const shown = ({ value, ...values }: Variable) => (values.hidden ? values : { ...values, value })

const inPath = ({ key, environment_scope: scope }: Json) =>
  `${String(key)}?filter[environment_scope]=${encodeURIComponent(String(scope))}`

export const projectVariableCases = () =>
  cases<Variable & { project: number }>({
    ...shared,
    definition: projectVariable,
    arguments: { project, ...declared },
    settle,
    drifted,
    shown,
    collection: (values) => `/projects/${values.project}/variables`,
    path: (values, live) => `/projects/${values.project}/variables/${inPath(live)}`,
  })

export const groupVariableCases = () =>
  cases<Variable & { group: number }>({
    ...shared,
    definition: groupVariable,
    as: 'owner',
    arguments: { group, ...declared },
    settle,
    drifted,
    shown,
    collection: (values) => `/groups/${values.group}/variables`,
    path: (values, live) => `/groups/${values.group}/variables/${inPath(live)}`,
  })
