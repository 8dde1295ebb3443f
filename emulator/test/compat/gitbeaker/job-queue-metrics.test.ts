import { SidekiqMetrics } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('job-queue metrics by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const metrics = (as: string | null = 'root') => new SidekiqMetrics(access(emulator, as))

  it('returns job-queue metrics in parts and together', async () => {
    const parts = {
      queues: { default: { backlog: 0, latency: 0 }, mailers: { backlog: 0, latency: 0 } },
      processes: [
        {
          hostname: expect.any(String),
          pid: expect.any(Number),
          tag: expect.any(String),
          started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/),
          queues: ['default', 'mailers'],
          labels: [],
          concurrency: expect.any(Number),
          busy: 0,
        },
      ],
      jobs: { processed: expect.any(Number), failed: 0, enqueued: 0, dead: 0 },
    }
    expect(await metrics().queueMetrics()).toEqual({ queues: parts.queues })
    expect(await metrics().processMetrics()).toEqual({ processes: parts.processes })
    expect(await metrics().jobStats()).toEqual({ jobs: parts.jobs })
    expect(await metrics().compoundMetrics()).toEqual(parts)
  })
})
