import { noun } from '../endpoint'
import { project } from './ids'

const body = { name: 'v*', create_access_level: 30 }

export const protectedTags = noun('Protected tags', (api) => api.protectedTags.create(project, body), [
  {
    endpoint: 'GET /projects/:id/protected_tags',
    call: (api) => api.protectedTags.list(project),
    test: ['emulator/test/protected-tag', 'lists protected tags of the project only'],
  },
  {
    endpoint: 'GET /projects/:id/protected_tags/:name',
    call: (api, { name }) => api.protectedTags.get(project, name),
    test: ['emulator/test/protected-tag', 'creates and reads a protected tag, by default for Maintainers'],
  },
  {
    endpoint: 'POST /projects/:id/protected_tags',
    parameters: ['name', 'create_access_level', 'allowed_to_create'],
    call: (api) => api.protectedTags.create(project, { ...body, name: 'stable', allowed_to_create: [{ user_id: 3 }] }),
    test: ['emulator/test/protected-tag', 'creates and reads a protected tag, by default for Maintainers'],
  },
  {
    endpoint: 'DELETE /projects/:id/protected_tags/:name',
    call: (api, { name }) => api.protectedTags.delete(project, name),
    test: ['emulator/test/protected-tag', 'deletes a protected tag once'],
  },
])
