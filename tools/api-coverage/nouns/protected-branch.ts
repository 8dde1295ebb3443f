import { noun } from '../endpoint'
import { project } from './ids'

const body = { name: 'main', push_access_level: 30, merge_access_level: 30, unprotect_access_level: 60 }
const lists = ['allowed_to_push', 'allowed_to_merge', 'allowed_to_unprotect']
const flags = ['allow_force_push', 'code_owner_approval_required']
const entries = {
  allowed_to_push: [{ user_id: 3 }],
  allowed_to_merge: [{ user_id: 3 }],
  allowed_to_unprotect: [{ user_id: 3 }],
}
const all = { ...entries, allow_force_push: true, code_owner_approval_required: true }

export const protectedBranches = noun('Protected branches', (api) => api.protectedBranches.create(project, body), [
  {
    endpoint: 'GET /projects/:id/protected_branches',
    parameters: ['search'],
    call: (api) => api.protectedBranches.list(project, { search: 'main' }),
    test: ['emulator/test/protected-branch', 'lists protected branches of the project only'],
  },
  {
    endpoint: 'GET /projects/:id/protected_branches/:name',
    call: (api, { name }) => api.protectedBranches.get(project, name),
    test: ['emulator/test/protected-branch', 'creates and reads a protected branch, by default for Maintainers'],
  },
  {
    endpoint: 'POST /projects/:id/protected_branches',
    parameters: ['name', 'push_access_level', 'merge_access_level', 'unprotect_access_level', ...lists, ...flags],
    call: (api) => api.protectedBranches.create(project, { ...body, ...all, name: 'stable' }),
    test: ['emulator/test/protected-branch', 'creates and reads a protected branch, by default for Maintainers'],
  },
  {
    endpoint: 'PATCH /projects/:id/protected_branches/:name',
    parameters: [...lists, ...flags],
    call: (api, { name }) => api.protectedBranches.update(project, name, all),
    test: ['emulator/test/protected-branch', 'adds, changes and removes entries by their ids'],
  },
  {
    endpoint: 'DELETE /projects/:id/protected_branches/:name',
    call: (api, { name }) => api.protectedBranches.delete(project, name),
    test: ['emulator/test/protected-branch', 'deletes a protected branch once'],
  },
])
