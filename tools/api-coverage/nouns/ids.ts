/** Ids in the emulator's seed world. */
export const [group, project, failedPipeline, pipeline, finding] = [10, 1, 1002, 1003, 101]
