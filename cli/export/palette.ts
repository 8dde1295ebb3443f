import type { Json } from '../../provider/command-line/basics'
import { grouped } from '../shared/grouped'
import type { Exported } from './estate'

/** Labels that are the same in several projects. */
export interface Palette {
  /** Full paths. */
  projects: string[]
  /** The arguments of each label, by its name. */
  labels: Record<string, Json>
}

/** The minimum number of labels in a palette. */
const least = 2

/**
 * Finds equal labels of several projects, and returns them with the remaining resources. Labels that exist in the same
 * projects form a palette, so projects with additional or missing labels still share the others.
 */
export function palettesOf(resources: readonly Exported[]): { palettes: Palette[]; rest: Exported[] } {
  const sameLabels = alike(resources.filter(isLabelOfLoop))
  const groups = [...grouped(sameLabels, projectsOf).values()].filter((labels) => labels.length >= least)
  const shared = new Set(groups.flat(2))
  return {
    palettes: groups.map((labels) => ({
      projects: labels[0]?.map(({ parent }) => parent) ?? [],
      labels: Object.fromEntries(
        labels.flatMap(([label]) => (label ? [[String(label.args.name), lookOf(label)]] : [])),
      ),
    })),
    rest: resources.filter((resource) => !shared.has(resource)),
  }
}

/** Groups resources that differ only in the project. Leaves out resources without an equal one. */
const alike = (resources: readonly Exported[]): Exported[][] =>
  [...grouped(resources, ({ args: { project, ...look } }) => JSON.stringify(look)).values()].filter(
    (same) => same.length > 1,
  )

const projectsOf = (same: Exported[]): string => JSON.stringify(same.map(({ parent }) => parent))

/** Whether a loop can declare a label: loops name resources by project and label. */
const isLabelOfLoop = ({ kind, parent, args, name }: Exported): boolean =>
  kind === 'label' && name === `${parent} ${String(args.name)}`

/** The arguments of a label, except its name and project. */
function lookOf({ args: { project, name, ...look } }: Exported): Json {
  return look
}
