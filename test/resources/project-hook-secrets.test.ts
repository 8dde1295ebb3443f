import type { Json } from '../../provider/core/schema/json'
import { UNDECLARED } from '../../provider/core/schema/secret-text'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const signingToken = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSigningToken = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
/** What the request log of the emulator has instead of secrets. */
const redacted = '[redacted]'
const url = 'https://example.com/hook'
const args = { project: 'acme/web', url, name: 'ci' }
const withToken = { ...args, token: 'opensesame-1' }
const withBoth = { ...withToken, signingToken }
const same = { step: 'same', changed: [] }
const noDrift = { gone: false, drifted: [] }

/** A single resource and an item of a set. */
const forms = [
  { kind: 'project-hook', declared: (values: Json) => values, name: (argument: string) => argument },
  {
    kind: 'project-hook-set',
    declared: ({ project, onConflict, ...item }: Json): Json => ({ project, onConflict, items: { hook: item } }),
    name: () => 'items',
  },
]

const messageOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no error',
    ({ message }: Error) => message,
  )

describe.each(['18.9', '19.3'] as const)('secrets of a hook of GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const isNewer = release === '19.3'
  const put = (body: Json) => emulator.put('/projects/1/hooks/1', body)
  const stored = () => emulator.state().collections.project_hooks?.records[0] as unknown as Json
  const bodies = () =>
    emulator
      .requests()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, body] as [string, Json])
  const requestCount = () => emulator.requests().length
  const deployed = async (kind: string, values: Json): Promise<Engine> => {
    const stack = new Engine(kind, { url: emulator.url })
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }

  describe.each(forms)('as $kind', ({ kind, declared, name }) => {
    const drift = (argument: string) => ({ gone: false, drifted: isNewer ? [name(argument)] : [] })

    it('adopts a hook with a token as an equal one only if the service does not show that it has one', async () => {
      await emulator.post('/projects/1/hooks', { url, name: 'ci', token: 'kept' })
      emulator.clearRequests()
      const stack = new Engine(kind, { url: emulator.url })
      const adopted = stack.up(declared({ ...args, onConflict: 'adopt-if-equal' }))
      if (isNewer) await expect(adopted).rejects.toThrow(/already exists \(id 1\/1\) and differs: token/)
      else await adopted
      expect(bodies()).toEqual([])
      expect(stored()).toMatchObject({ token: 'kept' })
    })

    it('shows no difference while the token is as declared, with or without one', async () => {
      for (const values of [withToken, args]) {
        const stack = await deployed(kind, declared({ ...values, onConflict: 'create' }))
        expect(await stack.refresh()).toEqual(noDrift)
        expect(await stack.preview(declared({ ...values, onConflict: 'create' }))).toEqual(same)
      }
    })

    it('sees that another user removed the token, and sends it again in place', async () => {
      const stack = await deployed(kind, declared(withToken))
      await put({ token: '' })
      emulator.clearRequests()
      expect(await stack.refresh()).toEqual(drift('token'))
      expect(requestCount()).toBeLessThanOrEqual(2)
      emulator.clearRequests()
      const outcome = await stack.up(declared(withToken))
      expect(outcome).toEqual(isNewer ? { step: 'update', changed: [name('token')] } : same)
      expect(bodies()).toEqual(isNewer ? [['PUT', { token: redacted }]] : [])
      expect(stored().token).toBe(isNewer ? withToken.token : '')
      expect(await stack.refresh()).toEqual(noDrift)
    })

    it('sees that another user added a token that the program does not declare, and removes it', async () => {
      const stack = await deployed(kind, declared(args))
      await put({ token: 'opensesame-of-another' })
      emulator.clearRequests()
      expect(await stack.refresh()).toEqual(drift('token'))
      expect(JSON.stringify(stack.state)).not.toContain('opensesame')
      await stack.up(declared(args))
      expect(bodies()).toEqual(isNewer ? [['PUT', { token: null }]] : [])
      expect(stored().token).toBe(isNewer ? null : 'opensesame-of-another')
      expect(await stack.refresh()).toEqual(noDrift)
      expect(await stack.preview(declared(args))).toEqual(same)
    })

    it('does not see that another user replaced the token by another one', async () => {
      const stack = await deployed(kind, declared(withToken))
      await put({ token: 'of another user' })
      expect(await stack.refresh()).toEqual(noDrift)
    })

    it('shows no difference for a state of a release that did not know the new arguments', async () => {
      const stack = await deployed(kind, declared(withToken))
      const { inputs, outputs } = stack.state!
      for (const all of [inputs, outputs]) {
        for (const values of kind.endsWith('-set') ? Object.values(all.items as Json) : [all]) {
          delete (values as Json).signingToken
          delete (values as Json).resourceDeployTokenEvents
        }
      }
      expect(await stack.preview(declared(withToken))).toEqual(same)
      expect(await stack.refresh()).toEqual(noDrift)
      expect(await stack.up(declared(withToken))).toEqual(same)
    })
  })

  it('keeps the token of a hook that lost its URL in the state, and shows it as a difference afterwards', async () => {
    const stack = await deployed('project-hook', args)
    await put({ token: 'kept' })
    for (const values of [stack.state!.inputs, stack.state!.outputs])
      for (const name of ['url', 'token']) delete values[name]
    expect(await stack.up(args)).toEqual({ step: 'update', changed: ['token', 'url'] })
    expect(stored().token).toBe('kept')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: isNewer ? ['token'] : [] })
  })

  it('keeps the token of a hook if a new URL is sent', async () => {
    const stack = await deployed('project-hook', withToken)
    await stack.up({ ...withToken, url: `${url}/other` })
    expect(bodies()).toEqual([['PUT', { url: redacted, token: redacted }]])
    expect(stored().token).toBe(withToken.token)
    expect(await stack.refresh()).toEqual(noDrift)
  })

  it('never sends the text that stands for a token that the program does not declare', async () => {
    const stack = await deployed('project-hook', args)
    await put({ token: 'of another user' })
    await stack.refresh()
    emulator.clearRequests()
    // What `ignoreChanges` passes.
    const ignoring = { ...args, token: stack.state!.inputs.token, url: `${url}/other` }
    await stack.up(ignoring)
    expect(bodies()).toEqual([['PUT', { url: redacted }]])
    expect(await messageOf(deployed('project-hook', { ...args, token: UNDECLARED }))).toMatch(
      /token must be the secret itself, which no response contains/,
    )
  })

  it.each([
    ['the token alone', 'secret'],
    ['31 bytes', `whsec_${Buffer.alloc(31).toString('base64')}`],
    ['33 bytes', `whsec_${Buffer.alloc(33).toString('base64')}`],
    ['hexadecimal digits', `whsec_${Buffer.alloc(32).toString('hex')}`],
    ['bits after the last byte', `${signingToken.slice(0, -2)}d=`],
    ['a line break', `${signingToken}\n`],
  ])('refuses a signing token before anything is sent: %s', async (_, wrong) => {
    const message = await messageOf(
      new Engine('project-hook', { url: emulator.url }).up({ ...args, signingToken: wrong }),
    )
    expect(message).toMatch(/signingToken must be whsec_ and the Base64 encoding of 32 bytes$/)
    expect(message).not.toContain(wrong)
    expect(bodies()).toEqual([])
  })

  it('adopts a hook without the token that the program does not declare, if the service shows it', async () => {
    await emulator.post('/projects/1/hooks', { url, name: 'ci', token: 'opensesame-of-another' })
    const ifEqual = messageOf(deployed('project-hook', { ...args, onConflict: 'adopt-if-equal' }))
    if (isNewer) expect(await ifEqual).toMatch(/token \[secret\]/)
    else expect(await ifEqual).toBe('no error')
    expect(stored().token).toBe('opensesame-of-another')
    if (isNewer) await deployed('project-hook', { ...args, onConflict: 'adopt' })
    expect(stored().token).toBe(isNewer ? null : 'opensesame-of-another')
  })

  it('sends nothing about the new arguments if the program does not declare them', async () => {
    await deployed('project-hook', withToken)
    const stack = new Engine('project-hook', { url: emulator.url })
    await stack.up({ ...args, url: `${url}/2` })
    expect(bodies()).toEqual([['POST', { url: redacted, name: 'ci' }]])
  })

  if (isNewer) {
    it('sets, changes and removes a signing token in place, and never shows it', async () => {
      const stack = await deployed('project-hook', withBoth)
      expect(stored().signing_token).toBe(signingToken)
      expect(await stack.up({ ...withBoth, signingToken: otherSigningToken })).toEqual({
        step: 'update',
        changed: ['signingToken'],
      })
      expect(bodies()).toEqual([['PUT', { signing_token: redacted }]])
      expect(stored().signing_token).toBe(otherSigningToken)
      expect(await stack.refresh()).toEqual(noDrift)
      await stack.up(withToken)
      expect(bodies().at(-1)).toEqual(['PUT', { signing_token: null }])
      expect(stored()).toMatchObject({ signing_token: null, token: withToken.token })
      expect(await stack.refresh()).toEqual(noDrift)
      expect(stack.warnings).toEqual([])
    })

    it('sees that another user removed the signing token, or added one', async () => {
      const stack = await deployed('project-hook', withBoth)
      await put({ signing_token: null })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['signingToken'] })
      await stack.up(withBoth)
      expect(stored().signing_token).toBe(signingToken)
      await stack.up(args)
      await put({ signing_token: otherSigningToken })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['signingToken'] })
      await stack.up(args)
      expect(stored().signing_token).toBeNull()
    })

    it('sends both tokens with a new URL', async () => {
      const stack = await deployed('project-hook', withBoth)
      await stack.up({ ...withBoth, url: `${url}/other` })
      expect(bodies()).toEqual([['PUT', { url: redacted, token: redacted, signing_token: redacted }]])
      expect(stored()).toMatchObject({ token: withToken.token, signing_token: signingToken })
      expect(await stack.refresh()).toEqual(noDrift)
    })

    it('shows no token in an error, also if the service repeats it', async () => {
      emulator.fault({ method: 'POST', status: 422, body: { error: `${signingToken} is invalid` } })
      const message = await messageOf(deployed('project-hook', withBoth))
      expect(message).toContain('is invalid')
      expect(message).not.toMatch(/opensesame|whsec_/)
    })

    it('sets the event of deploy tokens, reports its change, and restores it', async () => {
      const declared = { ...args, resourceDeployTokenEvents: true }
      const stack = await deployed('project-hook', declared)
      expect(stored().resource_deploy_token_events).toBe(true)
      await put({ resource_deploy_token_events: false })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['resourceDeployTokenEvents'] })
      expect(await stack.up(declared)).toEqual({ step: 'update', changed: ['resourceDeployTokenEvents'] })
      await stack.up(args)
      expect(stored().resource_deploy_token_events).toBe(false)
    })
  } else {
    it.each([
      ['signingToken', signingToken],
      ['resourceDeployTokenEvents', true],
    ])('says that GitLab 18.9 does not know %s, in a new hook and in an update', async (name, value) => {
      const stack = new Engine('project-hook', { url: emulator.url })
      const created = await messageOf(stack.up({ ...args, [name]: value }))
      expect(created).toMatch(/the service did not apply /)
      expect(created).toContain('(GitLab 18.9 does not know it: it requires a later release)')
      expect(created).not.toContain('whsec_')
      const updated = await messageOf(stack.up({ ...args, [name]: value }))
      expect(updated).toContain(`GitLab 18.9 does not know ${name}: remove it from the program`)
      expect(updated).not.toContain('whsec_')
      await stack.up(args)
      expect(await stack.refresh()).toEqual(noDrift)
      expect(await stack.preview(args)).toEqual(same)
    })
  }
})
