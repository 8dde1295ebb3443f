import { getTestReport, getTestReportSummary } from '../../provider'
import { valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  it('returns every test case of a pipeline', async () => {
    const report = await valueOf(getTestReport({ project: 'acme/web', pipeline: 1002 }))
    expect(report).toMatchObject({ totalCount: 5, failedCount: 1, testSuites: [{ name: 'unit' }, { name: 'browser' }] })
    const [, browser] = report.testSuites
    expect(browser?.testCases[1]).toMatchObject({ status: 'failed', name: 'signs out', executionTime: 0.5 })
  })

  it('keeps the output of a test', async () => {
    const test_cases = [{ status: 'error', name: 'starts', system_output: { exit_code: 1, 'std-err': 'no_such_file' } }]
    const body = { total_count: 1, test_suites: [{ name: 'unit', test_cases }] }
    service.emulator.fault({ path: /test_report$/, status: 200, body })
    const report = await valueOf(getTestReport({ project: 1, pipeline: 1002 }))
    expect(report.testSuites[0]?.testCases[0]?.systemOutput).toEqual({ exit_code: 1, 'std-err': 'no_such_file' })
  })

  it('returns the counts of a test report', async () => {
    const summary = await valueOf(getTestReportSummary({ project: 1, pipeline: 1002 }))
    expect(summary).toMatchObject({
      total: { count: 5, success: 3, failed: 1, skipped: 1, suiteError: null },
      testSuites: [
        { name: 'unit', buildIds: [10021], skippedCount: 1 },
        { name: 'browser', failedCount: 1 },
      ],
    })
  })

  it('fails if the pipeline does not exist', async () => {
    await expect(valueOf(getTestReport({ project: 1, pipeline: 99 }))).rejects.toThrow(/^getTestReport failed\..* 404 /)
    await expect(valueOf(getTestReportSummary({ project: 1, pipeline: 99 }))).rejects.toThrow(/404 /)
  })
})
