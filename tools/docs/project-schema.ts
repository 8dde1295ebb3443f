import { join } from 'node:path'
import { secretOnlyFields } from '../../provider/components/items'
import {
  type ChildName,
  childNames,
  definitionOf,
  isSetName,
  type ParentKind,
  type SetName,
  setNames,
  singleNames,
} from '../../provider/components/settings'
import { adoptionArguments, adoptionFields, conflictChoices } from '../../provider/core/schema/adoption-fields'
import type { Definition } from '../../provider/core/schema/define'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { reservedKeys } from '../../provider/core/schema/set'
import { nounOf } from '../../provider/core/schema/subject'
import { repositoryRoot } from '../pulumi/paths'
import { type Documentation, documentation } from './documentation'
import { format } from './format'

/** The file of the schema. */
export const schemaFile = join(repositoryRoot, 'schema', 'projects.schema.json')

type Schema = Record<string, unknown>

/** The schema of the files of `fromYaml`, as formatted JSON. */
export const schemaText = (): string => `${format(projectSchema(documentation()))}\n`

/** Builds the schema from the definitions of the kinds and their documentation. */
function projectSchema(doc: Documentation): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Projects as data',
    description:
      'Settings of projects for fromYaml of trueup: defaults, overridden by groups, overridden by projects. And settings of groups themselves.',
    type: 'object',
    properties: {
      $schema: { description: 'Path or URL of this schema, for editors: JSON has no comments.', type: 'string' },
      defaults: { description: 'Settings of all projects.', ...orNull({ $ref: '#/definitions/settings' }) },
      groups: {
        description: 'Settings of all projects below a group, by its full path. Of several, the nearest wins.',
        type: ['object', 'null'],
        additionalProperties: orNull({ $ref: '#/definitions/settings' }),
      },
      projects: {
        description: 'Settings of single projects, by their full paths. A project without any has those it inherits.',
        type: ['object', 'null'],
        propertyNames: path,
        additionalProperties: orNull({ $ref: '#/definitions/project' }),
      },
      groupSettings: {
        description: 'Settings of groups themselves, by their full paths. They are not inherited.',
        type: ['object', 'null'],
        additionalProperties: orNull({ $ref: '#/definitions/groupSettings' }),
      },
    },
    patternProperties: { '^x-': { description: 'Anything, for anchors.' } },
    additionalProperties: false,
    definitions: {
      settings: settings('project', doc),
      project: ofOne('project', path, referringTo('settings', settings('project', doc).properties)),
      groupSettings: ofOne('group', {}, settings('group', doc).properties),
      ...Object.fromEntries(
        parentKinds.flatMap((parentKind) =>
          childNames(parentKind).map((name) => [
            valueName(parentKind, name),
            object(definitionOf(parentKind, name), doc),
          ]),
        ),
      ),
      secret: secret(),
    },
  }
}

const parentKinds: readonly ParentKind[] = ['project', 'group']

/** The name of the schema of an item, or of the arguments of an object that each project or group has once. */
const valueName = (parentKind: ParentKind, name: ChildName): string => {
  const noun = nounOf(definitionOf(parentKind, name)).replace(/ ([a-z])/g, (_, c: string) => c.toUpperCase())
  return isSetName(parentKind, name) ? noun : `${noun}Values`
}

function settings(parentKind: ParentKind, doc: Documentation): { properties: Record<string, Schema> } & Schema {
  const Parent = { project: 'Project', group: 'Group' }[parentKind]
  const args = `${Parent}SettingsArgs`
  const inherits = parentKind === 'project'
  const choice = (of: (name: SetName) => Schema) => forAllOrEach(setNames(parentKind), of)
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        setNames(parentKind).map((name) => [
          name,
          {
            description: `${doc(args, name)}${inherits ? ' Null removes the inherited value.' : ''}`,
            type: inherits ? ['object', 'null'] : 'object',
            propertyNames: { pattern: `^(?!#|(?:${[...reservedKeys].join('|')})$)` },
            additionalProperties: orNull({ $ref: `#/definitions/${valueName(parentKind, name)}` }),
          },
        ]),
      ),
      ...Object.fromEntries(
        singleNames(parentKind).map((name) => {
          const values = { $ref: `#/definitions/${valueName(parentKind, name)}` }
          const removal = ' Null removes all inherited values, and null as a value the inherited one.'
          return [
            name,
            { description: `${doc(args, name)}${inherits ? removal : ''}`, ...(inherits ? orNull(values) : values) },
          ]
        }),
      ),
      exclusive: {
        description: doc(args, 'exclusive'),
        ...choice((name) => ({
          description: doc(`${Parent}Exclusive`, name),
          ...exclusive(definitionOf(parentKind, name)),
        })),
      },
      retainOnRemove: {
        description: doc(args, 'retainOnRemove'),
        ...choice((name) => ({ description: doc(`${Parent}RetainOnRemove`, name), type: ['boolean', 'null'] })),
      },
      onConflict: { description: doc(args, 'onConflict'), enum: [...conflictChoices, null] },
    },
    additionalProperties: false,
  }
}

/** One choice for all sets, or a choice for each set. */
const forAllOrEach = (names: readonly SetName[], choice: (name: SetName) => Schema): Schema => ({
  anyOf: [
    { type: ['boolean', 'null'] },
    {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, choice(name)])),
      additionalProperties: false,
    },
  ],
})

/** A full path contains a slash. */
const path = { pattern: '[^/]/+[^/]' }

const referringTo = (definition: string, properties: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { description }]) => [
      name,
      { description, $ref: `#/definitions/${definition}/properties/${name}` },
    ]),
  )

/** The settings of one project or group, including those that no section for several projects has. */
const ofOne = (noun: ParentKind, pathSchema: Schema, properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties: {
    ...properties,
    formerly: {
      description: `Earlier full paths of the ${noun}, when it was renamed or moved: one, or a list, the latest first. What was made by them is kept. Default none.`,
      anyOf: [
        { type: 'string', ...pathSchema },
        { type: 'array', items: { type: 'string', ...pathSchema } },
      ],
    },
  },
  additionalProperties: false,
})

const exclusive = (of: Definition): Schema =>
  of.existence?.isForeign ? { enum: [true, false, 'all-owners', null] } : { type: ['boolean', 'null'] }

/** An object or a part of it. Nothing is required, because another section can contain the rest. */
function object(definition: Definition, doc: Documentation): Schema {
  const args = `${classNameOf(definition.kind)}Args`
  const fields = Object.entries(definition.input).filter(
    ([name, { derived }]) => name !== definition.identity.parent && !derived,
  )
  const properties = fields.map(([name, field]) => {
    const plain = orNull(standard({ ...field.schema }, (...path) => doc(args, name, ...path)))
    const value = field.secret ? withReference(plain, secretOnlyFields.has(name)) : plain
    const fallback = field.default === undefined || field.default === null ? {} : { default: field.default }
    return [name, { description: doc(args, name), ...fallback, ...value }] as const
  })
  const ofAdoption = adoptionArguments(definition)
    .filter((knob) => knob !== 'onConflict' || definition.identity.allowsDuplicates)
    .map((knob) => [knob, { description: doc(args, knob), ...orNull(adoptionFields[knob]) }] as const)
  const all = Object.fromEntries([...properties, ...ofAdoption])
  return { type: 'object', properties: all, additionalProperties: false }
}

const withReference = (plain: Schema, only: boolean): Schema => ({
  anyOf: [only ? { type: 'null' } : plain, { $ref: '#/definitions/secret' }],
})

/** A reference to a secret. Files do not contain secrets. */
const secret = (): Schema => ({
  description: 'A secret that stands elsewhere.',
  type: 'object',
  properties: {
    secret: {
      description: 'Name in the stack\'s configuration, where "pulumi config set --secret" puts it.',
      type: 'string',
    },
    env: { description: 'Name of an environment variable.', type: 'string' },
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
})

/** The schema of a field with documentation, without keywords that only our validator supports. */
function standard({ nullable, anyOf, items, properties, ...rest }: Schema, doc: (...path: string[]) => string): Schema {
  const inner = (schema: unknown) => standard(schema as Schema, doc)
  const plain = {
    ...rest,
    ...(anyOf !== undefined && { anyOf: (anyOf as unknown[]).map(inner) }),
    ...(items !== undefined && { items: inner(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Schema).map(([name, schema]) => [
          name,
          { description: doc(name), ...standard(schema as Schema, (...path) => doc(name, ...path)) },
        ]),
      ),
    }),
  }
  return nullable === true ? orNull(plain) : plain
}

/** The same schema or null, which removes an inherited value. */
function orNull(schema: Schema): Schema {
  const { type, enum: choices, anyOf } = schema
  if (Array.isArray(choices)) return { ...schema, enum: [...new Set([...(choices as unknown[]), null])] }
  if (Array.isArray(anyOf)) {
    const others = (anyOf as Schema[]).filter((one) => one.type !== 'null')
    const [only, another] = others
    return only && !another ? orNull(only) : { ...schema, anyOf: [...others, { type: 'null' }] }
  }
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}
