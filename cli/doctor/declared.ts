import { type KindDefinition, kindDefinitionOf, referencesOf } from '../../provider/command-line/objects'
import { type Access, accessLevels } from '../../provider/command-line/service'
import type { Group, Project } from '../../sdk'
import type { StackResource } from '../stacks/stack'
import type { Findings, Purpose } from './finding'

/** A resource with its kind. */
export interface Declared {
  resource: StackResource
  kind: KindDefinition
}

/** A project or group that resources refer to, with the reference as written and the id in the state. */
export interface Place {
  noun: 'project' | 'group'
  written: number | string
  id: number | undefined
  wants: Want[]
}

/** What a resource needs in a project or group. */
export interface Want {
  /** `freeze-period`, also for a set of them. */
  kind: string
  /** The lowest role that can read it or write it; 0 if seeing the project or group is enough. */
  role: number
  /** `freeze periods`. */
  plural: string
  access: Access
  /** Why objects of the kind cannot be seen there, if so. */
  hidden?(place: Project | Group): string | undefined
}

/** Finds the kinds of resources. Adds a finding for each resource of an unknown kind. */
export function recognize(findings: Findings, resources: readonly StackResource[]): Declared[] {
  return resources.flatMap((resource) => {
    try {
      return [{ resource, kind: kindDefinitionOf(resource) }]
    } catch (error) {
      findings.error('resource', `${resource.urn}: ${(error as Error).message}`, 'Upgrade trueup.')
      return []
    }
  })
}

/** `label`, for a label and a set of labels. */
export const nounOf = (kind: KindDefinition): string => ('of' in kind ? kind.of.kind : kind.kind)

/** The projects and groups that resources refer to, each once, sorted by name. */
export function placesOf(declared: readonly Declared[], purpose: Purpose = 'up'): Place[] {
  const places = new Map<string, Place>()
  for (const { resource, kind } of declared) {
    for (const { name, noun, idOutput } of referencesOf(kind)) {
      const written = resource.inputs[name]
      if (typeof written !== 'string' && typeof written !== 'number') continue
      const stored = resource.outputs[idOutput]
      const id = typeof stored === 'number' ? stored : undefined
      const key = JSON.stringify([noun, written, id])
      const place = places.get(key) ?? { noun, written, id, wants: [] }
      places.set(key, place)
      place.wants.push(wantOf(kind, purpose))
    }
  }
  return [...places].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => place)
}

function wantOf(kind: KindDefinition, purpose: Purpose): Want {
  const single = 'of' in kind ? kind.of : kind
  const { plural, access } = single
  // An older release may accept a lower role, and is not asked.
  const role = accessLevels[purpose === 'up' ? (access.formerWrite ?? access.write) : access.read]
  const want: Want = { kind: single.kind, plural, access, role }
  const existence = 'api' in single ? single.existence : undefined
  if (!existence?.hiddenReason) return want
  return { ...want, hidden: (place) => existence.hiddenReason?.(place) }
}
