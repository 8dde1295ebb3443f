import type { Section } from './sections'

/** A path as the service compares paths: it does not tell cases apart. */
export const canonicalPath = (path: string): string => path.toLowerCase()

/** The name of a project's resources, and those that they may have in the state. */
export interface Names {
  readonly name: string
  readonly former: readonly string[]
}

/**
 * Names do not hang on spelling: another one of the same path makes nothing anew. They did in former releases, so that
 * each path is a former name as it is written, too.
 */
export function namesOf({ path, formerly }: Section): Names {
  const name = canonicalPath(path)
  const former = [path, ...formerly.flatMap((earlier) => [canonicalPath(earlier.path), earlier.path])]
  return { name, former: [...new Set(former)].filter((one) => one !== name) }
}
