import type { CustomResourceOptions } from '@pulumi/pulumi'
import { setAllConfig } from '@pulumi/pulumi/runtime/config'
import { type MockResourceArgs, setMocks } from '@pulumi/pulumi/runtime/mocks'
import { disconnect, resetOptions } from '@pulumi/pulumi/runtime/settings'
import { FreezePeriod, getLabels, Label, LabelSet, PipelineRun, ProjectMember, Provider } from '../../provider'
import { useEmulator } from '../support/emulator'

it.each([
  ['baseURL', 'baseUrl'],
  ['tokn', 'token'],
  ['onconflict', 'onConflict'],
])('rejects the unknown argument %s of Provider without showing its value', (name, meant) => {
  const make = () => new Provider('other', { [name]: 's3cret-value' })
  expect(make).toThrow(`${name} is not an argument of Provider: did you mean ${meant}?`)
  expect(make).not.toThrow(/s3cret-value/)
})

describe('the resource option import', () => {
  beforeEach(() => resetOptions('project', 'stack', -1, '', '', false, ''))

  /** Pulumi types this option only for custom resources. */
  const option: CustomResourceOptions = { import: '1/17' }

  it('rejects the resource option import with an error that names the alternative', () => {
    const color = 'red'
    expect(() => new Label('bug', { project: 1, name: 'bug', color }, option)).toThrow(
      'The label "bug" cannot be imported with the resource option import: Pulumi supports it only for other providers. ' +
        'Use the argument onConflict: "adopt" instead, or "trueup export", whose file "pulumi import --file" reads.',
    )
    const schedule = { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' }
    expect(() => new FreezePeriod('night', { project: 1, ...schedule }, option)).toThrow(
      /Use the argument adoptId: 17 instead/,
    )
    expect(() => new LabelSet('labels', { project: 1, items: {} }, option)).toThrow(
      /Use the argument onConflict: "adopt"/,
    )
    expect(() => new PipelineRun('run', { project: 1, ref: 'main' }, option)).toThrow(
      /only for other providers\. Use "trueup export"/,
    )
  })

  it('rejects the resource option import if a transformation sets it', () => {
    const importing = ({ props }: { props: object }) => ({ props, opts: option })
    expect(() => new Label('bug', { project: 1, name: 'bug', color: 'red' }, { transformations: [importing] })).toThrow(
      /resource option import/,
    )
  })
})

describe('a misspelled setting of a stack', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const registered: string[] = []
  const inputs: object[] = []

  beforeEach(() => [registered, inputs].forEach((list) => list.splice(0)))
  afterEach(() => setAllConfig({}))

  async function inProject(project: string, config: Record<string, string>): Promise<void> {
    const newResource = ({ name, inputs: given }: MockResourceArgs) => {
      registered.push(name)
      inputs.push(given as object)
      return { id: `${name}-id`, state: given as object }
    }
    await setMocks({ newResource, call: () => ({}) }, project)
    setAllConfig(config)
  }

  const args = { project: 'acme/web', name: 'bug', color: 'red' }

  it.each([
    ['trueup:baseURL', 'trueup:baseUrl'],
    ['trueup:tokn', 'trueup:token'],
    ['trueup:max_concurrency', 'trueup:maxConcurrency'],
  ])('fails before any request, without showing the value, if the stack has %s', async (key, meant) => {
    await inProject('shop', { [key]: 's3cret-value', 'trueup:baseUrl': emulator.url, 'shop:tokn': 'its own' })
    const message = `${key} in the stack's configuration is not a setting: did you mean ${meant}?`
    for (const use of [() => new Label('bug', args), () => getLabels({ project: 'acme/web' })]) {
      expect(use).toThrow(message)
      expect(use).not.toThrow(/s3cret-value/)
    }
    expect({ registered, requests: emulator.requests() }).toEqual({ registered: [], requests: [] })
  })

  it('accepts keys that are not similar to a setting, and resources with an explicit provider', async () => {
    await inProject('shop', { 'trueup:tokn': 'x' })
    const provider = new Provider('other', { baseUrl: emulator.url, token: 'emulator-owner' })
    new Label('explicit', args, { provider })
    await disconnect()
    await inProject('shop', { 'trueup:colour': 'red', 'trueup:token': 'x' })
    new Label('default', { ...args, name: 'chore' })
    await disconnect()
    expect(registered).toEqual(['other', 'explicit', 'default'])
  })

  it('passes on an argument with the name of an output, so that the provider refuses it', async () => {
    await inProject('shop', { 'trueup:token': 'x' })
    const wrong = { project: 1, user: 'alice', userId: 3, accessLevel: 'developer' } as const
    new ProjectMember('alice', wrong)
    await disconnect()
    expect(inputs).toMatchObject([{ user: 'alice', userId: 3 }])
  })

  it('warns of the other keys of a project that is named trueup, and accepts them', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {})
    await inProject('trueup', { 'trueup:tokens': '3' })
    new Label('own', { ...args, name: 'idea' })
    await disconnect()
    expect(registered).toEqual(['own'])
    expect(warned.mock.calls.join()).toContain('trueup:tokens in the stack')
    warned.mockRestore()
  })
})
