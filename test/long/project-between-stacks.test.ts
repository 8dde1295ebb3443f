import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

// The commands of docs/moving-projects.md.
describe('one project of a stack whose projects are data', () => {
  const emulator = useEmulator()
  let stack: PulumiStack
  let component: string

  const web = '  acme/web: { labels: { bug: { color: red } }, triggerTokens: { nightly: { description: nightly } } }\n'
  const api = '  acme/api: { labels: { bug: { color: red } } }\n'
  const writeProjects = (...sections: string[]) => stack.write('projects/all.yaml', `projects:\n${sections.join('')}`)
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  beforeEach(async () => {
    const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' }
    stack = await PulumiStack.create({ program: `require('trueup').fromYaml('projects/*.yaml')`, env })
    await mkdir(join(stack.folder, 'projects'))
    await writeProjects(web, api)
    expectOk(await stack.up())
    const { deployment } = await stack.export()
    component = deployment.resources!.find(({ urn }) => urn.endsWith(':ProjectSettings::acme/web'))!.urn
    emulator.clearRequests()
  })
  afterEach(() => stack.close())

  it('moves to another stack, after which neither has a difference', async () => {
    expectOk(await stack.run('stack', 'init', 'other', '--no-select'))
    expectOk(await stack.run('state', 'move', '--source', 'test', '--dest', 'other', '--yes', component))
    await writeProjects(api)
    expectOk(await stack.run('preview', '--stack', 'test', '--refresh', '--expect-no-changes'))
    await writeProjects(web)
    expectOk(await stack.run('preview', '--stack', 'other', '--refresh', '--expect-no-changes'))
    expect(writes()).toEqual([])
  })

  it('leaves the stack without an update, and keeps its objects', async () => {
    expectOk(await stack.run('state', 'delete', '--target-dependents', '--yes', component))
    await writeProjects(api)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    const { deployment } = await stack.export()
    expect(deployment.resources!.filter(({ urn }) => urn.includes('acme/web'))).toEqual([])
    expect((await emulator.get('/projects/1/labels')).body).toHaveLength(1)
    expect(writes()).toEqual([])
  })
})
