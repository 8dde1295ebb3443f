import { nothing, noun } from '../endpoint'

const test = ['emulator/test/job-queue-metrics', 'serves job-queue metrics at /%s'] as const
const atOnce = '`getJobQueueMetrics` asks for queues, processes and jobs at once.'

export const jobQueueMetrics = noun(
  'Job-queue metrics',
  nothing,
  [
    {
      endpoint: 'GET /jobqueue/queue_metrics',
      gitlab: '/sidekiq/queue_metrics',
      call: (api) => api.jobQueueMetrics.queues(),
      unused: atOnce,
      test,
    },
    {
      endpoint: 'GET /jobqueue/process_metrics',
      gitlab: '/sidekiq/process_metrics',
      call: (api) => api.jobQueueMetrics.processes(),
      unused: atOnce,
      test,
    },
    {
      endpoint: 'GET /jobqueue/job_stats',
      gitlab: '/sidekiq/job_stats',
      call: (api) => api.jobQueueMetrics.jobs(),
      unused: atOnce,
      test,
    },
    {
      endpoint: 'GET /jobqueue/compound_metrics',
      gitlab: '/sidekiq/compound_metrics',
      call: (api) => api.jobQueueMetrics.all(),
      test,
    },
  ],
  'GitLab has them at `/sidekiq`, which the client uses if `/jobqueue` does not exist.',
)
