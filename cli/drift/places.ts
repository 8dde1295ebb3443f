import type { KindDefinition } from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import type { StackResource } from '../stacks/stack'
import type { ComparedPlace } from './finding'

/** The project or group of a resource, as findings name it; undefined if its kind has none. */
export function placeIn(
  stack: string,
  { inputs, outputs }: StackResource,
  { identity: { parent } }: KindDefinition,
): ComparedPlace | undefined {
  return parent && { stack, parent: String(inputs[parent] ?? outputs[parent] ?? ''), parentKind: parent }
}

/** Collects the projects and groups that were compared. */
export class Places {
  private readonly all = new Map<string, ComparedPlace>()
  private readonly failed = new Set<string>()

  add(place: ComparedPlace | undefined): void {
    if (place) this.all.set(keyOf(place), place)
  }

  /** Something of the project or group could not be compared. */
  fail(place: ComparedPlace | undefined): void {
    if (place) this.failed.add(keyOf(place))
  }

  /** Those of which everything could be compared. */
  compared(): ComparedPlace[] {
    const places = [...this.all].filter(([key]) => !this.failed.has(key)).map(([, place]) => place)
    return places.sort((one, other) => byText(keyOf(one), keyOf(other)))
  }
}

const keyOf = ({ stack, parent, parentKind }: ComparedPlace): string => JSON.stringify([stack, parent, parentKind])
