import type { Sample } from './sample'

const project = 'acme/web'

export const projectVariable: Sample = {
  kind: 'project-variable',
  collection: 'variables',
  id: 'key',
  as: 'maintainer',
  args: {
    project,
    key: 'DATABASE_URL',
    environmentScope: 'review/*',
    value: 'postgres://db.example.com/web',
    masked: true,
    hidden: false,
    protected: true,
    raw: true,
    variableType: 'file',
    description: 'of the replica',
  },
  changes: {
    value: 'postgres://db.example.com/api',
    masked: false,
    protected: false,
    raw: false,
    variableType: 'envVar',
    description: 'of the primary',
  },
  replaces: { project: 'acme/api', hidden: true, environmentScope: 'production', key: 'REPLICA_URL' },
  alsoDeclared: { hidden: { masked: true } },
  naturalKey: ['project', 'key', 'environmentScope'],
  named: (word) => ({ key: word.replace(/\W/g, '_') }),
  object: ['/projects/1/variables', { key: 'DATABASE_URL', value: 'opensesame', environment_scope: 'review/*' }],
  get: { project: 1, key: 'DATABASE_URL', environmentScope: 'review/*' },
  others: [['/projects/1/variables', { key: 'FORMER_URL', value: 'opensesame' }]],
  adopts: { project, key: 'FORMER_URL', value: 'opensesame-2', onConflict: 'adopt' },
}
