import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const emulator = useEmulator()
const echo = (path: string, said: string) =>
  emulator.fault({ method: 'GET', path, status: 400, times: 9, body: { message: `what was ${said}?` } })

it('hides the password of a mirror in a set from an error that repeats it', async () => {
  const engine = new Engine('remote-mirror-set', { url: emulator.url })
  const items = { one: { url: 'https://example.com/x.git', username: 'robot', password: 'passHeadKz83' } }
  await engine.up({ project: 'acme/web', items })
  echo('/remote_mirrors', 'passHeadKz83')
  await expect(engine.refresh()).rejects.toThrow('what was [redacted]?')
})

it('hides a token of a set from an error that repeats it', async () => {
  const engine = new Engine('trigger-token-set', { url: emulator.url })
  await engine.up({ project: 'acme/web', items: { nightly: { description: 'nightly' } } })
  const { nightly } = engine.state!.outputs.tokens as Record<string, string>
  echo('/triggers', nightly!.replace('glptt-', ''))
  engine.state!.outputs.tokens = { nightly: nightly!.replace('glptt-', '') }
  await expect(engine.refresh()).rejects.toThrow('what was [redacted]?')
})

it('hides a pipeline variable from an error that repeats it, regardless of its name', async () => {
  const engine = new Engine('pipeline-run', { url: emulator.url })
  await engine.up({ project: 'acme/web', ref: 'main', wait: false, variables: { DEPLOY_KEY: 'variableKz83' } })
  echo('/pipelines', 'variableKz83')
  await expect(engine.refresh()).rejects.toThrow('what was [redacted]?')
})
