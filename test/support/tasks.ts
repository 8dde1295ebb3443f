/**
 * Compares the names that tests cover with the names that exist. Returns one task for each difference, so that the
 * failure of `expect(tasks({ … })).toEqual([])` names the file to edit.
 */
export function tasks({ existing, covered, where }: Coverage): string[] {
  const missing = existing.filter((name) => !covered.includes(name))
  const unknown = covered.filter((name) => !existing.includes(name))
  return [
    ...missing.map((name) => `add ${name} to ${where}`),
    ...new Set(unknown.map((name) => `remove ${name} from ${where}`)),
  ]
}

interface Coverage {
  existing: readonly string[]
  /** Can contain a name more than once. */
  covered: readonly string[]
  /** Where a missing name is added: `the list in test/samples/index.ts`. */
  where: string
}
