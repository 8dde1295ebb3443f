import { type TestCaseRecord, testSuites } from '../records/test-report'
import type { Store } from '../store/store'

/** Replaces the test suites of a pipeline with `unit` and `browser`, whose last case fails if the pipeline failed. */
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
