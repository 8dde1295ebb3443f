import { noun } from '../endpoint'
import { project } from './ids'

const cron = { freeze_start: '0 18 * * 5', freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }

export const freezePeriods = noun('Freeze periods', (api) => api.freezePeriods.create(project, cron), [
  {
    endpoint: 'GET /projects/:id/freeze_periods',
    call: (api) => api.freezePeriods.list(project),
    test: ['emulator/freeze-period', 'list › goes by age, in pages'],
  },
  {
    endpoint: 'GET /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.get(project, id),
    test: ['compat/gitbeaker/freeze-period', 'are created, read and listed'],
  },
  {
    endpoint: 'POST /projects/:id/freeze_periods',
    parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
    call: (api) => api.freezePeriods.create(project, cron),
    test: ['emulator/freeze-period', 'create › answers the whole freeze'],
  },
  {
    endpoint: 'PUT /projects/:id/freeze_periods/:freeze_period_id',
    parameters: ['freeze_start', 'freeze_end', 'cron_timezone'],
    call: (api, { id }) => api.freezePeriods.update(project, id, { ...cron, freeze_end: '0 9 * * 1' }),
    test: ['emulator/freeze-period', 'update › changes what is sent and nothing else'],
  },
  {
    endpoint: 'DELETE /projects/:id/freeze_periods/:freeze_period_id',
    call: (api, { id }) => api.freezePeriods.delete(project, id),
    test: ['emulator/freeze-period', 'delete › answers nothing, and the second time that there is none'],
  },
])
