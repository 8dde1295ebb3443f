/** How the programs of a run are written: with `trueup`, in YAML with the plugin, or with `trueup/native`. */
export const fronts = ['dynamic', 'yaml', 'native'] as const
export type Front = (typeof fronts)[number]

/** The front of a seed if none is chosen: each one has a third of consecutive seeds. */
export const frontOf = (seed: number): Front => fronts[(seed + 2) % fronts.length] ?? 'dynamic'

/** The types of resources before the name of the class. */
export const typePrefix = (front: Front): string =>
  front === 'dynamic' ? 'pulumi-nodejs:dynamic/trueup:' : 'trueup:index:'
