import { collection } from '../store/store'

export interface TestCaseRecord {
  status: 'success' | 'failed' | 'skipped' | 'error'
  name: string
  classname: string
  file: string | null
  /** Seconds. */
  execution_time: number
  system_output: string | null
  stack_trace: string | null
}

/** The tests that jobs of a pipeline ran under one name. */
export interface TestSuiteRecord {
  id: number
  pipeline_id: number
  name: string
  /** The jobs that ran it. */
  build_ids: number[]
  /** Why its file could not be read; null for nothing. */
  suite_error: string | null
  /** None where the file could not be read. */
  test_cases: TestCaseRecord[]
}

export const testSuites = collection<TestSuiteRecord>('test_suites', { pipeline: { by: (suite) => suite.pipeline_id } })
