/** Whether a version such as `3.259.0` is in a range such as `>=3.216.0 <4`. */
export function isIn(version: string, range: string): boolean {
  return range.split(' ').every((bound) => {
    const [, operator, limit = ''] = /^(>=|<)(\d[\d.]*)$/.exec(bound) ?? []
    if (operator === undefined) throw new Error(`"${range}" is no range of versions`)
    const order = compare(version, limit)
    return operator === '<' ? order < 0 : order >= 0
  })
}

/** Negative where `one` is older; what a prerelease is called does not count. */
function compare(one: string, other: string): number {
  const [ones, others] = [partsOf(one), partsOf(other)]
  const differing = [0, 1, 2].find((at) => ones[at] !== others[at])
  return differing === undefined ? 0 : (ones[differing] ?? 0) - (others[differing] ?? 0)
}

function partsOf(version: string): number[] {
  const [major, minor, patch] = version.replace(/^v/, '').split(/[-+]/, 1)[0]!.split('.').map(Number)
  return [major, minor, patch].map((part) => part || 0)
}
