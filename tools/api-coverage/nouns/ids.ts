/** Paths in the emulator's seed world. Each is encoded as one segment. */
export const group = 'acme/platform'
export const project = 'acme/web'

/** Ids in it: a top-level group without subgroups and projects, pipelines, and a finding. */
export const deployers = 12
export const failedPipeline = 1002
export const pipeline = 1003
export const finding = 101
