import type { Declaration } from '../../provider/core/engine/load'
import { idOf, type Needs } from '../../provider/core/schema/kind'
import { referencesOf } from '../../provider/core/service/references'
import type { Group, Project } from '../../sdk'
import { kindOf } from '../resource-kind'
import type { StackResource } from '../stack'
import type { Findings, Purpose } from './finding'

/** A resource, and what it is. */
export interface Declared {
  resource: StackResource
  kind: Declaration
}

/** A project or group that resources name, as it is written and with the id that the state has for it. */
export interface Place {
  noun: 'project' | 'group'
  written: number | string
  id: number | undefined
  wants: Want[]
}

/** What a resource wants of a place. */
export interface Want {
  /** `freeze-period`, also for a set of them. */
  kind: string
  /** The lowest role that can read it or write it; 0 if seeing the project or group is enough. */
  role: number
  /** What it needs besides a role. */
  needs?: Needs
  /** Why objects of the kind cannot be seen there, if so. */
  hidden?(place: Project | Group): string | undefined
}

/** The lowest roles that can read or write objects of a kind in any release of the service. */
const roles: Readonly<Record<string, Readonly<Record<Purpose, number>>>> = {
  'freeze-period': { preview: 20, up: 40 },
  'group-access-token': { preview: 50, up: 50 },
  'issue-link': { preview: 10, up: 10 },
  label: { preview: 0, up: 15 },
  'pipeline-run': { preview: 20, up: 30 },
  'protected-environment': { preview: 40, up: 40 },
  'remote-mirror': { preview: 40, up: 40 },
  'trigger-token': { preview: 40, up: 40 },
  vulnerability: { preview: 30, up: 30 },
}

/** What the resources are; of those that this release does not know there is a finding each. */
export function recognise(findings: Findings, resources: readonly StackResource[]): Declared[] {
  return resources.flatMap((resource) => {
    try {
      return [{ resource, kind: kindOf(resource) }]
    } catch (error) {
      findings.error(
        'resource',
        `${resource.urn}: ${(error as Error).message}`,
        'Use the release of trueup that made it.',
      )
      return []
    }
  })
}

/** `label`, of a label and of a set of them. */
export const nounOf = (kind: Declaration): string => ('of' in kind ? kind.of.kind : kind.kind)

/** The projects and groups that resources name, each once, in the order of their names: that of a state is chance. */
export function placesOf(declared: readonly Declared[], purpose: Purpose = 'up'): Place[] {
  const places = new Map<string, Place>()
  for (const { resource, kind } of declared) {
    for (const name of referencesOf(kind)) {
      const noun = kind.input[name]?.refers
      const written = resource.inputs[name]
      if (!noun || (typeof written !== 'string' && typeof written !== 'number')) continue
      const stored = resource.outputs[idOf(name)]
      const id = typeof stored === 'number' ? stored : undefined
      const key = JSON.stringify([noun, written, id])
      const place = places.get(key) ?? { noun, written, id, wants: [] }
      places.set(key, place)
      place.wants.push(wantOf(kind, purpose))
    }
  }
  return [...places].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => place)
}

function wantOf(kind: Declaration, purpose: Purpose): Want {
  const single = 'of' in kind ? kind.of : kind
  const { needs } = single
  const want: Want = { kind: single.kind, role: roles[single.kind]?.[purpose] ?? 0, ...(needs && { needs }) }
  if (!('hidden' in single) || !single.hidden) return want
  const { hidden } = single
  return { ...want, hidden: (place) => hidden.call(single, place as Project & Group) }
}
