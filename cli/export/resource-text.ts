import { classNameOf, pluralOf } from '../../provider/engine/objects'
import type { Exported } from './estate'
import { type Code, comment, literal, text } from './literal'

/** More comments above the resources of a kind. */
const notesOf: Readonly<Record<string, string>> = {
  'trigger-token': 'The state does not contain their values: see the README.',
  'remote-mirror':
    'Their credentials cannot be read. If you add username and password, the next update replaces the mirror.',
  'group-access-token':
    'Their values cannot be read. To rotate a token, change its expiresAt: the state then stores the new value.',
}

/** The heading of a kind, such as `Freeze periods`. @throws Error if the kind is unknown. */
export function titleOf(kind: string): string {
  const plural = pluralOf(kind)
  return plural.slice(0, 1).toUpperCase() + plural.slice(1)
}

/** The resources of each kind, with a heading. */
export function kindBlocks(resources: Exported[], parent: Code, username: string, path?: string): string[] {
  const kinds = [...new Set(resources.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const note = notesOf[kind.replace(/-set$/, '')]
    const title = titleOf(kind)
    const heading = path === undefined ? title : `${title} of ${path}`
    const lines = resources
      .filter((one) => one.kind === kind)
      .flatMap((one) => [...remarkOn(one, username), resourceText(one, parent)])
    return [...[heading, ...(note === undefined ? [] : [note])].map((line) => comment(line)), ...lines].join('\n')
  })
}

/** Names the owner of another user's trigger token. */
function remarkOn({ kind, outputs: { ownerUsername } }: Exported, username: string): string[] {
  if (kind !== 'trigger-token' || ownerUsername === username) return []
  return [comment(`Only ${String(ownerUsername ?? 'its owner, a deleted user,')} can change this token.`)]
}

function resourceText({ kind, parentKind, name, args }: Exported, parent: Code): string {
  const start = `new trueup.${classNameOf(kind)}(${text(name)}, `
  return `${start}${literal({ ...args, [parentKind]: parent }, 0, start.length + 1)})`
}
