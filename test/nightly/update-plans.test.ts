import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(600_000)

const password = 'the-password-of-the-mirror'

/** Resources of all sorts: single, in a set, with given and generated secrets, and with outputs of other resources. */
const program = ({ color = 'crimson', mirror = true, label = 'id' } = {}) => `
  const trueup = require('trueup')
  const pulumi = require('@pulumi/pulumi')
  const project = 'acme/web'
  const bug = new trueup.Label('bug', { project, name: 'bug', color: ${JSON.stringify(color)} })
  new trueup.LabelSubscription('bug', { project, label: bug.${label} })
  new trueup.LabelSet('areas', { project, items: { ui: { color: '#111111' } } })
  new trueup.FreezePeriod('weekend', { project, freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' })
  new trueup.ProtectedEnvironment('production', { project, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
  exports.token = new trueup.TriggerToken('nightly', { project, description: 'nightly' }).token
  ${
    mirror
      ? `new trueup.RemoteMirror('backup', {
          project, url: 'https://backup.example.com/web.git', username: 'web',
          password: pulumi.secret(${JSON.stringify(password)}),
        })`
      : ''
  }
  new trueup.GroupAccessToken('deploy', {
    group: 'acme', name: 'deploy', scopes: ['read_registry'],
    rotation: { lifetimeDays: 90, rotateDaysBefore: 30 },
  })`

describe('update plans (preview --save-plan, up --plan)', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
    stack = await PulumiStack.create({
      program: program(),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const plan = async (file: string) => {
    expectOk(await stack.run('preview', '--refresh', '--save-plan', file))
    return readFile(join(stack.folder, file), 'utf8')
  }
  const apply = (file: string) => stack.run('up', '--yes', '--refresh', '--plan', file)
  const colors = async () => (await api.labels.list('acme/web').all()).map(({ name, color }) => `${name} ${color}`)

  it('creates all kinds of resources with a plan that does not contain secrets', async () => {
    const text = await plan('first.json')
    expect(text).toContain('trueup:RemoteMirror')
    expect(text).not.toContain(password)
    expect(text).not.toContain('emulator-owner')
    expectOk(await apply('first.json'))
    expect(await colors()).toEqual(['bug #DC143C', 'ui #111111'])
    expect(await api.remoteMirrors.list('acme/web').all()).toHaveLength(1)
    // Applying a plan without changes also works.
    await plan('nothing.json')
    expectOk(await apply('nothing.json'))
  })

  it('applies planned changes, including repairs of drift', async () => {
    await api.labels.update('acme/web', 'ui', { color: '#222222' })
    await stack.setProgram(program({ color: 'green' }))
    await plan('change.json')
    expectOk(await apply('change.json'))
    expect(await colors()).toEqual(['bug #008000', 'ui #111111'])
  })

  it('rejects unplanned changes and deletions before any write', async () => {
    await plan('same.json')
    emulator.clearRequests()
    await stack.setProgram(program({ color: 'blue' }))
    const changed = await apply('same.json')
    expect(changed.code).not.toBe(0)
    expect(changed.stdout + changed.stderr).toContain('violates plan')
    await stack.setProgram(program({ color: 'green', mirror: false }))
    const removed = await apply('same.json')
    expect(removed.code).not.toBe(0)
    expect(removed.stdout + removed.stderr).toContain('delete is not allowed by the plan')
    await stack.setProgram(program({ color: 'green' }))
    await api.labels.update('acme/web', 'ui', { color: '#333333' })
    emulator.clearRequests()
    const drifted = await apply('same.json')
    expect(drifted.code).not.toBe(0)
    expect(drifted.stdout + drifted.stderr).toContain('violates plan')
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('plans no change of what depends on an output that the update of its resource keeps', async () => {
    await stack.setProgram(program({ color: 'green', label: 'labelId' }))
    expectOk(await stack.up({ refresh: true }))
    await stack.setProgram(program({ color: 'blue', label: 'labelId' }))
    await plan('computed.json')
    expectOk(await apply('computed.json'))
    expect(await colors()).toContain('bug #0000FF')
    await plan('again.json')
    expectOk(await apply('again.json'))
  })
})
