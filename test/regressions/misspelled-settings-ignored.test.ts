import { setAllConfig } from '@pulumi/pulumi/runtime/config'
import { type MockResourceArgs, setMocks } from '@pulumi/pulumi/runtime/mocks'
import { disconnect } from '@pulumi/pulumi/runtime/settings'
import { getLabels, Label, Provider } from '../../provider'
import { misspelled } from '../../provider/core/service/settings'
import { useEmulator } from '../support/emulator'

const emulator = useEmulator()
const registered: string[] = []

beforeEach(() => registered.splice(0))
afterEach(() => setAllConfig({}))

async function inProject(project: string, config: Record<string, string>): Promise<void> {
  const newResource = ({ name, inputs }: MockResourceArgs) => {
    registered.push(name)
    return { id: `${name}-id`, state: inputs as object }
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

it('warns of the other keys of a project that is named trueup, and accepts them', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => {})
  await inProject('trueup', { 'trueup:tokens': '3' })
  new Label('own', { ...args, name: 'idea' })
  await disconnect()
  expect(registered).toEqual(['own'])
  expect(warned.mock.calls.join()).toContain('trueup:tokens in the stack')
  warned.mockRestore()
})

it('does not report valid settings as misspelled', () => {
  expect(misspelled(['trueup:token', 'trueup:tokenEnv', 'other:tokn', 'trueup:constructor'])).toEqual([])
})
