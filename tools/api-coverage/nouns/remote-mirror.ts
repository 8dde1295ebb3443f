import { noun } from '../endpoint'
import { project } from './ids'

/** The SSH key of a host. */
const host_keys = [
  'mirror.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
]

const url = 'https://mirror.example.com/other.git'
const mirror = {
  enabled: true,
  keep_divergent_refs: true,
  only_protected_branches: true,
  auth_method: 'password',
  host_keys,
} as const
const branches = { mirror_branch_regex: '^main$' }

const test = (title: string) => ['emulator/test/remote-mirror', title] as const

export const remoteMirrors = noun(
  'Remote mirrors',
  (api) => api.remoteMirrors.create(project, { url: 'https://mirror.example.com/web.git' }),
  [
    {
      endpoint: 'GET /projects/:id/remote_mirrors',
      call: (api) => api.remoteMirrors.list(project),
      variants: [{ call: (api) => api.remoteMirrors.list(project, { per_page: 5 }), sends: 'per_page=5' }],
      test: test('list › lists the mirrors of a project by id, in pages'),
    },
    {
      endpoint: 'GET /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.get(project, id),
      test: [
        'emulator/test/compat/gitbeaker/remote-mirror',
        'creates, reads and lists mirrors, which are disabled by default',
      ],
    },
    {
      endpoint: 'POST /projects/:id/remote_mirrors',
      later: ['host_keys'],
      call: (api) => api.remoteMirrors.create(project, { url, ...mirror }),
      sends: { url: 'https://mirror.example.com/other.git', ...mirror },
      also: [{ call: (api) => api.remoteMirrors.create(project, { url, ...branches }), sends: { url, ...branches } }],
      test: test('create › returns all fields of a new mirror'),
    },
    {
      endpoint: 'PUT /projects/:id/remote_mirrors/:mirror_id',
      later: ['host_keys'],
      call: (api, { id }) => api.remoteMirrors.update(project, id, mirror),
      sends: mirror,
      also: [
        {
          call: (api, { id }) => api.remoteMirrors.update(project, id, branches),
          sends: { mirror_branch_regex: '^main$' },
        },
      ],
      variants: [
        {
          call: (api, { id }) => api.remoteMirrors.update(project, id, { mirror_branch_regex: null }),
          sends: { mirror_branch_regex: null },
        },
      ],
      test: test('update › changes only the sent fields of a mirror'),
    },
    {
      endpoint: 'DELETE /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.delete(project, id),
      test: test('delete › deletes a mirror, and responds with 404 the second time'),
    },
  ],
)
