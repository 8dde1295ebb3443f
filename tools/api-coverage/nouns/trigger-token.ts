import { noun } from '../endpoint'
import { project } from './ids'

export const triggerTokens = noun(
  'Pipeline trigger tokens',
  (api) => api.triggerTokens.create(project, { description: 'nightly' }),
  [
    {
      endpoint: 'GET /projects/:id/triggers',
      call: (api) => api.triggerTokens.list(project),
      test: ['emulator/test/trigger-token', 'list › lists trigger tokens by id, in pages'],
    },
    {
      endpoint: 'GET /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.get(project, id),
      test: [
        'emulator/test/trigger-token',
        'the token › shows the secret to its owner and to administrators of GitLab, and four characters to others',
      ],
    },
    {
      endpoint: 'POST /projects/:id/triggers',
      parameters: ['description', 'expires_at'],
      call: (api) => api.triggerTokens.create(project, { description: 'weekly', expires_at: '2026-12-31T00:00:00Z' }),
      test: ['emulator/test/trigger-token', 'create › returns a new trigger token with its secret and its owner'],
    },
    {
      endpoint: 'PUT /projects/:id/triggers/:trigger_id',
      parameters: ['description'],
      call: (api, { id }) => api.triggerTokens.update(project, id, { description: 'weekly' }),
      test: ['emulator/test/trigger-token', 'update › changes only the description of a trigger token'],
    },
    {
      endpoint: 'DELETE /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.delete(project, id),
      test: [
        'emulator/test/trigger-token',
        'delete › lets all maintainers delete a trigger token, and responds with 404 the second time',
      ],
    },
    {
      endpoint: 'POST /projects/:id/trigger/pipeline',
      parameters: ['ref', 'token', 'variables', 'inputs'],
      later: ['inputs'],
      named: { token: 'triggerToken' },
      call: (api, { token }) =>
        api.triggerTokens.run(project, { ref: 'main', token, variables: { A: 'b' }, inputs: {} }),
      test: [
        'emulator/test/trigger-token',
        'starting a pipeline › returns all fields of a triggered pipeline, in GitLab without the name',
      ],
    },
  ],
)
