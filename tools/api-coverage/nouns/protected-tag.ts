import { noun } from '../endpoint'
import { project } from './ids'

const name = 'v/*'
const body = { name, create_access_level: 0 }

export const protectedTags = noun('Protected tags', (api) => api.protectedTags.create(project, body), [
  {
    endpoint: 'GET /projects/:id/protected_tags',
    call: (api) => api.protectedTags.list(project),
    test: ['emulator/test/protected-tag', 'lists protected tags of the project only'],
  },
  {
    endpoint: 'GET /projects/:id/protected_tags/:name',
    call: (api) => api.protectedTags.get(project, name),
    path: '/projects/acme%2Fweb/protected_tags/v%2F*',
    test: ['emulator/test/protected-tag', 'creates and reads a protected tag, by default for Maintainers'],
  },
  {
    endpoint: 'POST /projects/:id/protected_tags',
    call: (api) => api.protectedTags.create(project, { ...body, name: 'stable', allowed_to_create: [{ user_id: 3 }] }),
    sends: { name: 'stable', create_access_level: 0, allowed_to_create: [{ user_id: 3 }] },
    test: ['emulator/test/protected-tag', 'creates and reads a protected tag, by default for Maintainers'],
  },
  {
    endpoint: 'DELETE /projects/:id/protected_tags/:name',
    call: (api) => api.protectedTags.delete(project, name),
    path: '/projects/acme%2Fweb/protected_tags/v%2F*',
    test: ['emulator/test/protected-tag', 'deletes a protected tag once'],
  },
])
