import type { Client } from '../../../sdk'
import { noun } from '../endpoint'
import { group, project } from './ids'

/** In the seed world, a user who is a member of neither. */
const user_id = 7

const test = (title: string) => ['emulator/test/member', title] as const
const inProgram = 'filter the result in the program'
const lists = test('lists members with direct roles, or with inherited ones and those of invited groups')

/** The members of projects and those of groups have the same endpoints. */
const membersOf = (parents: 'Project' | 'Group', parent: string, path: '/projects' | '/groups') => {
  const of = ({ projectMembers, groupMembers }: Client) => (path === '/projects' ? projectMembers : groupMembers)
  return noun(`${parents} members`, (api) => of(api).create(parent, { user_id, access_level: 20 }), [
    {
      endpoint: `GET ${path}/:id/members`,
      without: {
        query: inProgram,
        user_ids: inProgram,
        skip_users: inProgram,
        show_seat_info: 'no use was found for it',
      },
      call: (api) => of(api).list(parent, { query: 'out', user_ids: [7, 8], skip_users: [2], show_seat_info: false }),
      sends: 'query=out&user_ids%5B%5D=7&user_ids%5B%5D=8&skip_users%5B%5D=2&show_seat_info=false',
      variants: [{ call: (api) => of(api).list(parent) }],
      test: lists,
    },
    {
      endpoint: `GET ${path}/:id/members/:user_id`,
      call: (api) => of(api).get(parent, user_id),
      test: lists,
    },
    {
      endpoint: `GET ${path}/:id/members/all/:user_id`,
      call: (api) => of(api).getInherited(parent, user_id),
      test: lists,
    },
    {
      endpoint: `POST ${path}/:id/members`,
      parameters: ['access_level', 'user_id', 'username', 'expires_at', 'member_role_id', 'invite_source'],
      named: { user_id: 'user' },
      call: (api) =>
        of(api).create(parent, { user_id: 1, access_level: 50, expires_at: '2026-12-31', member_role_id: null }),
      sends: { user_id: 1, access_level: 50, expires_at: '2026-12-31', member_role_id: null },
      also: [
        {
          call: (api) => of(api).create(parent, { username: 'root', access_level: 50, invite_source: 'members-api' }),
          sends: { username: 'root', access_level: 50, invite_source: 'members-api' },
        },
      ],
      test: test('adds members with a role that is effective immediately'),
    },
    {
      endpoint: `PUT ${path}/:id/members/:user_id`,
      call: (api) =>
        of(api).update(parent, user_id, { access_level: 30, expires_at: '2026-12-31', member_role_id: null }),
      sends: { access_level: 30, expires_at: '2026-12-31', member_role_id: null },
      test: test('keeps the expiry date in updates without one'),
    },
    {
      endpoint: `DELETE ${path}/:id/members/:user_id`,
      call: (api) => of(api).delete(parent, user_id, { skip_subresources: true, unassign_issuables: false }),
      sends: 'skip_subresources=true&unassign_issuables=false',
      variants: [{ call: (api) => of(api).delete(parent, user_id) }],
      test: test('also removes a member of a group from its contents'),
    },
  ])
}

export const projectMembers = membersOf('Project', project, '/projects')
export const groupMembers = membersOf('Group', group, '/groups')
