import { classNameOf, nativeTypeOf } from '../../provider/command-line/objects'
import { oneLine } from '../shared/one-line'
import { Code, ConfigSecret, doubleQuoted } from './literal'
import { packageSchema, type SchemaProperties, type SchemaType } from './package-schema'
import { camelCase, Slugs, wordSet } from './slugs'
import type { Declared } from './syntax'

const sdk = 'github.com/pulumi/pulumi/sdk/v3/go/pulumi'

/** Functions that declare the resources of a project or group. */
export interface GoFunction {
  name: string
  /** The argument with the project or group, and its path. */
  parent: readonly [name: string, path: string]
  blocks: readonly string[]
  hasSecrets: boolean
}

/** The names of the functions of a program. */
export const goNames = (): Slugs => new Slugs(camelCase, reserved)

export const goComment = (text: string, depth = 1): string => `${'\t'.repeat(depth)}// ${oneLine(text)}`

/** The statement that declares a resource. The variable of its project or group is `project` or `group`. */
export function goResource({ kind, name, args }: Declared): string {
  const { inputProperties = {} } = packageSchema().resources[nativeTypeOf(kind)] ?? {}
  const className = classNameOf(kind)
  const written = structOf(`${className}Args`, args, inputProperties, 1)
  return [
    `\tif _, err := trueup.New${className}(ctx, ${doubleQuoted(name)}, ${written}); err != nil {`,
    '\t\treturn err',
    '\t}',
  ].join('\n')
}

/** The main file, which calls the functions. */
export function goMain(head: string, functions: readonly GoFunction[], isAlone: boolean): string {
  const names = functions.map(({ name }) => name)
  const calls =
    names.length === 0
      ? []
      : [
          `\t\tfor _, declare := range []func(*pulumi.Context) error{${names.join(', ')}} {`,
          '\t\t\tif err := declare(ctx); err != nil {',
          '\t\t\t\treturn err',
          '\t\t\t}',
          '\t\t}',
        ]
  const body = [
    'func main() {',
    '\tpulumi.Run(func(ctx *pulumi.Context) error {',
    ...calls,
    '\t\treturn nil',
    '\t})',
    '}',
  ].join('\n')
  const own = isAlone ? functions : []
  return fileOf([goComment(head, 0), '', packageLine], own, [body, ...own.map(functionText)])
}

/** A file with one function. */
export const goFile = (one: GoFunction): string => fileOf([packageLine], [one], [functionText(one)])

const packageLine = 'package main'

function fileOf(head: string[], functions: readonly GoFunction[], parts: string[]): string {
  const imports = [
    ...(functions.length > 0 ? [packageSchema().language.go.importBasePath] : []),
    sdk,
    ...(functions.some(({ hasSecrets }) => hasSecrets) ? [`${sdk}/config`] : []),
  ]
  const block = ['import (', ...imports.map((path) => `\t${doubleQuoted(path)}`), ')'].join('\n')
  return `${[head.join('\n'), block, ...parts].join('\n\n')}\n`
}

const functionText = ({ name, parent: [variable, path], blocks, hasSecrets }: GoFunction): string =>
  [
    [
      `func ${name}(ctx *pulumi.Context) error {`,
      ...(hasSecrets ? ['\tcfg := config.New(ctx, "")'] : []),
      `\t${variable} := pulumi.String(${doubleQuoted(path)})`,
    ].join('\n'),
    ...blocks,
    '\treturn nil\n}',
  ].join('\n\n')

/** A value as an input of the generated SDK. Unions take any input, so the type of the value decides. */
function valueOf(value: unknown, schema: SchemaType, depth: number): string {
  if (value instanceof Code) return value.text
  if (value instanceof ConfigSecret) return `cfg.RequireSecret(${doubleQuoted(value.key)})`
  if (typeof value === 'string') return `${enumOf(schema) ?? 'pulumi.String'}(${doubleQuoted(value)})`
  if (typeof value === 'number') return `${Number.isInteger(value) ? 'pulumi.Int' : 'pulumi.Float64'}(${value})`
  if (typeof value === 'boolean') return `pulumi.Bool(${value})`
  if (Array.isArray(value)) {
    const { items = {} } = schema
    const entries = value.map((entry) => valueOf(entry, items, depth + 1))
    return composite(
      `${typeNameOf(items)}Array`,
      entries.map((entry): Entry => ['', entry]),
      depth,
    )
  }
  const fields = schema.additionalProperties
  if (!fields) return structOf(`${nameIn(schema)}Args`, value as object, propertiesOf(schema), depth)
  const entries = Object.entries(value as object).map(([key, entry]): Entry => [
    `${doubleQuoted(key)}: `,
    valueOf(entry, fields, depth + 1),
  ])
  return composite(`${typeNameOf(fields)}Map`, entries, depth)
}

function structOf(name: string, fields: object, properties: SchemaProperties, depth: number): string {
  const entries = Object.entries(fields).map(([field, value]): Entry => [
    `${field.slice(0, 1).toUpperCase()}${field.slice(1)}: `,
    valueOf(value, properties[field] ?? {}, depth + 1),
  ])
  return `&trueup.${composite(name, entries, depth)}`
}

type Entry = readonly [key: string, value: string]

/** A literal with each entry on its own line, aligned as gofmt does. */
function composite(name: string, entries: readonly Entry[], depth: number): string {
  if (entries.length === 0) return `${name}{}`
  const indent = '\t'.repeat(depth + 1)
  const lines = columnsOf(entries).flatMap((column) => {
    const width = Math.max(...column.map(([key]) => lengthOf(key)))
    return column.map(([key, value]) => `${indent}${key}${' '.repeat(width - lengthOf(key))}${value},\n`)
  })
  return `${name}{\n${lines.join('')}${'\t'.repeat(depth)}}`
}

/** Groups the entries that gofmt aligns. An entry on several lines is not aligned with others. */
function columnsOf(entries: readonly Entry[]): Entry[][] {
  const columns: Entry[][] = [[]]
  for (const entry of entries) {
    if (entry[1].includes('\n')) columns.push([entry], [])
    else columns.at(-1)!.push(entry)
  }
  return columns
}

const lengthOf = (text: string): number => [...text].length

/** The name of the types of arrays and maps, without `Array` and `Map`. */
function typeNameOf(schema: SchemaType): string {
  if (schema.$ref !== undefined) return `trueup.${nameIn(schema)}`
  const names: Readonly<Record<string, string>> = {
    string: 'String',
    integer: 'Int',
    number: 'Float64',
    boolean: 'Bool',
  }
  return `pulumi.${names[schema.type ?? ''] ?? ''}`
}

const refPrefix = '#/types/'

const nameIn = ({ $ref = '' }: SchemaType): string => $ref.slice($ref.lastIndexOf(':') + 1)

const propertiesOf = ({ $ref = '' }: SchemaType): SchemaProperties =>
  packageSchema().types[$ref.slice(refPrefix.length)]?.properties ?? {}

/** The type of a string that must be one of several. */
const enumOf = (schema: SchemaType): string | undefined =>
  packageSchema().types[(schema.$ref ?? '').slice(refPrefix.length)]?.enum ? `trueup.${nameIn(schema)}` : undefined

/** Names that the program already uses, keywords, and predeclared names. */
const reserved = wordSet(
  'any append bool break byte cap case cfg chan clear close complex config const continue copy ctx declare default defer',
  'delete else err error fallthrough false float32 float64 for func go goto group if imag import int interface iota len',
  'main make map max min new nil package panic print println project pulumi range real recover return rune select string',
  'struct switch true trueup type uint uintptr var init',
)
