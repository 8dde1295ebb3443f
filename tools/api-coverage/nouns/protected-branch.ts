import { noun } from '../endpoint'
import { project } from './ids'

const name = 'release/*'
const created = {
  name: 'stable',
  push_access_level: 0,
  merge_access_level: 30,
  unprotect_access_level: 60,
  allowed_to_push: [{ user_id: 3 }],
  allowed_to_merge: [{ user_id: 3 }],
  allowed_to_unprotect: [{ user_id: 3 }],
  allow_force_push: true,
  code_owner_approval_required: true,
}
const updated = {
  allowed_to_push: [{ user_id: 3 }],
  allowed_to_merge: [{ user_id: 3 }],
  allowed_to_unprotect: [{ user_id: 3 }],
  allow_force_push: false,
  code_owner_approval_required: true,
}
const entries = { allowed_to_merge: [{ id: 2, _destroy: true }, { access_level: 0 }, { group_id: 12 }] }

const test = (title: string) => ['emulator/test/protected-branch', title] as const
const reads = test('creates and reads a protected branch, by default for Maintainers')

export const protectedBranches = noun(
  'Protected branches',
  (api) => api.protectedBranches.create(project, { name, unprotect_access_level: 60 }),
  [
    {
      endpoint: 'GET /projects/:id/protected_branches',
      call: (api) => api.protectedBranches.list(project, { search: 'main' }),
      sends: 'search=main',
      variants: [{ call: (api) => api.protectedBranches.list(project) }],
      test: test('lists protected branches of the project only'),
    },
    {
      endpoint: 'GET /projects/:id/protected_branches/:name',
      call: (api) => api.protectedBranches.get(project, name),
      path: '/projects/acme%2Fweb/protected_branches/release%2F*',
      test: reads,
    },
    {
      endpoint: 'POST /projects/:id/protected_branches',
      call: (api) => api.protectedBranches.create(project, created),
      sends: created,
      test: reads,
    },
    {
      endpoint: 'PATCH /projects/:id/protected_branches/:name',
      call: (api) => api.protectedBranches.update(project, name, updated),
      path: '/projects/acme%2Fweb/protected_branches/release%2F*',
      sends: updated,
      variants: [{ call: (api) => api.protectedBranches.update(project, name, entries), sends: entries }],
      test: test('adds, changes and removes entries by their ids'),
    },
    {
      endpoint: 'DELETE /projects/:id/protected_branches/:name',
      call: (api) => api.protectedBranches.delete(project, name),
      path: '/projects/acme%2Fweb/protected_branches/release%2F*',
      test: test('deletes a protected branch once'),
    },
  ],
)
