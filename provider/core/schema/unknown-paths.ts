import { adoptionArguments } from './adoption-fields'
import { didYouMean } from './did-you-mean'
import { show } from './display'
import type { Kind } from './kind'
import { stepsOf } from './property-path'
import type { SetKind } from './set'

/** The resource options that list paths of arguments. */
export interface PathOptions {
  readonly ignoreChanges?: readonly string[] | undefined
  readonly replaceOnChanges?: readonly string[] | undefined
}

const effects = { ignoreChanges: 'ignores nothing', replaceOnChanges: 'has no effect' } as const

/**
 * Warnings of paths that start with no argument of a resource. Pulumi accepts them, and an update then changes what the
 * program wants to leave alone.
 */
export function warningsOfPaths(kind: Kind | SetKind, resource: string, options: PathOptions): string[] {
  return (['ignoreChanges', 'replaceOnChanges'] as const).flatMap((option) =>
    (options[option] ?? []).flatMap((path) => {
      const unknown = unknownIn(kind, path)
      if (unknown === undefined) return []
      const { name, known } = unknown
      return [
        `${option} of ${resource} lists ${show(path)}, which ${effects[option]}, because ${name} is not an argument: ` +
          didYouMean(name, known),
      ]
    }),
  )
}

/** The first name in a path that is not an argument, and those that it can be. */
function unknownIn(kind: Kind | SetKind, path: string): { name: string; known: string[] } | undefined {
  const steps = stepsOf(path)
  if (!steps) return undefined
  const [first, , inItem] = steps.map(String)
  if (first !== undefined && !isKnown(kind, first)) return { name: first, known: namesOf(kind) }
  if (first !== 'items' || inItem === undefined || !('of' in kind) || isKnown(kind.of, inItem)) return undefined
  return { name: inItem, known: namesOf(kind.of) }
}

/** Names that start with two underscores belong to Pulumi. */
const isKnown = (kind: Kind | SetKind, name: string): boolean =>
  name === '*' || name.startsWith('__') || namesOf(kind).includes(name)

const namesOf = (kind: Kind | SetKind): string[] => [...Object.keys(kind.input), ...adoptionArguments(kind)]
