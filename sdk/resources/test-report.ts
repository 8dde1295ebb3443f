/** How many tests ended in which way. */
export interface TestCounts {
  /** Seconds. */
  total_time: number
  total_count: number
  success_count: number
  failed_count: number
  skipped_count: number
  error_count: number
}

/** The tests of a pipeline. https://docs.gitlab.com/api/pipelines/#get-a-test-report-for-a-pipeline */
export interface TestReport extends TestCounts {
  test_suites: TestSuite[]
}

export interface TestSuite extends TestCounts {
  name: string
  /** Why the suite's file could not be read; older services leave it out. */
  suite_error?: string | null
  test_cases: TestCase[]
}

export interface TestCase {
  status: 'success' | 'failed' | 'skipped' | 'error'
  name: string
  classname: string
  /** Source file; older services leave it out. */
  file?: string | null
  /** Seconds. */
  execution_time: number
  /** What the test wrote, as far as its report holds that. */
  system_output: string | Record<string, unknown> | null
  stack_trace: string | null
  /** How often it failed lately on the default branch; null for never. Older services leave it out. */
  recent_failures?: { count: number; base_branch: string } | null
  /** A file that the test attached. */
  attachment_url?: string
}

/** The tests of a pipeline, counted. https://docs.gitlab.com/api/pipelines/#get-a-test-report-summary-for-a-pipeline */
export interface TestReportSummary {
  total: {
    /** Seconds. */
    time: number
    count: number
    success: number
    failed: number
    skipped: number
    error: number
    suite_error: string | null
  }
  test_suites: TestSuiteSummary[]
}

export interface TestSuiteSummary extends TestCounts {
  name: string
  /** The jobs that ran it. */
  build_ids: number[]
  /** Why the suite's file could not be read. */
  suite_error: string | null
}
