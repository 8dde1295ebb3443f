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

/** A test suite of a pipeline. */
export interface TestSuiteRecord {
  id: number
  pipeline_id: number
  name: string
  /** The jobs that ran it. */
  build_ids: number[]
  /** The error while reading its file; null if there is none. */
  suite_error: string | null
  /** Empty if the file could not be read. */
  test_cases: TestCaseRecord[]
}

export const testSuites = collection<TestSuiteRecord>('test_suites', { pipeline: { by: (suite) => suite.pipeline_id } })
