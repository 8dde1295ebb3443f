import { noun } from '../endpoint'
import { project } from './ids'

export const triggerTokens = noun(
  'Pipeline trigger tokens',
  (api) => api.triggerTokens.create(project, { description: 'nightly' }),
  [
    {
      endpoint: 'GET /projects/:id/triggers',
      call: (api) => api.triggerTokens.list(project),
      test: ['emulator/trigger-token', 'list › goes by id, in pages'],
    },
    {
      endpoint: 'GET /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.get(project, id),
      test: [
        'emulator/trigger-token',
        'the token › is whole for its owner, four characters for others, whole for administrators of GitLab',
      ],
    },
    {
      endpoint: 'POST /projects/:id/triggers',
      parameters: ['description'],
      call: (api) => api.triggerTokens.create(project, { description: 'weekly' }),
      test: ['emulator/trigger-token', 'create › answers the whole trigger with its token and its owner'],
    },
    {
      endpoint: 'PUT /projects/:id/triggers/:trigger_id',
      parameters: ['description'],
      call: (api, { id }) => api.triggerTokens.update(project, id, { description: 'weekly' }),
      test: ['emulator/trigger-token', 'update › changes the description and nothing else'],
    },
    {
      endpoint: 'DELETE /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.delete(project, id),
      test: ['emulator/trigger-token', 'delete › is for every maintainer, and finds nothing the second time'],
    },
    {
      endpoint: 'POST /projects/:id/trigger/pipeline',
      parameters: ['ref', 'token', 'variables'],
      named: { token: 'triggerToken' },
      call: (api, { token }) => api.triggerTokens.run(project, { ref: 'main', token, variables: { A: 'b' } }),
      test: ['emulator/trigger-token', 'starting a pipeline › returns the whole pipeline, on GitLab without its name'],
    },
  ],
)
