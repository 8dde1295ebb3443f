import type { Input } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { isSecret, output } from '@pulumi/pulumi/output'
import type { ApiError } from '../../../sdk'
import { hide } from '../../../sdk/http/redact'
import { visible } from '../schema/characters'
import type { Kind } from '../schema/kind'
import type { Json } from '../schema/plain'
import type { Connection } from '../service/connection'
import { reasonOfRequest, sentence } from '../service/errors'
import { obstacleTo, projectIn } from '../service/obstacle'

/** Likely causes of errors, with their remedies, by status. */
export type Causes = Readonly<Record<number, string>>

/** What a function reads. */
export interface About {
  readonly causes?: Causes | undefined
  /** The kind of object. */
  readonly of?: Pick<Kind, 'plural' | 'access' | 'hints'> | undefined
}

/** The arguments that may be wrong, in order of likelihood. */
const suspects = ['project', 'group', 'user', 'vulnerability']

/** Explains what went wrong, why, and what to do. */
export async function reasonFor(
  error: unknown,
  connection?: Connection,
  given: Json = {},
  { of: kind, causes = kind?.hints?.byStatus ?? {} }: About = {},
): Promise<string> {
  const suspect = suspects.find((name) => name in given)
  const subject = suspect === undefined ? 'the service' : `${suspect} ${String(given[suspect])}`
  const project = projectIn(given)
  const obstacle = connection && kind && (await obstacleTo(connection, error, { kind, operation: 'read', project }))
  const causeFor = ({ status }: ApiError) => obstacle ?? causes[status]
  const reason = connection && reasonOfRequest(connection, error, { subject, causeFor, isSeen: obstacle !== undefined })
  return reason ?? sentence(error instanceof Error ? error.message : String(error))
}

/** Makes the error of a function. It has no stack, since the stack only shows internals. */
export async function failureOf(name: string, reason: string, args: object, given: Json): Promise<RunError> {
  const secrets = await secretsAmong(args, given)
  const told = new RunError(visible(hide(secrets)(`${name} failed. ${reason}`.trim())))
  told.stack = ''
  return told
}

/** The values of secret arguments, which error messages may repeat. */
async function secretsAmong(args: object, given: Json): Promise<string[]> {
  const found = Object.entries(args).map(async ([name, value]) =>
    (await isSecret(output(value as Input<unknown>))) ? [given[name]].flat().map(String) : [],
  )
  return (await Promise.all(found)).flat().filter((text) => text !== '')
}
