import { type OfProject, reader } from '../core/pulumi/invoke'
import type { OfPipeline } from './pipeline'

/** Reads the test cases of a pipeline. Without tests, all counts are 0. */
export const getTestReport = reader<OfProject & OfPipeline>()('getTestReport', (api, { project, pipeline }) =>
  api.pipelines.testReport(project, pipeline),
)

/** Reads the numbers of tests of a pipeline, in total and by suite. */
export const getTestReportSummary = reader<OfProject & OfPipeline>()(
  'getTestReportSummary',
  (api, { project, pipeline }) => api.pipelines.testReportSummary(project, pipeline),
)
