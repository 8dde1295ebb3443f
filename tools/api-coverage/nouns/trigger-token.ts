import { noun } from '../endpoint'
import { project } from './ids'

const test = (title: string) => ['emulator/test/trigger-token', title] as const

export const triggerTokens = noun(
  'Pipeline trigger tokens',
  (api) => api.triggerTokens.create(project, { description: 'nightly' }),
  [
    {
      endpoint: 'GET /projects/:id/triggers',
      call: (api) => api.triggerTokens.list(project),
      variants: [{ call: (api) => api.triggerTokens.list(project, { per_page: 5 }), sends: 'per_page=5' }],
      test: test('list › lists trigger tokens by id, in pages'),
    },
    {
      endpoint: 'GET /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.get(project, id),
      test: test(
        'the token › shows the secret to its owner and to administrators of GitLab, and four characters to others',
      ),
    },
    {
      endpoint: 'POST /projects/:id/triggers',
      call: (api) => api.triggerTokens.create(project, { description: 'weekly', expires_at: '2026-12-31T00:00:00Z' }),
      sends: { description: 'weekly', expires_at: '2026-12-31T00:00:00Z' },
      test: test('create › returns a new trigger token with its secret and its owner'),
    },
    {
      endpoint: 'PUT /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.update(project, id, { description: 'weekly' }),
      sends: { description: 'weekly' },
      variants: [
        {
          call: (api, { id }) => api.triggerTokens.update(project, id, { description: null }),
          sends: { description: null },
        },
      ],
      test: test('update › changes only the description of a trigger token'),
    },
    {
      endpoint: 'DELETE /projects/:id/triggers/:trigger_id',
      call: (api, { id }) => api.triggerTokens.delete(project, id),
      test: test('delete › lets all maintainers delete a trigger token, and responds with 404 the second time'),
    },
    {
      endpoint: 'POST /projects/:id/trigger/pipeline',
      later: ['inputs'],
      named: { token: 'triggerToken' },
      call: (api, { token }) =>
        api.triggerTokens.run(project, { ref: 'main', token, variables: { A: 'b' }, inputs: {} }),
      sends: { ref: 'main', token: 'glptt-stand-in', variables: { A: 'b' }, inputs: {} },
      test: test('starting a pipeline › returns all fields of a triggered pipeline, in GitLab without the name'),
    },
  ],
)
