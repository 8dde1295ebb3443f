import { noun } from '../endpoint'
import { project } from './ids'

const name = 'eu/production'
const deploy_access_levels = [{ access_level: 40 }]
const rules = { deploy_access_levels, required_approval_count: 0, approval_rules: [{ access_level: 40 }] }
const levels = {
  deploy_access_levels: [{ id: 1, access_level: null, user_id: 4 }, { access_level: 30 }],
  approval_rules: [{ id: 2, _destroy: true, user_id: null }],
}
const inherited = { name, deploy_access_levels: [{ group_id: 12, group_inheritance_type: 1 as const }] }

const test = (title: string) => ['emulator/test/protected-environment', title] as const

export const protectedEnvironments = noun(
  'Protected environments',
  (api) => api.protectedEnvironments.create(project, { name, deploy_access_levels }),
  [
    {
      endpoint: 'GET /projects/:id/protected_environments',
      call: (api) => api.protectedEnvironments.list(project),
      variants: [{ call: (api) => api.protectedEnvironments.list(project, { per_page: 5 }), sends: 'per_page=5' }],
      test: test('list › lists protected environments by name, in pages'),
    },
    {
      endpoint: 'GET /projects/:id/protected_environments/:name',
      call: (api) => api.protectedEnvironments.get(project, name),
      path: '/projects/acme%2Fweb/protected_environments/eu%2Fproduction',
      variants: [
        {
          call: (api) => api.protectedEnvironments.get(project, 'review/a b.c?#é'),
          path: '/projects/acme%2Fweb/protected_environments/review%2Fa%20b.c%3F%23%C3%A9',
        },
      ],
      test: ['emulator/test/compat/gitbeaker/protected-environment', 'creates, reads and lists protected environments'],
    },
    {
      endpoint: 'POST /projects/:id/protected_environments',
      call: (api) => api.protectedEnvironments.create(project, { name: 'staging', ...rules }),
      sends: { name: 'staging', ...rules },
      variants: [{ call: (api) => api.protectedEnvironments.create(project, inherited), sends: inherited }],
      test: test('create › returns all fields of a new protected environment'),
    },
    {
      endpoint: 'PUT /projects/:id/protected_environments/:name',
      call: (api) => api.protectedEnvironments.update(project, name, rules),
      path: '/projects/acme%2Fweb/protected_environments/eu%2Fproduction',
      sends: rules,
      variants: [{ call: (api) => api.protectedEnvironments.update(project, name, levels), sends: levels }],
      test: test('update › adds entries without an id, and keeps the others with their ids'),
    },
    {
      endpoint: 'DELETE /projects/:id/protected_environments/:name',
      call: (api) => api.protectedEnvironments.delete(project, name),
      path: '/projects/acme%2Fweb/protected_environments/eu%2Fproduction',
      test: test('delete › deletes a protection, and responds with 404 the second time'),
    },
  ],
)
