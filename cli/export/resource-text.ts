import type { Json } from '../../provider/command-line/basics'
import { pluralOf } from '../../provider/command-line/objects'
import { type Code, secretKeysIn } from '../languages/literal'
import type { Declared } from '../languages/syntax'
import type { Exported } from './estate'

const notesOfTokens =
  'Their values cannot be read. To rotate a token, change its expiresAt: the state then stores the new value.'

/** More comments above the resources of a kind. */
const notesOf: Readonly<Record<string, string>> = {
  'trigger-token': 'The state does not contain their values: see the README.',
  'remote-mirror':
    'Their credentials cannot be read. If you add username and password, the next update replaces the mirror.',
  'project-access-token': notesOfTokens,
  'group-access-token': notesOfTokens,
  'project-hook':
    'Their URLs, and tokens that the service says are set, are secrets of the configuration: see the README.',
  'project-variable': 'Their values are secrets of the configuration: see the README.',
  'group-variable': 'Their values are secrets of the configuration: see the README.',
}

/** The heading of a kind, such as `Freeze periods`. @throws Error if the kind is unknown. */
export function titleOf(kind: string): string {
  const plural = pluralOf(kind)
  return plural.slice(0, 1).toUpperCase() + plural.slice(1)
}

/** How a language writes comments and resources. */
interface Writer {
  comment(text: string): string
  resource(declared: Declared): string
}

/** The resources of each kind, with a heading. */
export function kindBlocks(
  resources: Exported[],
  parent: Code | string,
  username: string,
  writer: Writer,
  path?: string,
): string[] {
  const kinds = [...new Set(resources.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = resources.filter((one) => one.kind === kind)
    const lines = own.flatMap((one) => [
      ...remarksOn(one, username).map((line) => writer.comment(line)),
      writer.resource({ kind, name: one.name, args: { ...one.args, [one.parentKind]: parent } }),
    ])
    return [...headingsOf(kind, own, path).map((line) => writer.comment(line)), ...lines].join('\n')
  })
}

/** The comments above the resources of a kind. */
export function headingsOf(kind: string, resources: readonly Exported[], path?: string): string[] {
  const title = titleOf(kind)
  const note = notesOf[kind.replace(/-set$/, '')]
  const isNoted = note !== undefined && resources.some((one) => needsNote(one))
  return [
    path === undefined ? title : `${title} of ${path}`,
    ...(isNoted ? [note] : []),
    ...(resources.some(pushesBySsh) ? [hostKeysNote] : []),
  ]
}

/** Whether a resource is a mirror with an SSH URL, or a set with one. */
export const pushesBySsh = ({ kind, args }: Exported): boolean =>
  /^remote-mirror(?:-set)?$/.test(kind) &&
  [args, ...Object.values((args.items ?? {}) as Record<string, Json>)].some(({ url }) =>
    String(url).startsWith('ssh://'),
  )

const hostKeysNote =
  'Only fingerprints of their SSH host keys can be read. A mirror without hostKeys keeps them until it is replaced.'

/** A mirror can have its credentials, and a variable its value, in the program. */
const needsNote = ({ kind, args }: Exported): boolean =>
  /-variable(?:-set)?$/.test(kind) ? secretKeysIn(args).length > 0 : args.password === undefined

/** Names the owner of another user's trigger token. */
export function remarksOn({ kind, outputs: { ownerUsername } }: Exported, username: string): string[] {
  if (kind !== 'trigger-token' || ownerUsername === username) return []
  return [`Only ${String(ownerUsername ?? 'its owner, a deleted user,')} can change this token.`]
}
