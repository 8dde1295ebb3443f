import type { Sample } from './sample'

/** A project or group with access tokens. */
interface Parent extends Pick<Sample, 'kind' | 'as'> {
  noun: 'project' | 'group'
  path: string
  id: number
  otherPath: string
  /** The id of the object of the sample, if the objects of all samples are created in their order. */
  token: number
}

const body = { name: 'deploy', scopes: ['read_api'], access_level: 20, expires_at: '2026-12-31' }

/** The sample of access tokens, which are the same in projects and in groups. */
export function accessTokenIn({ kind, as, noun, path, id, otherPath, token }: Parent): Sample {
  const collection = `/${noun}s/${id}/access_tokens`
  return {
    kind,
    collection: 'access_tokens',
    id: 'tokenId',
    as,
    args: {
      [noun]: path,
      name: 'deploy',
      scopes: ['read_api', 'read_repository'],
      accessLevel: 30,
      description: 'for the pipeline',
      expiresAt: '2026-12-31',
    },
    changes: { expiresAt: '2027-01-31' },
    alwaysDeclared: ['expiresAt'],
    replaces: {
      [noun]: otherPath,
      name: 'release',
      description: 'for releases',
      accessLevel: 20,
      scopes: ['api'],
    },
    naturalKey: [noun, 'name'],
    named: (name) => ({ name }),
    object: [collection, body],
    get: { [noun]: id, token },
    others: [[collection, { ...body, name: 'former' }]],
    adopts: {
      [noun]: path,
      name: 'former',
      scopes: ['read_api'],
      accessLevel: 20,
      expiresAt: '2027-01-31',
      adoptId: 11,
      secretOnAdopt: 'rotate',
    },
  }
}
