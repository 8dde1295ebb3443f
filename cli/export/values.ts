import { shownSecret, survey, type Surveyed } from '../../provider/command-line/objects'
import type { Connection } from '../../provider/command-line/service'
import { ConfigSecret } from '../languages/literal'
import { grouped } from '../shared/grouped'
import type { Exported } from './estate'

/** A value that the program reads from a secret of the configuration. Print all of it except `value`. */
export interface RequiredValue {
  /** The key in the stack's configuration. */
  key: string
  /** Full path of the project or group. */
  parent: string
  /** The value's name, such as `DATABASE_URL` or `project-hook-17 url`. */
  title: string
  /** The plain value. Undefined if the service does not show it. */
  value: string | undefined
  /** Whether a program may contain it as plain text: that of a variable that is not masked, protected or hidden. */
  isPlain: boolean
}

/**
 * The live objects that an export has read, with their secrets. They are only kept in memory: the file with the progress of
 * an export does not contain them.
 */
export class LiveObjects {
  private readonly known = new Map<string, Surveyed>()

  keep(found: readonly Surveyed[]): void {
    for (const one of found) this.known.set(keyOf(one), one)
  }

  of(one: Exported): Surveyed | undefined {
    return this.known.get(keyOf(one))
  }
}

/** The values that the program reads from secrets of the configuration. Reads those that an earlier run has read again. */
export async function readValues(
  connection: Connection,
  resources: readonly Exported[],
  live: LiveObjects,
): Promise<RequiredValue[]> {
  const needing = resources.filter(({ args }) => secretsIn(args).length > 0)
  const unknown = needing.filter((one) => !live.of(one))
  for (const alike of grouped(unknown, ({ parentKind, parent }) => `${parentKind} ${parent}`).values()) {
    const [{ parentKind, parent }] = alike as [Exported]
    live.keep(await survey(connection, parentKind, parent, [...new Set(alike.map(({ kind }) => kind))]))
  }
  return needing.flatMap((one) =>
    secretsIn(one.args).map(([name, { key }]) => {
      const found = live.of(one)
      return {
        key,
        parent: one.parent,
        title: titleOf(one, name),
        value: found && shownSecret(found, name),
        isPlain: isPlain(one, name),
      }
    }),
  )
}

/** The resources with the values as plain text, in place of secrets of the configuration. */
export function withPlainValues(resources: readonly Exported[], values: readonly RequiredValue[]): Exported[] {
  const known = new Map(values.map(({ key, value }) => [key, value]))
  const plain = (value: unknown) => (value instanceof ConfigSecret ? (known.get(value.key) ?? value) : value)
  return resources.map((one) => ({
    ...one,
    args: Object.fromEntries(Object.entries(one.args).map(([name, value]) => [name, plain(value)])),
  }))
}

/** The values that become plain text of the program, and those that remain secrets of the configuration. */
export function dividedValues(
  values: readonly RequiredValue[],
  { plainValues = false }: { plainValues?: boolean },
): { plain: RequiredValue[]; secret: RequiredValue[] } {
  const isPlain = (one: RequiredValue) => plainValues && one.isPlain && one.value !== undefined
  return { plain: values.filter(isPlain), secret: values.filter((one) => !isPlain(one)) }
}

/** Lists what happens with the values, with a line for each project or group, without any value. */
export function valuesText(
  { plain, secret }: { plain: readonly RequiredValue[]; secret: readonly RequiredValue[] },
  stack: string | undefined,
): string {
  const shown = secret.filter(({ value }) => value !== undefined)
  const others = secret.filter(({ value }) => value === undefined)
  return [
    ...linesOf('Values to write into the program as plain text', plain),
    ...(stack === undefined
      ? []
      : [
          ...linesOf(`Values to set as secrets in the configuration of stack ${stack}`, shown),
          ...linesOf('Values that the service does not show, which you set', others),
        ]),
  ].join('')
}

function linesOf(heading: string, values: readonly RequiredValue[]): string[] {
  if (values.length === 0) return []
  const lines = [...grouped(values, ({ parent }) => parent)].map(
    ([parent, own]) => `  ${parent}: ${own.map(({ title }) => title).join(', ')}\n`,
  )
  return [`${heading} (${values.length}):\n`, ...lines]
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

const secretsIn = (args: Exported['args']): [string, ConfigSecret][] =>
  Object.entries(args).filter((entry): entry is [string, ConfigSecret] => entry[1] instanceof ConfigSecret)

function titleOf({ kind, name, parent }: Exported, argument: string): string {
  const own = name.startsWith(`${parent} `) ? name.slice(parent.length + 1) : name
  return isVariable(kind) ? own : `${own} ${argument}`
}

const isVariable = (kind: string): boolean => kind.endsWith('-variable')

const isPlain = ({ kind, args }: Exported, argument: string): boolean =>
  isVariable(kind) && argument === 'value' && !args.masked && !args.protected && !args.hidden
