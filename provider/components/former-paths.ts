import { canonicalReference } from '../core/schema/canonical'
import type { Field } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { show } from '../core/schema/plain'
import { canonicalPath } from './names'
import { lineOf, type Place, type Problems } from './problems'
import type { Section } from './sections'
import type { Entry, Tree } from './yaml-tree'

/** A path that a project had earlier, without outer slashes. */
export interface FormerPath {
  readonly path: string
  readonly at: Place
}

const project: Field<number | string> = reference('project')

/** Reads `formerly`: a path, or a list of paths. What is none is left out, after a problem. */
export function formerPathsOf({ key, value }: Entry, problems: Problems): FormerPath[] {
  if (value.type === 'scalar' && value.value === null) {
    problems.add(key, 'nothing is written here: write an earlier path of the project, or delete the line')
    return []
  }
  const trees = value.type === 'list' ? value.items : [value]
  return trees.flatMap((tree) => pathOf(tree, problems) ?? [])
}

function pathOf(tree: Tree, problems: Problems): FormerPath | undefined {
  const written = tree.type === 'scalar' ? tree.value : undefined
  if (typeof written === 'string' && project.problem?.(written) === undefined) {
    const path = canonicalReference(written)
    if (typeof path === 'string') return { path, at: tree.at }
  }
  const instead = tree.type === 'scalar' ? ` (got ${show(written)})` : ''
  problems.add(tree.at, `must be an earlier full path of the project, such as "acme/old-name"${instead}`)
  return undefined
}

/** What had one name in the state can be handed on to one project alone, and not while another has the name. */
export function validateFormerPaths(projects: ReadonlyMap<string, Section>, problems: Problems): void {
  const claims = new Map<string, { by: Section; former: FormerPath }>()
  for (const by of projects.values()) {
    for (const former of by.formerly) {
      const path = canonicalPath(former.path)
      const current = projects.get(path)
      const claim = claims.get(path)
      const reason =
        (current && takenBy(current, by, former)) ??
        (claim && (claim.by === by ? repeated(claim.former, former) : claimedBy(claim, former)))
      if (reason !== undefined) problems.add(former.at, reason, { project: by })
      if (!claim) claims.set(path, { by, former })
    }
  }
}

/** Its own path in another spelling may be what a former release named it by. */
function takenBy(current: Section, by: Section, { path }: FormerPath): string | undefined {
  if (current !== by) {
    return `${path} is the path of another project, declared at ${lineOf(current.at)}: delete it here, or run an update without that project first`
  }
  return path === by.path ? `${path} is the path that the project has now: delete it here` : undefined
}

const claimedBy = (claim: { by: Section; former: FormerPath }, { path }: FormerPath): string =>
  `${path} is an earlier path of ${claim.by.path} already, at ${lineOf(claim.former.at)}: keep one of them`

const repeated = (first: FormerPath, { path }: FormerPath): string | undefined =>
  first.path === path ? `${path} is there twice, first at ${lineOf(first.at)}: keep one of them` : undefined
