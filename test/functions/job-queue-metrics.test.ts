import { getJobQueueMetrics } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  beforeEach(() => service.as('root'))

  it('returns queues, processes and jobs', async () => {
    expect(await valueOf(getJobQueueMetrics())).toMatchObject({
      queues: { default: { backlog: 0, latency: 0 }, mailers: { backlog: 0 } },
      processes: [{ hostname: 'emulator', startedAt: '2026-01-05T09:00:00.000+00:00', queues: ['default', 'mailers'] }],
      jobs: { processed: 2, failed: 0 },
    })
  })

  it('keeps the names of queues', async () => {
    const queues = { project_export: { backlog: 3, latency: 0 }, 'cronjob:stuck_ci_jobs': { backlog: 0, latency: 0 } }
    service.emulator.patch('job_queue_metrics', 1, { queues })
    expect((await valueOf(getJobQueueMetrics())).queues).toEqual(queues)
  })
})
