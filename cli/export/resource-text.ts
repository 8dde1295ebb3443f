import { classNameOf } from '../../provider/engine'
import type { Exported } from './estate'
import { type Code, comment, literal, text } from './literal'

/** The comments above the resources of a kind. */
const headings: Partial<Record<string, { title: string; notes?: string[] }>> = {
  label: { title: 'Labels' },
  'freeze-period': { title: 'Deploy freezes' },
  'protected-environment': { title: 'Protected environments' },
  'trigger-token': { title: 'Trigger tokens', notes: ['The state does not contain their values: see the README.'] },
  'remote-mirror': {
    title: 'Push mirrors',
    notes: ['Their credentials cannot be read. If you add username and password, the next update replaces the mirror.'],
  },
  'group-access-token': {
    title: 'Access tokens',
    notes: [
      'Their values cannot be read. To rotate a token, change its expiresAt: the state then stores the new value.',
    ],
  },
}

export const titleOf = (kind: string): string => headings[kind.replace(/-set$/, '')]?.title ?? kind

/** The resources of each kind, with a heading. */
export function kindBlocks(resources: Exported[], parent: Code, username: string, path?: string): string[] {
  const kinds = [...new Set(resources.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const { notes = [] } = headings[kind.replace(/-set$/, '')] ?? {}
    const title = titleOf(kind)
    const heading = path === undefined ? title : `${title} of ${path}`
    const lines = resources
      .filter((one) => one.kind === kind)
      .flatMap((one) => [...remarkOn(one, username), resourceText(one, parent)])
    return [...[heading, ...notes].map((line) => comment(line)), ...lines].join('\n')
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
