import { noun } from '../endpoint'
import { project } from './ids'

const maintainers = { deploy_access_levels: [{ access_level: 40 }] }
const rules = { ...maintainers, approval_rules: [{ access_level: 40 }] }

export const protectedEnvironments = noun(
  'Protected environments',
  (api) => api.protectedEnvironments.create(project, { name: 'production', ...maintainers }),
  [
    {
      endpoint: 'GET /projects/:id/protected_environments',
      call: (api) => api.protectedEnvironments.list(project),
      test: ['emulator/test/protected-environment', 'list › lists protected environments by name, in pages'],
    },
    {
      endpoint: 'GET /projects/:id/protected_environments/:name',
      call: (api, { name }) => api.protectedEnvironments.get(project, name),
      test: ['emulator/test/compat/gitbeaker/protected-environment', 'creates, reads and lists protected environments'],
    },
    {
      endpoint: 'POST /projects/:id/protected_environments',
      parameters: ['name', 'deploy_access_levels', 'required_approval_count', 'approval_rules'],
      call: (api) =>
        api.protectedEnvironments.create(project, { name: 'staging', required_approval_count: 0, ...rules }),
      test: ['emulator/test/protected-environment', 'create › returns all fields of a new protected environment'],
    },
    {
      endpoint: 'PUT /projects/:id/protected_environments/:name',
      parameters: ['deploy_access_levels', 'required_approval_count', 'approval_rules'],
      call: (api, { name }) =>
        api.protectedEnvironments.update(project, name, { required_approval_count: 0, ...rules }),
      test: [
        'emulator/test/protected-environment',
        'update › adds entries without an id, and keeps the others with their ids',
      ],
    },
    {
      endpoint: 'DELETE /projects/:id/protected_environments/:name',
      call: (api, { name }) => api.protectedEnvironments.delete(project, name),
      test: [
        'emulator/test/protected-environment',
        'delete › deletes a protection, and responds with 404 the second time',
      ],
    },
  ],
)
