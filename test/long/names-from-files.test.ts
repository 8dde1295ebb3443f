import { type Emulator, startEmulator } from '../../emulator'
import { costlyFlavors } from '../shared/test-run'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

/** The names of an earlier release, which used the paths as written. */
const former = `
const trueup = require('trueup')
const labels = { bug: { color: 'crimson' } }
const triggerTokens = { nightly: { description: 'nightly build' } }
new trueup.ProjectSettings('Acme/API', { project: 'Acme/API', labels, triggerTokens })
new trueup.ProjectSettings('Acme/Old-Name', { project: 'Acme/Old-Name', labels, triggerTokens })
new trueup.ProjectSettings('Acme/Infra', { project: 'acme/platform/infra', labels, triggerTokens })
`

const present = `require('trueup').fromYaml('projects.yaml')`

const file = (projects: string) => `
defaults: { labels: { bug: { color: crimson } }, triggerTokens: { nightly: { description: nightly build } } }
projects: { ${projects} }
`

const api = 'Acme/API: { labels: { bug: { color: red } } }'
const upgraded = file(`${api}, /Acme/Old-Name/: , acme/platform/infra: { formerly: Acme/Infra }`)
const respelt = file('acme/api/: { labels: { bug: { color: red } } }, ACME/old-name: , Acme/Platform/Infra:')
const renamed = file(`${api}, Acme/Web: { formerly: [ACME/old-name] }, acme/platform/infra:`)
const lasting = file(`${api}, acme/web: , acme/platform/infra:`)

/** The names in the state that are names of projects. */
const namesOf = (...projects: string[]) =>
  projects.flatMap((name) => [name, `${name}-labels`, `${name}-trigger-tokens`]).sort()

/** These tests run on one stack, in order. */
describe.each(costlyFlavors)('names from files under the real engine, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  let ids: unknown

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    stack = await PulumiStack.create({
      program: former,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
    const { names, made } = await stored()
    expect(names).toEqual(namesOf('Acme/API', 'Acme/Infra', 'Acme/Old-Name'))
    ids = made
    await stack.setProgram(present)
  })
  afterAll(async () => {
    await stack?.close()
    await emulator.close()
  })
  beforeEach(() => emulator.clearRequests())

  const writes = () =>
    emulator.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))
  /** The names in the state, and the ids that the service has given. */
  const stored = async () => {
    const all = (await stack.export()).deployment.resources ?? []
    const ours = all.filter(({ type }) => /trueup/.test(type) && !/provider/.test(type))
    const made = ours.flatMap(({ outputs }) => (outputs?.ids ? [[outputs.projectId, outputs.ids]] : []))
    return {
      names: ours.map(({ urn }) => urn.split('::').pop()).sort(),
      made: made.map((one) => JSON.stringify(one)).sort(),
    }
  }

  it('adopts the names of an earlier release and of an interrupted update', async () => {
    await stack.write('projects.yaml', upgraded)
    emulator.fault({ path: '/projects/Acme%2FAPI', status: 403, times: 99 })
    expect((await stack.up()).code).not.toBe(0)
    emulator.clearFaults()
    expect((await stored()).names).toEqual(expect.arrayContaining(['acme/api', 'Acme/API-labels']))
    expectOk(await stack.up())
    expect(new Set(writes())).toEqual(new Set([expect.stringMatching(/^PUT .*\/projects\/2\/labels\//)]))
    expect(await stored()).toEqual({ names: namesOf('acme/api', 'acme/old-name', 'acme/platform/infra'), made: ids })
  })

  it('keeps the names for any spelling of a path', async () => {
    await stack.write('projects.yaml', respelt)
    expectOk(await stack.preview({ expectNoChanges: true }))
  })

  it('follows a renamed project with formerly, which can then be removed', async () => {
    await stack.write('projects.yaml', renamed)
    expectOk(await stack.up())
    expect(writes()).toEqual([])
    expect(await stored()).toEqual({ names: namesOf('acme/api', 'acme/platform/infra', 'acme/web'), made: ids })
    await stack.write('projects.yaml', lasting)
    expectOk(await stack.preview({ expectNoChanges: true }))
  })
})
