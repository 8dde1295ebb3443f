import { nothing, noun } from '../endpoint'

export const jobQueueMetrics = noun(
  'Job-queue metrics',
  nothing,
  [
    {
      endpoint: 'GET /jobqueue/queue_metrics',
      gitlab: '/sidekiq/queue_metrics',
      call: (api) => api.jobQueueMetrics.queues(),
      unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
      test: ['emulator/test/job-queue-metrics', 'serves job-queue metrics at /%s'],
    },
    {
      endpoint: 'GET /jobqueue/process_metrics',
      gitlab: '/sidekiq/process_metrics',
      call: (api) => api.jobQueueMetrics.processes(),
      unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
      test: ['emulator/test/job-queue-metrics', 'serves job-queue metrics at /%s'],
    },
    {
      endpoint: 'GET /jobqueue/job_stats',
      gitlab: '/sidekiq/job_stats',
      call: (api) => api.jobQueueMetrics.jobs(),
      unused: '`getJobQueueMetrics` asks for queues, processes and jobs at once.',
      test: ['emulator/test/job-queue-metrics', 'serves job-queue metrics at /%s'],
    },
    {
      endpoint: 'GET /jobqueue/compound_metrics',
      gitlab: '/sidekiq/compound_metrics',
      call: (api) => api.jobQueueMetrics.all(),
      test: ['emulator/test/job-queue-metrics', 'serves job-queue metrics at /%s'],
    },
  ],
  'GitLab has them at `/sidekiq`, which the client uses if `/jobqueue` does not exist.',
)
