import { type OfProject, reader } from '../core/pulumi/invoke'
import type { OfPipeline } from './pipeline'

/** The tests of a pipeline's jobs, case by case; counts are 0 where there are none. */
export const getTestReport = reader<OfProject & OfPipeline>()('getTestReport', (api, { project, pipeline }) =>
  api.pipelines.testReport(project, pipeline),
)

/** The tests of a pipeline's jobs, counted: in all, and by suite. */
export const getTestReportSummary = reader<OfProject & OfPipeline>()(
  'getTestReportSummary',
  (api, { project, pipeline }) => api.pipelines.testReportSummary(project, pipeline),
)
