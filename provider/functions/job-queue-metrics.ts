import { serviceReader } from '../core/pulumi/invoke'

/** Reads the backlog of the service's background job queues, the worker processes, and the numbers of jobs. */
export const getJobQueueMetrics = serviceReader('getJobQueueMetrics', (api) => api.jobQueueMetrics.all(), {
  causes: { 403: 'Reading job queues requires an administrator of a self-managed service.' },
})
