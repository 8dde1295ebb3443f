import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform } from 'sucrase'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { costlyFlavors } from '../shared/test-run'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const example = readFileSync(resolve(__dirname, '..', '..', 'examples', 'operations', 'index.ts'), 'utf8')
// `tokens-example.test.ts` checks the types.
const { code } = transform(example, { transforms: ['typescript', 'imports'] })

describe.each(costlyFlavors)('the further kinds under the real engine, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    // Pipelines take their time by its clock.
    emulator = await startEmulator({ flavor, onRequest: () => emulator.advanceClock(1) })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: code,
      waitSpeed: 100,
      config: {
        alertEndpoint: `${emulator.url}/acme/web/alerts/notify.json`,
        administrator: 'true',
      },
      secretConfig: { alertKey: 'emulator-alert-key' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const release = (name: string) => stack.run('up', '--yes', '--skip-preview', '--config', `release=${name}`)

  it('creates all resources in one update, and waits for the pipeline', async () => {
    expectOk(await stack.up())
    const { stdout } = expectOk(await stack.run('stack', 'output', '--json'))
    const outputs = JSON.parse(stdout) as { pipeline: string; tests: object }
    expect(outputs.pipeline).toMatch(/^http.*\/acme\/web\/-\/pipelines\/\d+$/)
    expect(outputs.tests).toMatchObject({ total: 5, failed: 0 })
    expect(await api.vulnerabilities.list(1).all()).not.toEqual([])
    expect((await api.projects.get(1)).repository_storage).toBe('fast')
  })

  it('shows no diff in the next preview', async () => {
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('starts only another pipeline for another release', async () => {
    emulator.clearRequests()
    expectOk(await release('v2'))
    expect(writes().map(({ method, path }) => [method, path.replace(/\d+/g, 'N')])).toEqual([
      ['POST', '/acme/web/alerts/notify.json'],
      ['POST', '/acme/web/alerts/notify.json'],
      ['POST', '/api/vN/projects/N/pipeline'],
      ['PUT', '/api/vN/projects/N/pipelines/N/metadata'],
    ])
  })

  it('fails the update when the pipeline fails, names its URL and failing tests, and keeps it in state', async () => {
    const state = emulator.state()
    Object.assign(state.collections.projects?.records.find(({ id }) => id === 1) ?? {}, { ci_outcome: 'failed' })
    emulator.setState(state)
    const failed = await release('v3')
    expect(failed.code).not.toBe(0)
    expect(failed.stdout + failed.stderr).toMatch(
      /pipeline run "main" of acme\/web failed: http\S+\/pipelines\/\d+\. Failing tests: browser › web › signs out/,
    )
    const { deployment } = await stack.export()
    const run = deployment.resources?.find(({ type }) => type.endsWith('trueup:PipelineRun'))
    expect(run?.outputs).toMatchObject({ status: 'failed' })
    const again = await stack.up()
    expect(again.stdout + again.stderr).toMatch(/signs out/)
  })

  it('destroys all resources, and reports those that stay on the service', async () => {
    const down = await stack.destroy()
    expectOk(down)
    expect(down.stdout).toMatch(
      /vulnerability \d+ of acme\/web \(id 1\/\d+\) is kept, because the API cannot delete it/,
    )
    expect(down.stdout).toMatch(/repository storage move .* remains in effect/)
    expect(down.stdout).toMatch(/pipeline run "main" of acme\/web .* remains on the service/)
    expect(await api.issueLinks.list(1, 1).all()).toEqual([])
    const alerts = emulator.state().collections.alerts?.records as unknown as { status: string }[]
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['resolved']))
  })
})
