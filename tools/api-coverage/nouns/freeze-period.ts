import { noun } from '../endpoint'
import { project } from './ids'

const weekend = { freeze_start: '0 18 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }

const test = (title: string) => ['emulator/test/freeze-period', title] as const

export const freezePeriods = noun('Freeze periods', (api) => api.freezePeriods.create(project, weekend), [
  {
    endpoint: 'GET /projects/:id/freeze_periods',
    call: (api) => api.freezePeriods.list(project),
    variants: [{ call: (api) => api.freezePeriods.list(project, { per_page: 5 }), sends: 'per_page=5' }],
    test: test('list › lists freeze periods by age, in pages'),
  },
  {
    endpoint: 'GET /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.get(project, id),
    test: ['emulator/test/compat/gitbeaker/freeze-period', 'creates, reads and lists freeze periods'],
  },
  {
    endpoint: 'POST /projects/:id/freeze_periods',
    call: (api) => api.freezePeriods.create(project, weekend),
    sends: { freeze_start: '0 18 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' },
    test: test('create › returns all fields of a new freeze period'),
  },
  {
    endpoint: 'PUT /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.update(project, id, { ...weekend, freeze_end: '0 9 * * 1' }),
    sends: { freeze_start: '0 18 * * 5', freeze_end: '0 9 * * 1', cron_timezone: 'UTC' },
    test: test('update › changes only the sent fields of a freeze period'),
  },
  {
    endpoint: 'DELETE /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.delete(project, id),
    test: test('delete › deletes a freeze period, and responds with 404 the second time'),
  },
])
