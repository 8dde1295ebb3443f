import { getLatestPipeline, getPipeline, getPipelines, getPipelineVariables } from '../../provider'
import { isSecret, valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

onBothFlavors((service) => {
  const { asked } = service

  it('reads a pipeline', async () => {
    const pipeline = await valueOf(getPipeline({ project: 'acme/web', pipeline: 1002 }))
    expect(pipeline).toMatchObject({
      id: 1002,
      status: 'failed',
      projectId: 1,
      detailedStatus: { icon: 'status_failed' },
    })
    await expect(valueOf(getPipeline({ project: 2, pipeline: 1002 }))).rejects.toThrow(/404 .*check project 2/)
  })

  it('lists pipelines, newest first, with the filters of the service', async () => {
    const all = await valueOf(getPipelines({ project: 1 }))
    expect(all.map(({ id }) => id)).toEqual([1003, 1002, 1001])
    asked()
    const some = await valueOf(
      getPipelines({
        project: 1,
        scope: 'finished',
        status: 'success',
        ref: 'main',
        source: 'push',
        username: 'developer',
        yamlErrors: false,
        updatedAfter: '2026-01-01T00:00:00Z',
        createdBefore: '2026-02-01T00:00:00Z',
        orderBy: 'id',
        sort: 'asc',
      }),
    )
    expect(some.map(({ id }) => id)).toEqual([1001, 1003])
    expect(asked()).toEqual([
      'GET /projects/1/pipelines?scope=finished&status=success&ref=main&source=push&username=developer' +
        '&yaml_errors=false&updated_after=2026-01-01T00%3A00%3A00Z&created_before=2026-02-01T00%3A00%3A00Z' +
        '&order_by=id&sort=asc&per_page=100',
    ])
  })

  it('reads the latest pipeline of a ref', async () => {
    expect(await valueOf(getLatestPipeline({ project: 1 }))).toMatchObject({ id: 1003, ref: 'main' })
    expect(await valueOf(getLatestPipeline({ project: 1, ref: 'main' }))).toMatchObject({ id: 1003 })
    await expect(valueOf(getLatestPipeline({ project: 1, ref: 'nowhere' }))).rejects.toThrow(
      /403 .*The ref does not exist, its newest commit has no pipeline/,
    )
  })

  it('returns the variables of a pipeline as a secret', async () => {
    const variables = [{ key: 'REGION', value: 'eu', variable_type: 'file' as const }]
    const { id } = await service.api.pipelines.create(1, { ref: 'main', variables })
    const shown = getPipelineVariables({ project: 1, pipeline: id })
    expect(await valueOf(shown)).toMatchObject([{ key: 'REGION', value: 'eu', variableType: 'file' }])
    expect(await isSecret(shown)).toBe(true)
    service.as('developer')
    await expect(valueOf(getPipelineVariables({ project: 1, pipeline: id }))).rejects.toThrow(
      /403 .*Reading variables requires the Maintainer role/,
    )
  })
})
