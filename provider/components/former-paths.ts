import { canonicalReference } from '../core/schema/canonical'
import { show } from '../core/schema/display'
import { reference } from '../core/schema/fields'
import { canonicalPath } from './names'
import { lineOf, type Problems } from './problems'
import type { FormerPath, Section } from './section'
import type { ParentKind } from './settings'
import type { Entry, Tree } from './yaml-tree'

/** Reads `formerly`: a path or a list of paths. Reports and skips invalid paths. */
export function formerPathsOf(parentKind: ParentKind, { key, value }: Entry, problems: Problems): FormerPath[] {
  if (value.type === 'scalar' && value.value === null) {
    problems.add(key, `the value is missing: set an earlier path of the ${parentKind}, or delete the line`)
    return []
  }
  const trees = value.type === 'list' ? value.items : [value]
  return trees.flatMap((tree) => pathOf(parentKind, tree, problems) ?? [])
}

function pathOf(parentKind: ParentKind, tree: Tree, problems: Problems): FormerPath | undefined {
  const written = tree.type === 'scalar' ? tree.value : undefined
  if (typeof written === 'string' && reference(parentKind).problem?.(written) === undefined) {
    const path = canonicalReference(written)
    if (typeof path === 'string') return { path, at: tree.at }
  }
  const got = tree.type === 'scalar' ? ` (got ${show(written)})` : ''
  problems.add(tree.at, `must be an earlier full path of the ${parentKind}, such as "acme/old-name"${got}`)
  return undefined
}

/**
 * Rejects an earlier path that two projects claim or that is the current path of another project, because only one
 * project can take over its state. The same applies to groups.
 */
export function validateFormerPaths(sections: ReadonlyMap<string, Section>, problems: Problems): void {
  const claims = new Map<string, { by: Section; former: FormerPath }>()
  for (const by of sections.values()) {
    for (const former of by.formerly) {
      const path = canonicalPath(former.path)
      const current = sections.get(path)
      const claim = claims.get(path)
      const reason =
        (current && takenBy(current, by, former)) ??
        (claim && (claim.by === by ? repeated(claim.former, former) : claimedBy(claim, former)))
      if (reason !== undefined) problems.add(former.at, reason, { project: by })
      if (!claim) claims.set(path, { by, former })
    }
  }
}

/** The own path in another case is allowed, because a former release may have used it as a name. */
function takenBy(current: Section, by: Section, { path }: FormerPath): string | undefined {
  const noun = by.parentKind
  if (current !== by) {
    return `${path} is the path of another ${noun}, declared at ${lineOf(current.at)}: delete it here, or run an update without that ${noun} first`
  }
  return path === by.path ? `${path} is the current path of the ${noun}: delete it here` : undefined
}

const claimedBy = (claim: { by: Section; former: FormerPath }, { path }: FormerPath): string =>
  `${path} is already an earlier path of ${claim.by.path}, at ${lineOf(claim.former.at)}: keep one of them`

const repeated = (first: FormerPath, { path }: FormerPath): string | undefined =>
  first.path === path ? `${path} is listed twice, first at ${lineOf(first.at)}: keep one of them` : undefined
