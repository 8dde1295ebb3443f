/** Number of tests by result. */
export interface TestCounts {
  /** Seconds. */
  total_time: number
  total_count: number
  success_count: number
  failed_count: number
  skipped_count: number
  error_count: number
}

/** The test cases of a pipeline. https://docs.gitlab.com/api/pipelines/#get-a-test-report-for-a-pipeline */
export interface TestReport extends TestCounts {
  test_suites: TestSuite[]
}

/** The test cases of a suite. */
export interface TestSuite extends TestCounts {
  name: string
  /** Why the report of the suite could not be read. Older services omit it. */
  suite_error?: string | null
  test_cases: TestCase[]
}

/** The result of a test. */
export interface TestCase {
  status: 'success' | 'failed' | 'skipped' | 'error'
  name: string
  classname: string
  /** Source file. Older services omit it. */
  file?: string | null
  /** Seconds. */
  execution_time: number
  /** Output of the test, if its report contains it. */
  system_output: string | Record<string, unknown> | null
  stack_trace: string | null
  /** Recent failures on the default branch. Null: none. Older services omit it. */
  recent_failures?: { count: number; base_branch: string } | null
  /** A file that the test attached. */
  attachment_url?: string
}

/**
 * The numbers of tests of a pipeline. https://docs.gitlab.com/api/pipelines/#get-a-test-report-summary-for-a-pipeline
 */
export interface TestReportSummary {
  /** The sum of all suites. */
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

/** The numbers of tests of a suite. */
export interface TestSuiteSummary extends TestCounts {
  name: string
  /** The jobs that ran the suite. */
  build_ids: number[]
  /** Why the report of the suite could not be read. */
  suite_error: string | null
}
