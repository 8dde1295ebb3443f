import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { params } from '../http/params'
import type { PipelineRecord } from '../records/pipeline'
import { type TestCaseRecord, type TestSuiteRecord, testSuites } from '../records/test-report'
import { findReadablePipeline, pipelinePath, readingScopesOf } from './pipeline'

/** Test reports of pipelines. */
export const testReport: Resource = (api) => {
  const endpoint = { readingScopes: readingScopesOf(api), params: params(pipelinePath) }

  api.get('/projects/:id/pipelines/:pipeline_id/test_report', endpoint, (call, { pipeline_id }) =>
    presentTestReport(call, findReadablePipeline(call, pipeline_id).pipeline),
  )

  api.get('/projects/:id/pipelines/:pipeline_id/test_report_summary', endpoint, (call, { pipeline_id }) =>
    presentTestReportSummary(call, findReadablePipeline(call, pipeline_id).pipeline),
  )
}

/** The tests of a pipeline with all cases. */
function presentTestReport(call: Call, pipeline: PipelineRecord) {
  const suites = call.store.of(testSuites).where('pipeline', pipeline.id)
  return { ...countAll(suites), test_suites: suites.map((suite) => presentSuite(call, suite)) }
}

/** The numbers of tests of a pipeline. */
function presentTestReportSummary(call: Call, pipeline: PipelineRecord) {
  const suites = call.store.of(testSuites).where('pipeline', pipeline.id)
  const { total_time, total_count, success_count, failed_count, skipped_count, error_count } = countAll(suites)
  return {
    total: {
      time: total_time,
      count: total_count,
      success: success_count,
      failed: failed_count,
      skipped: skipped_count,
      error: error_count,
      suite_error: suites.find(({ suite_error }) => suite_error !== null)?.suite_error ?? null,
    },
    test_suites: suites.map(({ name, build_ids, suite_error, test_cases }) => ({
      name,
      ...count(test_cases),
      build_ids,
      suite_error,
    })),
  }
}

/** GitLab has a few more fields than the specification. */
function presentSuite(call: Call, { name, suite_error, test_cases }: TestSuiteRecord) {
  const gitlab = call.instance.flavor === 'gitlab'
  return {
    name,
    ...count(test_cases),
    ...(gitlab && { suite_error }),
    test_cases: test_cases.map(({ status, name, classname, file, execution_time, system_output, stack_trace }) => ({
      status,
      name,
      classname,
      ...(gitlab && { file }),
      execution_time,
      system_output,
      stack_trace,
      ...(gitlab && { recent_failures: null }),
    })),
  }
}

const countAll = (suites: readonly TestSuiteRecord[]) => count(suites.flatMap(({ test_cases }) => test_cases))

function count(cases: TestCaseRecord[]) {
  const countOf = (status: TestCaseRecord['status']): number => cases.filter((one) => one.status === status).length
  return {
    total_time: cases.reduce((total, { execution_time }) => total + execution_time, 0),
    total_count: cases.length,
    success_count: countOf('success'),
    failed_count: countOf('failed'),
    skipped_count: countOf('skipped'),
    error_count: countOf('error'),
  }
}
