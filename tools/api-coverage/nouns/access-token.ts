import type { Client } from '../../../sdk'
import { noun } from '../endpoint'
import { group, project } from './ids'

const expires_at = '2026-12-31'
/** The titles of the tests that cover the endpoints. */
interface Tests {
  list: readonly [file: string, title: string]
  get: readonly [file: string, title: string]
  create: readonly [file: string, title: string]
  rotate: readonly [file: string, title: string]
  delete: readonly [file: string, title: string]
}

/** The access tokens of projects and those of groups have the same endpoints. */
const tokensOf = (parents: 'Project' | 'Group', parent: string, path: '/projects' | '/groups', tests: Tests) => {
  const of = ({ projectAccessTokens, groupAccessTokens }: Client) =>
    path === '/projects' ? projectAccessTokens : groupAccessTokens
  return noun(
    `${parents} access tokens`,
    (api) => of(api).create(parent, { name: 'deploy', scopes: ['api'], expires_at }),
    [
      {
        endpoint: `GET ${path}/:id/access_tokens`,
        call: (api) => of(api).list(parent, { state: 'active' }),
        sends: 'state=active',
        variants: [
          { call: (api) => of(api).list(parent) },
          {
            call: (api) =>
              of(api).list(parent, {
                revoked: false,
                created_before: '2026-11-21T12:00:00+01:00',
                created_after: '2026-01-01',
                last_used_before: '2026-11-21',
                last_used_after: '2026-01-02',
                expires_before: '2027-01-01',
                expires_after: '2026-12-01',
                search: 'a b',
                sort: 'last_used_desc',
              }),
            sends:
              'revoked=false&created_before=2026-11-21T12%3A00%3A00%2B01%3A00&created_after=2026-01-01' +
              '&last_used_before=2026-11-21&last_used_after=2026-01-02&expires_before=2027-01-01' +
              '&expires_after=2026-12-01&search=a+b&sort=last_used_desc',
          },
        ],
        test: tests.list,
      },
      {
        endpoint: `GET ${path}/:id/access_tokens/:token_id`,
        call: (api, { id }) => of(api).get(parent, id),
        test: tests.get,
      },
      {
        endpoint: `POST ${path}/:id/access_tokens`,
        later: ['description'],
        call: (api) =>
          of(api).create(parent, {
            name: 'other',
            scopes: ['read_api'],
            expires_at,
            access_level: 30,
            description: null,
          }),
        sends: { name: 'other', scopes: ['read_api'], expires_at: '2026-12-31', access_level: 30, description: null },
        test: tests.create,
      },
      {
        endpoint: `POST ${path}/:id/access_tokens/:token_id/rotate`,
        call: (api, { id }) => of(api).rotate(parent, id, { expires_at }),
        sends: { expires_at: '2026-12-31' },
        variants: [{ call: (api, { id }) => of(api).rotate(parent, id) }],
        test: tests.rotate,
      },
      {
        endpoint: `DELETE ${path}/:id/access_tokens/:token_id`,
        call: (api, { id }) => of(api).delete(parent, id),
        test: tests.delete,
      },
    ],
  )
}

const ofProject = (title: string) => ['emulator/test/project-access-token', title] as const
const ofGroup = (title: string) => ['emulator/test/group-access-token', title] as const

export const projectAccessTokens = tokensOf('Project', project, '/projects', {
  list: ofProject('lists the tokens of the project only, without their secrets'),
  get: ofProject('creates a token with a bot user in the project, and shows the secret once'),
  create: ofProject('creates a token with a bot user in the project, and shows the secret once'),
  rotate: ofProject('rotates and revokes a token'),
  delete: ofProject('rotates and revokes a token'),
})

export const groupAccessTokens = tokensOf('Group', group, '/groups', {
  list: ofGroup('list › lists tokens by id, without their secrets'),
  get: ofGroup('get › returns all fields of a token except the secret'),
  create: ofGroup('create › returns a new token with its secret'),
  rotate: ['emulator/test/group-access-token-rotate', 'revokes the token and returns a new one of the same bot user'],
  delete: ofGroup('delete › revokes a token, and accepts a second revocation'),
})
