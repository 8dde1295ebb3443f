import { serviceReader } from '../core/pulumi/invoke'

/** What waits in the queues of the service's background jobs, the processes that work on them, and how many jobs there were. */
export const getJobQueueMetrics = serviceReader('getJobQueueMetrics', (api) => api.jobQueueMetrics.all(), {
  causes: { 403: 'Job queues are seen by administrators of a self-managed service.' },
})
