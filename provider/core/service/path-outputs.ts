import type { Computed } from '../schema/computed'
import type { Json } from '../schema/json'
import { isUnknown } from '../schema/unknown'
import { suffix } from './scheduled-deletion'

type Traits = Pick<Computed, 'changedBy' | 'planned'>

/**
 * What a preview knows about the full path of a project or group, and about addresses that end with it. `namespace` is the
 * argument that names what the project or group is in.
 */
export function pathOutputs(name: string, namespace: 'namespace' | 'parent') {
  const changedBy = ['path', namespace, 'restore']
  const planned: Computed['planned'] = (olds, inputs, moved) => plannedPath(olds[name], namespace, olds, inputs, moved)
  return {
    itself: { changedBy, planned } satisfies Traits,
    /** The traits of the output `address`. */
    addressWith: (address: string): Traits => ({
      changedBy,
      planned: (olds, inputs, moved) => {
        const path = planned(olds, inputs, moved)
        const [former, text] = [String(olds[name]), String(olds[address])]
        const end = text.endsWith('.git') ? '.git' : ''
        return typeof path === 'string' && text.endsWith(former + end)
          ? text.slice(0, -(former + end).length) + path + end
          : undefined
      },
    }),
  }
}

function plannedPath(
  former: unknown,
  namespace: string,
  olds: Json,
  inputs: Json,
  moved: (path: string) => string,
): string | undefined {
  // The update restores what is scheduled for deletion under another path.
  if (typeof former !== 'string' || former.includes(suffix)) return undefined
  const parts = former.split('/')
  const last = parts.pop()
  const [path, place] = [inputs.path ?? last, inputs[namespace]]
  const isKept = place == null || place === olds[namespace]
  const above = isKept ? moved(parts.join('/')) : place
  if (typeof path !== 'string' || typeof above !== 'string' || isUnknown(path) || isUnknown(above)) return undefined
  return above === '' ? path : `${above}/${path}`
}
