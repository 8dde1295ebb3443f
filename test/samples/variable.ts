import type { Sample } from './sample'

/** A project or group with variables. */
interface Parent extends Pick<Sample, 'kind' | 'as'> {
  noun: 'project' | 'group'
  path: string
  id: number
  otherPath: string
}

/** The sample of variables, which are the same in projects and in groups. */
export function variableIn({ kind, as, noun, path, id, otherPath }: Parent): Sample {
  const collection = `/${noun}s/${id}/variables`
  return {
    kind,
    collection: 'variables',
    id: 'key',
    as,
    args: {
      [noun]: path,
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
    replaces: { [noun]: otherPath, hidden: true, environmentScope: 'production', key: 'REPLICA_URL' },
    alsoDeclared: { hidden: { masked: true } },
    naturalKey: [noun, 'key', 'environmentScope'],
    named: (word) => ({ key: word.replace(/\W/g, '_') }),
    object: [collection, { key: 'DATABASE_URL', value: 'opensesame', environment_scope: 'review/*' }],
    get: { [noun]: id, key: 'DATABASE_URL', environmentScope: 'review/*' },
    others: [[collection, { key: 'FORMER_URL', value: 'opensesame' }]],
    adopts: { [noun]: path, key: 'FORMER_URL', value: 'opensesame-2', onConflict: 'adopt' },
  }
}
