import type { Sample } from './sample'

export const pipelineRun: Sample = {
  kind: 'pipeline-run',
  collection: 'pipelines',
  id: 'pipelineId',
  as: 'owner',
  args: { project: 'acme/web', ref: 'main', variables: { TASK: 'migrate' }, name: 'Migration', triggers: 'v1' },
  changes: { name: 'Another' },
  replaces: { triggers: 'v2' },
  others: [['/projects/1/pipeline', { ref: 'main' }]],
}
