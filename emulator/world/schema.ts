/** JSON schema of `World`. `tools/docs` adds the documentation of the interfaces. */

const text = { type: 'string', minLength: 1 }
const anyText = { type: 'string' }
const flag = { type: 'boolean' }
const id = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 }
const day = { type: 'string', pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$' }
const visibility = { enum: ['private', 'internal', 'public'] }
const count = { type: 'integer', minimum: 0 }
const features = ['issues', 'mergeRequests', 'repository', 'builds', 'environments']
const accessLevel = { enum: ['disabled', 'private', 'enabled'] }
const role = {
  enum: ['minimal', 'guest', 'planner', 'reporter', 'security_manager', 'developer', 'maintainer', 'owner'],
}

const listOf = (items: object) => ({ type: 'array', items })
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values })
const definition = (name: string) => ({ $ref: `#/definitions/${name}` })
const orShort = (short: object, name: string) => ({ anyOf: [short, definition(name)] })
const orNull = (name: string) => ({ anyOf: [{ type: 'null' }, definition(name)] })
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const people = { members: mapOf(orShort(role, 'member')), sharedWith: mapOf(orShort(role, 'member')) }
const contents = { labels: mapOf(orShort(text, 'label')), variables: listOf(definition('variable')) }
const common = { id, name: text, description: anyText, visibility, ...people, ...contents }

export const worldSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A world for the emulator',
  description: 'The initial contents for `trueup emulator --world` and `startEmulator({ world })`.',
  type: 'object',
  properties: {
    $schema: anyText,
    users: mapOf(orNull('user')),
    groups: mapOf(orNull('group')),
    projects: mapOf(orNull('project')),
    settings: definition('settings'),
  },
  patternProperties: { '^x-': {} },
  additionalProperties: false,
  definitions: {
    user: object({
      id,
      name: text,
      email: text,
      admin: flag,
      blocked: flag,
      state: { enum: ['active', 'blocked', 'banned', 'deactivated'] },
      external: flag,
      token: text,
      tokens: listOf(definition('token')),
    }),
    token: object({ token: text, name: text, scopes: listOf(text), expiresAt: day, revoked: flag }, ['token']),
    group: object(common),
    project: object({
      ...common,
      archived: flag,
      features: object(Object.fromEntries(features.map((name) => [name, accessLevel]))),
      topics: listOf(text),
      formerPaths: listOf(text),
      defaultBranch: text,
      branches: listOf(text),
      tags: listOf(text),
      environments: listOf(orShort(text, 'environment')),
      issues: listOf(orShort(text, 'issue')),
    }),
    settings: object({
      maintenanceMode: { type: ['boolean', 'string'], minLength: 1 },
      readOnly: flag,
      rateLimit: count,
      projectApiLimit: count,
      projectsApiLimit: count,
      requireTokenExpiry: flag,
    }),
    member: object({ role, expiresAt: day, synchronizedBy: { enum: ['ldap', 'saml'] } }, ['role']),
    environment: object(
      {
        name: text,
        tier: { enum: ['production', 'staging', 'testing', 'development', 'other'] },
        externalUrl: text,
        description: anyText,
      },
      ['name'],
    ),
    label: object({ color: text, description: anyText, priority: { type: 'integer', minimum: 0 } }),
    variable: object(
      {
        key: text,
        value: anyText,
        environmentScope: text,
        file: flag,
        protected: flag,
        masked: flag,
        hidden: flag,
        raw: flag,
        description: anyText,
      },
      ['key', 'value'],
    ),
    issue: object(
      {
        title: text,
        description: anyText,
        closed: flag,
        confidential: flag,
        author: text,
        labels: listOf(text),
      },
      ['title'],
    ),
  },
}
