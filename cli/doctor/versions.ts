import coerce from 'semver/functions/coerce'
import satisfies from 'semver/functions/satisfies'

/** Whether a version such as `3.259.0` is in a range such as `>=3.216.0 <4`; prerelease tags are ignored. */
export function isIn(version: string, range: string): boolean {
  const plain = coerce(version)
  return plain !== null && satisfies(plain, range)
}
