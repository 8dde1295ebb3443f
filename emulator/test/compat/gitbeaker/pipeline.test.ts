import { type AllPipelinesOptions, Pipelines } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { testNow, useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('pipelines by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const pipelines = (as?: string | null) => new Pipelines(access(emulator, as))
  const ids = async (options?: AllPipelinesOptions) => (await pipelines().all(1, options)).map(({ id }) => id)

  const firstSha = '11'.padEnd(40, '0')
  it.each<[AllPipelinesOptions, number[]]>([
    [{}, [1003, 1002, 1001]],
    [{ sort: 'asc' }, [1001, 1002, 1003]],
    [{ orderBy: 'status', sort: 'asc' }, [1002, 1001, 1003]],
    [{ scope: 'finished' }, [1003, 1002, 1001]],
    [{ scope: 'running' }, []],
    [{ scope: 'branches' }, [1003]],
    [{ scope: 'tags' }, []],
    [{ status: 'failed' }, [1002]],
    [{ source: 'push', ref: 'main' }, [1003, 1002, 1001]],
    [{ source: 'schedule' }, []],
    [{ ref: 'v1.0.0' }, []],
    [{ sha: firstSha }, [1001]],
    [{ yamlErrors: true }, []],
    [{ yamlErrors: false, username: 'developer' }, [1003, 1002, 1001]],
    [{ username: 'nobody' }, []],
    [{ updatedAfter: '2026-01-05T10:00:59+01:00' }, [1003, 1002, 1001]],
    [{ updatedAfter: '2026-01-05T10:01:01+01:00' }, []],
    [{ updatedBefore: '2026-01-05T09:00:59Z' }, []],
    [{ name: 'nightly' }, []],
  ])('lists pipelines by %j', async (options, expected) => {
    expect(await ids(options)).toEqual(expected)
  })

  it('lists pipelines with the fields of a list', async () => {
    const [newest] = await pipelines().all('acme/web', { perPage: 1, page: 1 })
    expect(newest).toEqual({
      id: 1003,
      iid: 3,
      project_id: 1,
      sha: '13'.padEnd(40, '0'),
      ref: 'main',
      status: 'success',
      source: 'push',
      created_at: '2026-01-05T09:00:00.000Z',
      updated_at: '2026-01-05T09:01:00.000Z',
      web_url: `${emulator.url}/acme/web/-/pipelines/1003`,
      name: null,
    })
  })

  it('returns all fields of a pipeline, by id and as the latest of a branch', async () => {
    const shown = await pipelines().show(1, 1003)
    expect(shown).toMatchObject({
      id: 1003,
      before_sha: '12'.padEnd(40, '0'),
      tag: false,
      yaml_errors: null,
      user: { id: 4, username: 'developer', name: 'Developer', state: 'active' },
      started_at: '2026-01-05T09:00:00.000Z',
      finished_at: '2026-01-05T09:01:00.000Z',
      duration: 60,
      queued_duration: null,
      coverage: null,
      detailed_status: {
        icon: 'status_success',
        text: 'Passed',
        label: 'passed',
        group: 'success',
        tooltip: 'passed',
        has_details: spec,
        details_path: '/acme/web/-/pipelines/1003',
        illustration: null,
        favicon: expect.any(String),
      },
    })
    expect(await pipelines().showLatest(1)).toEqual(shown)
    expect(await pipelines().showLatest(1, { ref: 'main' })).toEqual(shown)
    expect(await pipelines().show(1, 'latest', { ref: 'main' })).toEqual(shown)
    await expect(pipelines().showLatest(1, { ref: 'none' })).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })

  it('creates a pipeline with variables, which only some roles can read', async () => {
    const variables = [
      { key: 'TARGET', value: 'eu & us' },
      { key: 'CONFIG', value: '{"camelCase": 1}', variable_type: 'file' },
    ]
    const made = await pipelines('developer').create(1, 'main', { variables })
    expect(made).toMatchObject({
      iid: 4,
      project_id: 1,
      ref: 'main',
      sha: '13'.padEnd(40, '0'),
      status: spec ? 'pending' : 'created',
      source: 'api',
      tag: false,
      created_at: testNow,
      started_at: null,
      user: { username: 'developer' },
    })
    const raw = spec ? {} : { raw: false }
    const shown = [
      { variable_type: 'env_var', key: 'TARGET', value: 'eu & us', ...raw },
      { variable_type: 'file', key: 'CONFIG', value: '{"camelCase": 1}', ...raw },
    ]
    expect(await pipelines('developer').allVariables(1, made.id)).toEqual(shown)
    expect(await pipelines().allVariables(1, made.id)).toEqual(shown)
    await expect(pipelines('reporter').allVariables(1, made.id)).rejects.toMatchObject(refused(403, '403 Forbidden'))
    expect(await pipelines().showLatest(1)).toMatchObject({ id: made.id, name: null })
  })

  it('returns the test report and its summary', async () => {
    const report = await pipelines().showTestReport(1, 1002)
    const { test_suites: suites, ...counted } = report
    expect(counted).toEqual({
      total_time: 2,
      total_count: 5,
      success_count: 3,
      failed_count: 1,
      skipped_count: 1,
      error_count: 0,
    })
    expect(suites).toMatchObject([
      { name: 'unit', total_count: 3, test_cases: [{ name: 'adds', status: 'success' }, {}, { status: 'skipped' }] },
      { name: 'browser', failed_count: 1, test_cases: [{}, { name: 'signs out', status: 'failed', classname: 'web' }] },
    ])
    expect(await pipelines().showTestReportSummary(1, 1002)).toMatchObject({
      total: { time: 2, count: 5, success: 3, failed: 1, skipped: 1, error: 0, suite_error: null },
      test_suites: [
        { name: 'unit', total_time: 1, total_count: 3, success_count: 2, skipped_count: 1, suite_error: null },
        { name: 'browser', failed_count: 1, build_ids: [expect.any(Number)] },
      ],
    })
  })

  it('retries and cancels a pipeline, without effect if nothing is to be done', async () => {
    expect(await pipelines().retry(1, 1002)).toMatchObject({ id: 1002, status: 'pending', finished_at: null })
    expect(await pipelines().cancel(1, 1002)).toMatchObject({ id: 1002, status: 'canceled' })
    const { name, ...others } = await pipelines().show(1, 1001)
    const unchanged = spec ? { name, ...others } : others
    expect(await pipelines().retry(1, 1001)).toEqual(unchanged)
    expect(await pipelines().cancel(1, 1001)).toEqual(unchanged)
  })

  it('lets owners delete a pipeline once', async () => {
    await expect(pipelines().remove(1, 1001)).rejects.toMatchObject(refused(403, '403 Forbidden'))
    expect(await pipelines('owner').remove(1, 1001)).toBeNull()
    await expect(pipelines('owner').remove(1, 1001)).rejects.toMatchObject(refused(404, '404 Not found'))
    expect(await ids()).toEqual([1003, 1002])
  })
})
