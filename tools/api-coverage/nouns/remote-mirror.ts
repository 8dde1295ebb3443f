import { noun } from '../endpoint'
import { project } from './ids'

const mirror = { enabled: true, keep_divergent_refs: true, auth_method: 'password' } as const

export const remoteMirrors = noun(
  'Remote mirrors',
  (api) => api.remoteMirrors.create(project, { url: 'https://mirror.example.com/web.git' }),
  [
    {
      endpoint: 'GET /projects/:id/remote_mirrors',
      call: (api) => api.remoteMirrors.list(project),
      test: ['emulator/remote-mirror', 'list › is in the order of the ids, in pages, for one project'],
    },
    {
      endpoint: 'GET /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.get(project, id),
      test: ['compat/gitbeaker/remote-mirror', 'are created, read and listed, disabled unless told otherwise'],
    },
    {
      endpoint: 'POST /projects/:id/remote_mirrors',
      parameters: [
        'url',
        'enabled',
        'keep_divergent_refs',
        'only_protected_branches',
        'mirror_branch_regex',
        'auth_method',
      ],
      call: (api) =>
        api.remoteMirrors.create(project, {
          url: 'https://mirror.example.com/other.git',
          ...mirror,
          only_protected_branches: true,
        }),
      also: [
        (api) =>
          api.remoteMirrors.create(project, {
            url: 'https://mirror.example.com/other.git',
            mirror_branch_regex: '^main$',
          }),
      ],
      test: ['emulator/remote-mirror', 'create › answers the whole mirror'],
    },
    {
      endpoint: 'PUT /projects/:id/remote_mirrors/:mirror_id',
      parameters: ['enabled', 'keep_divergent_refs', 'only_protected_branches', 'mirror_branch_regex', 'auth_method'],
      call: (api, { id }) => api.remoteMirrors.update(project, id, { ...mirror, only_protected_branches: true }),
      also: [(api, { id }) => api.remoteMirrors.update(project, id, { mirror_branch_regex: '^main$' })],
      test: ['emulator/remote-mirror', 'update › changes what is sent alone'],
    },
    {
      endpoint: 'DELETE /projects/:id/remote_mirrors/:mirror_id',
      call: (api, { id }) => api.remoteMirrors.delete(project, id),
      test: ['emulator/remote-mirror', 'delete › works once'],
    },
  ],
)
