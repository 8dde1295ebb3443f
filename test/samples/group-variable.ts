import type { Sample } from './sample'

const group = 'acme'

export const groupVariable: Sample = {
  kind: 'group-variable',
  collection: 'variables',
  id: 'key',
  as: 'owner',
  args: {
    group,
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
  replaces: { group: 'acme/platform', hidden: true, environmentScope: 'production', key: 'REPLICA_URL' },
  alsoDeclared: { hidden: { masked: true } },
  naturalKey: ['group', 'key', 'environmentScope'],
  named: (word) => ({ key: word.replace(/\W/g, '_') }),
  object: ['/groups/10/variables', { key: 'DATABASE_URL', value: 'opensesame', environment_scope: 'review/*' }],
  get: { group: 10, key: 'DATABASE_URL', environmentScope: 'review/*' },
  others: [['/groups/10/variables', { key: 'FORMER_URL', value: 'opensesame' }]],
  adopts: { group, key: 'FORMER_URL', value: 'opensesame-2', onConflict: 'adopt' },
}
