import type { Json } from '../../provider/core/schema/json'
import { projectVariable } from '../../provider/resources/project-variable'
import { Client, type Variable as Live } from '../../sdk'
import { conforms } from '../support/conforms'
import { variableCases } from '../support/conforms/variable'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(projectVariable, {
  ...variableCases,
  spellings: { ...variableCases.spellings, project: [1, '/acme/web'] },
  refused: [
    ['project', 'web', /the group is missing/],
    ['key', ' ', /must not be empty/],
    ['key', 'A-B', /must consist of letters, digits and _/],
    ['key', 'A'.repeat(256), /must have at most 255 characters/],
    ['environmentScope', '', /must not be empty/],
    ['environmentScope', 'a,b', /must consist of letters/],
    ['value', 'two words', /masked variable must have one line, at least 8 characters, and no whitespace$/],
    ['variableType', 'env_var', /must be one of "envVar", "file"/],
    ['description', 'x'.repeat(256), /must have at most 255 characters/],
  ],
})

describe('a variable of a project', () => {
  const emulator = useEmulator()
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  const engine = (kind = 'project-variable') => new Engine(kind, { url: emulator.url })
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const args = { project: 'acme/web', key: 'TOKEN', value: 'opensesame-1', masked: true }
  const hidden = { ...args, hidden: true }
  async function deployed(declared: Json = args, kind?: string): Promise<Engine> {
    const stack = engine(kind)
    await stack.up(declared)
    emulator.clearRequests()
    return stack
  }
  const storedValues = () =>
    (emulator.state().collections.variables?.records ?? []).map((record) => (record as unknown as Live).value)
  const messageOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'no error',
      ({ message }: Error) => message,
    )

  it('always sends its scope, protected and raw, and selects it by its scope', async () => {
    const stack = await deployed()
    await stack.up({ ...args, value: 'opensesame-2' })
    await stack.destroy()
    const filter = { environment_scope: '*' }
    expect(writes()).toMatchObject([
      { method: 'PUT', body: { protected: false, raw: false, filter } },
      { method: 'DELETE', path: expect.stringMatching(/environment_scope.*=(\*|%2A)$/) as string },
    ])
  })

  it.each([
    ['masked', { masked: false, value: 'two words' }, { masked: true }, /8 characters, and only letters, digits and _/],
    ['raw', { raw: true, value: '!&?;#!&?' }, { raw: false }, /8 characters, and only letters, digits and _/],
    ['value', {}, { value: 'short' }, /at least 8 characters/],
  ])(
    'refuses a value that cannot be masked if only %s changes, without showing it',
    async (_, before, change, reason) => {
      const declared = { ...args, ...before }
      const stack = await deployed(declared)
      const message = await messageOf(stack.preview({ ...declared, ...change }))
      expect(message).toMatch(reason)
      expect(message).not.toContain({ ...declared, ...change }.value)
    },
  )

  it('shows no value in errors, also if the service repeats it', async () => {
    emulator.fault({ method: 'POST', status: 400, body: { message: { value: ['opensesame-1 is invalid'] } } })
    expect(await messageOf(engine().up(args))).toMatch(/value:? \[redacted\] is invalid/)
  })

  it('does not report changes of a hidden value, and sends a new one', async () => {
    const stack = await deployed(hidden)
    expect(await stack.preview(hidden)).toEqual({ step: 'same', changed: [] })
    await api().projectVariables.update(1, 'TOKEN', { value: 'opensesame-of-another-user' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up({ ...hidden, value: 'opensesame-2' })).toEqual({ step: 'update', changed: ['value'] })
    expect(storedValues()).toEqual(['opensesame-2'])
  })

  it('refuses a hidden variable that is not masked', async () => {
    await expect(engine().preview({ ...hidden, masked: false })).rejects.toThrow(/hidden requires masked: true/)
  })

  it.each([['project-variable'], ['project-variable-set']])('hides a variable by replacing it: %s', async (kind) => {
    const declared = (values: Json) => {
      const { project, ...item } = values
      return kind.endsWith('-set') ? { project, items: { token: item } } : values
    }
    const stack = await deployed(declared(args), kind)
    await stack.up(declared(hidden))
    expect(writes().map(({ method }) => method)).toEqual(['DELETE', 'POST'])
    expect(await stack.preview(declared(hidden))).toEqual({ step: 'same', changed: [] })
  })

  it('deletes a variable again that an older service did not hide', async () => {
    const { hidden: _, ...shown } = await api().projectVariables.create(1, { key: 'TOKEN', value: 'x' })
    await api().projectVariables.delete(1, 'TOKEN')
    emulator.fault({ method: 'POST', path: /variables$/, status: 201, work: true, body: shown })
    await expect(engine().up(hidden)).rejects.toThrow(
      /"TOKEN" "\*" of acme\/web was not created\. The service ignored hidden: it requires GitLab 17\.4.*was deleted again/,
    )
    expect(storedValues()).toEqual([])
  })

  it('sends a hidden value again if the response to its creation or change was lost', async () => {
    emulator.fault({ method: 'POST', path: /variables$/, drop: 'after' })
    const stack = await deployed(hidden)
    emulator.fault({ method: 'PUT', path: /variables/, drop: 'before', times: 4 })
    await stack.up({ ...hidden, value: 'opensesame-2' })
    expect(storedValues()).toEqual(['opensesame-2'])
  })

  it.each([['POST'], ['PUT']])('reads the variable if the response to %s is empty', async (method) => {
    const stack = method === 'PUT' ? await deployed() : engine()
    emulator.fault({ method, path: /variables/, status: 204, work: true })
    await stack.up({ ...args, value: 'opensesame-2' })
    expect(storedValues()).toEqual(['opensesame-2'])
    expect(await stack.preview({ ...args, value: 'opensesame-2' })).toEqual({ step: 'same', changed: [] })
  })

  it('sends the value when it adopts a hidden variable, which is never equal', async () => {
    await deployed({ ...hidden, value: 'opensesame-of-another-user' })
    await expect(engine().up({ ...hidden, onConflict: 'adopt-if-equal' })).rejects.toThrow(/differs: value \[secret\]/)
    const stack = await deployed({ ...hidden, onConflict: 'adopt' })
    expect(stack.warnings.join()).toContain('was adopted: value [secret]')
    expect(storedValues()).toEqual(['opensesame-1'])
  })

  it('manages variables with the same key and different scopes, in a set and alone', async () => {
    const item = { key: 'TOKEN', value: 'opensesame-1' }
    const items = { all: item, review: { ...item, environmentScope: 'review/*' } }
    const set = await deployed({ project: 'acme/web', items }, 'project-variable-set')
    const stack = await deployed({ ...args, environmentScope: 'production' })
    expect(set.state?.outputs.ids).toEqual({ all: 'TOKEN~*', review: 'TOKEN~review/*' })
    expect(stack.state?.id).toBe('1/TOKEN~production')
    await stack.destroy()
    await set.up({ project: 'acme/web', items: { review: items.review } })
    const left = await api().projectVariables.list(1).all()
    expect(left.map(({ environment_scope }) => environment_scope)).toEqual(['review/*'])
  })

  it('stores no value of variables that only an exclusive set has found', async () => {
    await api().projectVariables.create(1, { key: 'OTHER', value: 'opensesame-of-another-user' })
    const set = await deployed({ project: 'acme/web', items: {}, exclusive: true }, 'project-variable-set')
    await set.refresh()
    expect(set.state?.inputs.items).toHaveProperty('#OTHER~*')
    expect(JSON.stringify(set.state)).not.toContain('opensesame')
  })
})
