import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe('a service or proxy that responds with another object', () => {
  const emulator = useEmulator()
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
  const bodyOf = async (path: string) => (await emulator.get(path, { as: 'owner' })).body

  it.each([
    ['project', { project: 'acme/api', description: 'x' }, /projects\/2/, '/projects/1'],
    ['group', { group: 'acme/platform', description: 'x' }, /groups\/11/, '/groups/10'],
  ])('does not drop a %s from the state in a refresh', async (kind, args: Json, path, other) => {
    const stack = engine(kind)
    await stack.up(args)
    emulator.fault({ method: 'GET', path, status: 200, body: await bodyOf(other), times: 100 })
    await expect(stack.refresh()).rejects.toThrow(/The response is about another object/)
    emulator.clearFaults()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('changes nothing in a project that a program names by its id', async () => {
    emulator.fault({ method: 'GET', path: /projects\/2$/, status: 200, body: await bodyOf('/projects/1'), times: 100 })
    await expect(engine('project').up({ project: 2, description: 'x' })).rejects.toThrow(/about another object/)
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
