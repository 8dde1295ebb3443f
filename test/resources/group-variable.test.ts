import { groupVariable } from '../../provider/resources/group-variable'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { variableCases } from '../support/conforms/variable'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(groupVariable, {
  ...variableCases,
  spellings: { ...variableCases.spellings, group: [10, '/acme'] },
  refused: [
    ['group', '', /numeric id of a group/],
    ['key', 'A-B', /must consist of letters, digits and _/],
    ['environmentScope', 'a,b', /must consist of letters/],
    ['value', 'two words', /masked variable must have one line, at least 8 characters, and no whitespace$/],
  ],
})

const args = { group: 'acme', key: 'TOKEN', value: 'opensesame-1', environmentScope: 'production' }

describe('a variable of a group', () => {
  const emulator = useEmulator()
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = () => new Engine('group-variable', { url: emulator.url, token: 'emulator-owner' })
  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
  const other = { key: 'TOKEN', value: 'opensesame-of-another-user' }
  const filter = { environment_scope: 'production' }
  /** A variable that another user deleted, who has another one with the same key. */
  async function deleted(): Promise<Engine> {
    const stack = engine()
    await stack.up(args)
    await api().groupVariables.create(10, other)
    await api().groupVariables.delete(10, 'TOKEN', filter)
    emulator.clearRequests()
    return stack
  }
  const left = async () => (await api().groupVariables.list(10).all()).map(({ value }) => value)

  it('never changes another variable with the same key', async () => {
    const stack = await deleted()
    await expect(stack.up({ ...args, value: 'opensesame-2' })).rejects.toThrow(
      /group variable "TOKEN" "production" of acme does not exist/,
    )
    expect(writes()).toEqual([])
    expect(await left()).toEqual([other.value])
  })

  it('never deletes another variable with the same key', async () => {
    const stack = await deleted()
    await stack.destroy()
    expect(writes()).toEqual([])
    expect(await left()).toEqual([other.value])
  })

  it('reads the variable with its scope before each update, and says what the service changed instead', async () => {
    const stack = engine()
    await stack.up(args)
    await api().groupVariables.create(10, other)
    emulator.clearRequests()
    emulator.fault({ method: 'PUT', path: /variables/, status: 200, body: { ...other, environment_scope: '*' } })
    await expect(stack.up({ ...args, value: 'opensesame-2' })).rejects.toThrow(
      /was deleted in the meantime, so the service changed the one of the group .* environmentScope "\*" instead/,
    )
    const paths = emulator.requests().map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)
    expect(paths.slice(-2)).toEqual([
      'GET /api/v4/groups/10/variables/TOKEN?filter[environment_scope]=production',
      'PUT /api/v4/groups/10/variables/TOKEN',
    ])
  })
})

describe('a variable of a group without a license', () => {
  const emulator = useEmulator({ flavor: 'gitlab', tier: 'free' })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = () => new Engine('group-variable', { url: emulator.url, token: 'emulator-owner' })

  it('deletes a new variable again if the service ignored its scope', async () => {
    await expect(engine().up(args)).rejects.toThrow(
      /was not created\. The service ignored environmentScope, and used "\*": .*Premium or Ultimate\. The variable was deleted/,
    )
    expect(await api().groupVariables.list(10).all()).toEqual([])
  })

  it('names the scope as the cause if the group has a variable with the key', async () => {
    const stack = engine()
    await stack.up({ ...args, environmentScope: '*' })
    await expect(engine().up(args)).rejects.toThrow(/Without Premium or Ultimate, the service ignores environmentScope/)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })
})
