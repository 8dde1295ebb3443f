import type { Section } from './section'

/** Normalizes a path. The service ignores the case of paths. */
export const canonicalPath = (path: string): string => path.toLowerCase()

/** The name of a project's resources and their former names in the state. */
export interface Names {
  readonly name: string
  readonly former: readonly string[]
}

/**
 * Names do not depend on the case of a path. They did in former releases, so the path as written is also a former name.
 */
export function namesOf({ path, formerly }: Section): Names {
  const name = canonicalPath(path)
  const former = [path, ...formerly.flatMap((earlier) => [canonicalPath(earlier.path), earlier.path])]
  return { name, former: [...new Set(former)].filter((formerName) => formerName !== name) }
}
