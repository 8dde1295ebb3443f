import type { Input } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { isSecret, output } from '@pulumi/pulumi/output'
import type { ApiError } from '../../../sdk'
import type { Redaction } from '../../../sdk/http/redact'
import { visible } from '../schema/characters'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import { hideArguments, type SecretPath } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import { reasonOfRequest, sentence } from '../service/explain'
import { obstacleTo, projectIn } from '../service/obstacle'

/** Likely causes of errors, with their remedies, by status. */
export type Causes = Readonly<Record<number, string>>

/** The objects that a function reads, and likely causes of its errors. */
export interface About {
  readonly causes?: Causes | undefined
  /** The kind of object. */
  readonly of?: Pick<Kind, 'plural' | 'access' | 'hints'> | undefined
}

/** The arguments that can be wrong, in order of likelihood. */
const suspects = ['project', 'group', 'user', 'vulnerability']

/** Describes an error with its likely cause and remedy, without these secret arguments. */
async function reasonFor(
  error: unknown,
  redaction: Redaction,
  connection?: Connection,
  args: Json = {},
  { of: kind, causes = kind?.hints?.byStatus ?? {} }: About = {},
): Promise<string> {
  const suspect = suspects.find((name) => name in args)
  const subject = suspect === undefined ? 'the service' : `${suspect} ${String(args[suspect])}`
  const project = projectIn(args)
  const obstacle = connection && kind && (await obstacleTo(connection, error, { kind, operation: 'read', project }))
  const causeFor = ({ status }: ApiError) => obstacle ?? causes[status]
  const reason =
    connection && reasonOfRequest(connection, error, { subject, causeFor, isKnown: obstacle !== undefined, redaction })
  return reason ?? sentence(error instanceof Error ? error.message : String(error))
}

/** Creates the error of a function, without the values of secret arguments. */
export async function failureOf(
  name: string,
  error: unknown,
  secrets: readonly string[],
  ...of: [connection?: Connection, args?: Json, about?: About]
): Promise<RunError> {
  const redaction = hideArguments(secrets)
  const reason = await reasonFor(error, redaction, ...of)
  const failure = new RunError(visible(redaction.ours(`${name} failed. ${reason}`.trim())))
  // It would only contain internals.
  failure.stack = ''
  return failure
}

/** The values of secret arguments of a program, which error messages can repeat. */
export async function secretsAmong(args: object, values: Json): Promise<string[]> {
  const found = Object.entries(args).map(async ([name, value]) =>
    (await isSecret(output(value as Input<unknown>))) ? [name] : [],
  )
  return secretsAt(values, await Promise.all(found))
}

/** The values of secret arguments, by their paths. */
export function secretsAt(values: Json, paths: readonly SecretPath[]): string[] {
  const found = paths.flatMap(([name]) => (name === undefined ? [] : [values[name]].flat().map(String)))
  return found.filter((text) => text !== '')
}
