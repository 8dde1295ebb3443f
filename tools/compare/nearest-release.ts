import { coerce } from 'semver'
import type { Release } from '../../emulator'
import { releases } from '../../emulator/test/truth/recordings'

/** GitLab has a minor release each month, and a major one each year: 18.11 is followed by 19.0. */
const perMajor = 12

/**
 * The recorded release that is the fewest minor releases away from a version, and the older one of two that are equally
 * far away. Undefined if the version has no number.
 */
export function nearestRelease(version: string): Release | undefined {
  const place = placeOf(version)
  if (place === undefined) return undefined
  const far = (release: Release): number => Math.abs(placeOf(release)! - place)
  return [...releases].sort((a, b) => far(a) - far(b) || placeOf(a)! - placeOf(b)!)[0]
}

/** Whether a version is one of the release, such as 18.9.4-ee of 18.9. */
export const isOfRelease = (version: string, release: Release): boolean => placeOf(version) === placeOf(release)

function placeOf(version: string): number | undefined {
  const found = coerce(version)
  return found ? found.major * perMajor + found.minor : undefined
}
