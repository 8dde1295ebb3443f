import { noun } from '../endpoint'
import { project } from './ids'

const cron = { freeze_start: '0 18 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }

export const freezePeriods = noun('Freeze periods', (api) => api.freezePeriods.create(project, cron), [
  {
    endpoint: 'GET /projects/:id/freeze_periods',
    call: (api) => api.freezePeriods.list(project),
    test: ['emulator/test/freeze-period', 'list › lists freeze periods by age, in pages'],
  },
  {
    endpoint: 'GET /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.get(project, id),
    test: ['emulator/test/compat/gitbeaker/freeze-period', 'creates, reads and lists freeze periods'],
  },
  {
    endpoint: 'POST /projects/:id/freeze_periods',
    parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
    call: (api) => api.freezePeriods.create(project, cron),
    test: ['emulator/test/freeze-period', 'create › returns all fields of a new freeze period'],
  },
  {
    endpoint: 'PUT /projects/:id/freeze_periods/:freeze_period_id',
    parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
    call: (api, { id }) => api.freezePeriods.update(project, id, { ...cron, freeze_end: '0 9 * * 1' }),
    test: ['emulator/test/freeze-period', 'update › changes only the sent fields of a freeze period'],
  },
  {
    endpoint: 'DELETE /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.delete(project, id),
    test: ['emulator/test/freeze-period', 'delete › deletes a freeze period, and responds with 404 the second time'],
  },
])
