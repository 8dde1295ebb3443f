import { noun } from '../endpoint'
import { project } from './ids'

/** The SSH key of a host. */
const host_keys = [
  'mirror.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
]

/** The parameters of a mirror that an update can change. */
const changeable = [
  'enabled',
  'keep_divergent_refs',
  'only_protected_branches',
  'mirror_branch_regex',
  'auth_method',
  'host_keys',
]

const mirror = { enabled: true, keep_divergent_refs: true, auth_method: 'password' } as const

export const remoteMirrors = noun(
  'Remote mirrors',
  (api) => api.remoteMirrors.create(project, { url: 'https://mirror.example.com/web.git' }),
  [
    {
      endpoint: 'GET /projects/:id/remote_mirrors',
      call: (api) => api.remoteMirrors.list(project),
      test: ['emulator/test/remote-mirror', 'list › lists the mirrors of a project by id, in pages'],
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
      parameters: ['url', ...changeable],
      later: ['host_keys'],
      call: (api) =>
        api.remoteMirrors.create(project, {
          url: 'https://mirror.example.com/other.git',
          ...mirror,
          only_protected_branches: true,
          host_keys,
        }),
      also: [
        (api) =>
          api.remoteMirrors.create(project, {
            url: 'https://mirror.example.com/other.git',
            mirror_branch_regex: '^main$',
          }),
      ],
      test: ['emulator/test/remote-mirror', 'create › returns all fields of a new mirror'],
    },
    {
      endpoint: 'PUT /projects/:id/remote_mirrors/:mirror_id',
      parameters: changeable,
      later: ['host_keys'],
      call: (api, { id }) =>
        api.remoteMirrors.update(project, id, { ...mirror, only_protected_branches: true, host_keys }),
      also: [(api, { id }) => api.remoteMirrors.update(project, id, { mirror_branch_regex: '^main$' })],
      test: ['emulator/test/remote-mirror', 'update › changes only the sent fields of a mirror'],
    },
    {
      endpoint: 'DELETE /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.delete(project, id),
      test: ['emulator/test/remote-mirror', 'delete › deletes a mirror, and responds with 404 the second time'],
    },
  ],
)
