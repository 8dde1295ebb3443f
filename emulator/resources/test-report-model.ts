import { collection, type Store } from '../store/store'

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

/** Two suites, `unit` and `browser`; the last of their cases fails where the pipeline did. They take the place of earlier ones. */
export function seedTestReport(store: Store, pipeline: { id: number; status: string }): void {
  const passed = pipeline.status === 'success'
  for (const suite of store.of(testSuites).where('pipeline', pipeline.id)) store.of(testSuites).delete(suite)
  const add = (name: string, build_id: number, test_cases: TestCaseRecord[]) =>
    store
      .of(testSuites)
      .insert({ pipeline_id: pipeline.id, name, build_ids: [build_id], suite_error: null, test_cases })
  add('unit', 10 * pipeline.id + 1, [testCase('adds'), testCase('subtracts'), testCase('divides', 'skipped')])
  add('browser', 10 * pipeline.id + 2, [testCase('signs in'), testCase('signs out', passed ? 'success' : 'failed')])
}

function testCase(name: string, status: TestCaseRecord['status'] = 'success'): TestCaseRecord {
  const ran = status !== 'skipped'
  const output = status === 'failed' ? `expected that it ${name}` : null
  const about = { name, classname: 'web', file: `test/${name.replaceAll(' ', '-')}.test.ts` }
  return { status, ...about, execution_time: ran ? 0.5 : 0, system_output: output, stack_trace: null }
}
