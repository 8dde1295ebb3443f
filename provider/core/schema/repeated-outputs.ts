import type { Kind } from './kind'
import type { SecretPath } from './secret-paths'
import type { SetKind } from './set'

/** The outputs that repeat an argument that the program marks as secret. */
export function outputsThatRepeat(kind: Kind | SetKind, secrets: readonly SecretPath[]): string[] {
  const isSet = 'of' in kind
  const { input } = isSet ? kind.of : kind
  const isNameSecret = secrets
    .filter(([first]) => !isSet || first === undefined || first === 'items')
    .map((path) => (isSet ? path.slice(2) : path))
    .some(([argument]) => argument === undefined || input[argument]?.subjectNames !== undefined)
  return Object.keys(kind.output).filter((name) =>
    name === 'subjectIds'
      ? isNameSecret
      : secrets.some((path) => path.length === 1 && path[0] === kind.output[name]?.shows),
  )
}
