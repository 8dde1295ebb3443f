import type { Client, Variable, VariableCreate, Variables } from '../../sdk'
import { optional, type PlainOf } from '../core/schema/field'
import { choice, flag, text, title } from '../core/schema/fields'
import type { Json } from '../core/schema/json'
import type { OtherTools } from '../core/schema/other-tools'

/** What contains variables. */
type Parent = 'project' | 'group'

const wireTypes = { envVar: 'env_var', file: 'file' } as const

const scopePattern = /^[a-zA-Z0-9_/$ {}.*-]+$/

const input = {
  /** Name: 1 to 255 letters, digits and `_`. Changing it replaces the variable. */
  key: title({
    problem: (key) => (/^\w+$/.test(key) ? undefined : 'must consist of letters, digits and _'),
  }),
  /**
   * Environments that get the variable: the name of one, or a pattern with `*`, such as `"review/*"`. Several variables
   * can have the same key if their scopes differ. Changing it replaces the variable. Default: `"*"` (all).
   */
  environmentScope: optional(
    title({
      problem: (scope) =>
        scopePattern.test(scope)
          ? undefined
          : "must consist of letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces",
    }),
    '*',
  ),
  /**
   * Value. Always secret: encrypted in the state, and in no message. With `hidden`, the service never returns it, so that
   * changes by others are not noticed.
   */
  value: text({
    secret: true,
    shownBy: ({ hidden }) => hidden !== true,
    fromWire: (value) => String(value ?? ''),
  }),
  /**
   * Whether job logs show `[MASKED]` instead of the value, which then must have one line and at least 8 characters:
   * letters, digits and `_+=/@:.~-`, or with `raw` all except whitespace. Default: false.
   */
  masked: optional(flag(), false),
  /**
   * Whether no one can read the value after the variable was created. Requires `masked`, and GitLab 17.4 or later.
   * Changing it deletes the variable and creates it again. Default: false.
   */
  hidden: optional(flag({ ifMissing: false }), false),
  /** Whether only pipelines of protected branches and tags get the variable. Default: false. */
  protected: optional(flag(), false),
  /** Whether references to other variables in the value, such as `$HOME`, are not expanded. Default: false. */
  raw: optional(flag(), false),
  /** `"envVar"`, or `"file"`: jobs get the path of a file that contains the value. Default: `"envVar"`. */
  variableType: optional(
    choice(['envVar', 'file'], {
      toWire: (type) => wireTypes[type],
      fromWire: (type) => (type === 'file' ? 'file' : 'envVar'),
    }),
    'envVar',
  ),
  /** Description, at most 255 characters. Default: null (none). */
  description: optional(text({ emptyIsUnset: true, maxLength: 255 }), null),
}

type Inputs = PlainOf<typeof input>

/** What the service accepts as a masked value, without and with `raw`. */
const maskable = { expanded: /^[a-zA-Z0-9_+=/@:.~-]{8,}$/, raw: /^[^\t\n\v\f\r ]{8,}$/u }

function check({ value, masked, hidden, raw }: Partial<Inputs>): { property: 'masked' | 'value'; reason: string }[] {
  if (hidden && masked === false) return [{ property: 'masked', reason: 'hidden requires masked: true' }]
  if (!masked || value === undefined || raw === undefined) return []
  if ((raw ? maskable.raw : maskable.expanded).test(value)) return []
  const characters = raw ? 'no whitespace' : 'only letters, digits and _+=/@:.~- (or no whitespace, with raw: true)'
  const reason = `the value of a masked variable must have one line, at least 8 characters, and ${characters}`
  return [{ property: 'value', reason }]
}

/** Selects the variable with this environment scope, also if it is the default. */
const filterOf = (environmentScope: string) => ({ environment_scope: environmentScope })

/** Identifies a collection: one of both ids. */
type In = { readonly [P in Parent]?: number }
type At = In & Pick<Inputs, 'key' | 'environmentScope'>

const requests = (parent: Parent, of: (api: Client) => Variables) => {
  const id = (at: In) => Number(at[parent])
  return {
    // GitLab changes another variable of a group if none has the environment scope.
    fetchFirst: parent === 'group',
    // GitLab documents other defaults of `raw` than it has, and `*` is not a default of filters.
    sendWith: (operation: 'create' | 'update'): (keyof Inputs)[] =>
      operation === 'create' ? ['environmentScope', 'protected', 'raw'] : ['protected', 'raw'],
    list: (api: Client, at: In) => of(api).list(id(at)),
    read: (api: Client, at: At) => of(api).get(id(at), at.key, filterOf(at.environmentScope)),
    create: async (api: Client, at: In, body: object, inputs: Inputs) => {
      const { hidden, ...sent } = body as VariableCreate & { hidden?: boolean }
      const created: Variable | undefined = await of(api).create(id(at), {
        ...sent,
        ...(hidden && { masked_and_hidden: true }),
      })
      await deleteUnlessAsDeclared(of(api), id(at), inputs, created)
      return created
    },
    update: async (api: Client, at: At, body: object) => {
      const changed: Variable | undefined = await of(api).update(id(at), at.key, body, filterOf(at.environmentScope))
      const scope = changed?.environment_scope
      if (typeof scope === 'string' && scope !== at.environmentScope) {
        throw new Error(
          `The variable was deleted in the meantime, so the service changed the one of the ${parent} with the same key ` +
            `and the environmentScope ${JSON.stringify(scope)} instead. Check that one, and run "pulumi up --refresh".`,
        )
      }
      return changed
    },
    delete: (api: Client, at: At) => of(api).delete(id(at), at.key, filterOf(at.environmentScope)),
  }
}

/** Deletes a new variable if more users or jobs can see it than declared. @throws Error that names the argument. */
async function deleteUnlessAsDeclared(variables: Variables, parent: number, inputs: Inputs, created?: Variable) {
  const scope = created?.environment_scope
  if (created?.key !== inputs.key || typeof scope !== 'string') return
  const ignored = [
    ...(scope === inputs.environmentScope
      ? []
      : [`environmentScope, and used ${JSON.stringify(scope)}: ${causes.environmentScope}`]),
    ...(inputs.hidden && created.hidden !== true ? [`hidden: ${causes.hidden}`] : []),
  ].join('; and ')
  if (ignored === '') return
  const outcome = await variables.delete(parent, created.key, filterOf(scope)).then(
    () => 'The variable was deleted again.',
    (error: Error) => `The variable exists, and could not be deleted: delete it. ${error.message}.`,
  )
  throw new Error(`The service ignored ${ignored}. ${outcome}`)
}

const causes = {
  environmentScope: 'variables of groups can only have one with Premium or Ultimate',
  hidden: 'it requires GitLab 17.4 or later',
}

/** The names in other tools. They have the same arguments. */
const otherTools = (type: string): OtherTools => ({
  terraform: { types: [type], name: ['key', 'environment_scope'] },
  pulumiGitlab: {
    values: ({ environmentScope, variableType }: Json) => ({
      environmentScope: environmentScope ?? '*',
      variableType: variableType === 'file' ? 'file' : 'envVar',
    }),
  },
})

/** What the variables of projects and those of groups have in common. `of` are the requests of the client. */
export const variable = <P extends Parent>(parent: P, of: (api: Client) => Variables) => ({
  otherTools: otherTools(`gitlab_${parent}_variable`),
  identity: {
    parent,
    key: ['key', 'environmentScope'] as const,
    naturalKey: ['key', 'environmentScope'] as const,
  },
  input,
  replaceOn: [parent, 'key', 'environmentScope', 'hidden'] as const,
  check,
  byArgument: causes,
  api: requests(parent, of),
})
