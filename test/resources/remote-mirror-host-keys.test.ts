import { createHash } from 'node:crypto'
import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

/** A host key of a type, with bytes that differ by the word. */
function keyOf(word: string, type = 'ssh-ed25519') {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const bytes = Buffer.concat([part(Buffer.from(type)), part(createHash('sha256').update(word).digest())])
  const hash = createHash('sha256').update(bytes).digest('base64').replaceAll('=', '')
  return { key: `${type} ${bytes.toString('base64')}`, fingerprint: `SHA256:${hash}` }
}

/** A key with the fingerprint in the recorded response of GitLab 19.3. */
const one = {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHHS8Y8aZ7JzVb0kZ1r9l0b0m0n0o0p0q0r0s0t0u0v0',
  fingerprint: 'SHA256:j38CPiC/IntbgnPJm1BbQs87w/jxv1y1DhqMZXIAQFk',
}
const other = keyOf('other', 'ecdsa-sha2-nistp256')
const entered = keyOf('entered by hand')
const url = 'ssh://git@git.example.com/acme/web.git'
const declared = { project: 'acme/web', url, authMethod: 'ssh_public_key', enabled: true }
const doesNotPush = /does not push, because the service does not know the host keys of its target: declare hostKeys/

function useMirrors(release: '18.9' | '19.3') {
  const emulator = useEmulator({ release })
  const engine = (kind = 'remote-mirror') => new Engine(kind, { url: emulator.url })
  const made = async (values: Json = {}, kind = 'remote-mirror') => {
    const stack = engine(kind)
    await stack.up(kind === 'remote-mirror' ? { ...declared, ...values } : values)
    emulator.clearRequests()
    return stack
  }
  return {
    emulator,
    engine,
    made,
    previewed: (olds: Json, args: Json) => warningsOfPreview('remote-mirror', { url: emulator.url }, olds, args),
    stored: () =>
      Object.values(emulator.state().collections.remote_mirrors?.records as unknown as { host_keys?: string[] }[]).map(
        ({ host_keys }) => host_keys,
      ),
    bodies: () => emulator.requests().flatMap(({ method, body }) => (method === 'PUT' ? [body] : [])),
    enter: (...host_keys: string[]) => emulator.put('/projects/1/remote_mirrors/1', { host_keys }),
  }
}

describe('host keys of a push mirror', () => {
  const { emulator, engine, made, previewed, stored, bodies, enter } = useMirrors('19.3')

  it('sends the keys with the mirror, after which there is no difference', async () => {
    const values = { ...declared, hostKeys: [one.key, `git.example.com  ${other.key} a comment`] }
    const stack = engine()
    expect(await stack.up(values)).toEqual({ step: 'create', changed: [] })
    expect(stored()).toEqual([[one.key, `git.example.com ${other.key}`]])
    expect(stack.warnings).toEqual([])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
    // Order and comments mean nothing.
    const spelled = { ...values, hostKeys: [`  git.example.com ${other.key}`, one.key] }
    expect(await stack.preview(spelled)).toEqual({ step: 'same', changed: [] })
  })

  it('changes and removes keys in place', async () => {
    const stack = await made({ hostKeys: [one.key] })
    expect(await stack.up({ ...declared, hostKeys: [other.key] })).toEqual({ step: 'update', changed: ['hostKeys'] })
    await stack.up({ ...declared, hostKeys: [] })
    expect(bodies()).toEqual([{ host_keys: [other.key] }, { host_keys: [] }])
    expect(stored()).toEqual([[]])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('reports keys that another user added or removed as drift, and repairs them', async () => {
    const values = { ...declared, hostKeys: [one.key] }
    const stack = await made(values)
    await enter(one.key, entered.key)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['hostKeys'] })
    expect(stack.state?.outputs.hostKeys).toEqual([one.key, entered.fingerprint])
    await stack.up(values)
    expect(stored()).toEqual([[one.key]])
    await enter(one.key.replace('ssh-', 'git.example.com ssh-'))
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await enter()
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['hostKeys'] })
    await stack.up(values)
    expect(stored()).toEqual([[one.key]])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('accepts the fingerprint that a refresh has found while ignoreChanges keeps it', async () => {
    const stack = await made({ hostKeys: [one.key] })
    await enter(entered.key)
    await stack.refresh()
    const kept = { ...declared, enabled: false, hostKeys: stack.state?.outputs.hostKeys }
    await stack.up(kept)
    expect(bodies().at(-1)).toEqual({ enabled: false })
    expect(stored()).toEqual([[entered.key]])
  })

  it('keeps keys that another user has entered while the program declares none', async () => {
    const stack = await made()
    await enter(entered.key)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up({ ...declared, keepDivergentRefs: true })
    expect(stored()).toEqual([[entered.key]])
  })

  it('keeps the keys if the program no longer declares them', async () => {
    const stack = await made({ hostKeys: [one.key] })
    expect(await stack.up(declared)).toEqual({ step: 'update', changed: ['hostKeys'] })
    expect(stored()).toEqual([[one.key]])
    expect(bodies()).toEqual([])
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
  })

  it('warns before and after the creation of a mirror by key that has no host keys, and does not push', async () => {
    expect(await previewed({}, declared)).toEqual([expect.stringMatching(doesNotPush)])
    const stack = await made()
    expect(stack.warnings).toEqual([expect.stringMatching(/\(id 1\/1\) does not push/)])
    await enter(entered.key)
    expect(await previewed(declared, { ...declared, keepDivergentRefs: true })).toEqual([])
    await stack.up({ ...declared, keepDivergentRefs: true })
    await stack.refresh()
    expect(stack.warnings).toHaveLength(1)
  })

  it.each([
    ['password', { url: 'https://git.example.com/acme/web.git', authMethod: 'password' }],
    ['password over SSH', { authMethod: 'password' }],
  ])('warns of no missing host keys for a mirror with %s', async (_, values) => {
    const stack = await made(values)
    expect(stack.warnings).toEqual([])
  })

  it('warns in a preview of keys for a URL that needs none', async () => {
    const https = { project: 'acme/web', url: 'https://git.example.com/acme/web.git', hostKeys: [one.key] }
    expect(await previewed({}, https)).toEqual([
      expect.stringMatching(/has hostKeys, which only a url that starts with ssh:\/\/ needs/),
    ])
    const stack = engine()
    await stack.up(https)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('says that a replacement does not get the host keys that another user has entered', async () => {
    const stack = await made()
    await enter(entered.key, one.key)
    await stack.refresh()
    const next = { ...declared, url: 'ssh://git@git.example.com/acme/other.git' }
    stack.warnings.length = 0
    await stack.preview(next)
    expect(stack.warnings.join('\n')).toMatch(
      /acme\/other\.git" of acme\/web replaces an object \(id 1\/1\), and does not get its 2 host keys: declare hostKeys/,
    )
    stack.warnings.length = 0
    await stack.preview({ ...next, hostKeys: [one.key] })
    expect(stack.warnings).toEqual([])
  })

  it('adopts a mirror with the declared keys', async () => {
    await emulator.post('/projects/1/remote_mirrors', {
      url,
      auth_method: 'ssh_public_key',
      host_keys: [one.key],
    })
    const stack = engine()
    await stack.up({ ...declared, enabled: false, hostKeys: [`git.example.com ${one.key}`], onConflict: 'adopt' })
    expect(bodies()).toEqual([])
    await stack.up({ ...declared, enabled: false, hostKeys: [other.key], onConflict: 'adopt' })
    expect(bodies()).toEqual([{ host_keys: [other.key] }])
  })

  it('manages, warns and replaces in a set like a single mirror', async () => {
    const items = { a: { url, authMethod: 'ssh_public_key', hostKeys: [one.key] } }
    const bare = { url: 'ssh://git@git.example.com/b.git', authMethod: 'ssh_public_key' }
    const set = { project: 'acme/web', items }
    const stack = await made(set, 'remote-mirror-set')
    expect(stack.warnings).toEqual([])
    await enter(other.key)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['items'] })
    await stack.up(set)
    expect(stored()).toEqual([[one.key]])
    await stack.up({ ...set, items: { ...items, b: bare } })
    expect(stack.warnings.at(-1)).toMatch(doesNotPush)
    await emulator.put('/projects/1/remote_mirrors/2', { host_keys: [entered.key] })
    await stack.preview({ ...set, items: { ...items, b: { ...bare, url: 'ssh://git@git.example.com/c.git' } } })
    expect(stack.warnings.join('\n')).toMatch(/replaces an object \(id 1\/2\), and does not get its 1 host key: /)
  })

  it.each([
    [[one.fingerprint], /entry 0 is a fingerprint: write the key itself/],
    [['git.example.com'], /entry 0 is not a key/],
    [['ssh-rsa AAAA'], /entry 0 is not a key/],
    [[one.key.replace('ssh-ed25519', 'ssh-rsa')], /entry 0 is not a key/],
    [[one.key, `# a comment\n${other.key}`], /entry 1 has several lines/],
    [[`@revoked git.example.com ${one.key}`], /entry 0 is not a key/],
    [[one.key, `${one.key} again`], /must contain each key once/],
    [Array.from({ length: 11 }, (_, at) => keyOf(String(at)).key), /must have at most 10 keys, not 11/],
    ['a key', /hostKeys must be/],
  ])('refuses %j before anything is sent', async (hostKeys, problem) => {
    await expect(engine().up({ ...declared, hostKeys })).rejects.toThrow(problem)
    expect(emulator.requests()).toEqual([])
  })

  it('does not show a private key that was pasted in the place of a host key', async () => {
    const hostKeys = ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA']
    const failure = await engine()
      .up({ ...declared, hostKeys })
      .catch((error: unknown) => String(error))
    expect(failure).toMatch(/hostKeys must contain host keys/)
    expect(failure).not.toContain('b3Blbn')
  })
})

describe('host keys of a push mirror on a service that cannot set them', () => {
  const { emulator, engine, made, bodies } = useMirrors('18.9')
  const reason = /did not apply hostKeys: .* is missing \(this service cannot set host keys; GitLab 19\.3 can\)/

  it('fails with the cause, and keeps the mirror in the state', async () => {
    const values = { ...declared, hostKeys: [one.key] }
    const stack = engine()
    await expect(stack.up(values)).rejects.toThrow(reason)
    expect(stack.state).toMatchObject({ id: '1/1', outputs: { hostKeys: [] } })
    await expect(stack.up(values)).rejects.toThrow(reason)
    await stack.up(declared)
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
  })

  it('fails for an update and for an item of a set', async () => {
    const stack = await made()
    await expect(stack.up({ ...declared, hostKeys: [one.key] })).rejects.toThrow(reason)
    expect(bodies()).toEqual([{ host_keys: [one.key] }])
    const items = { a: { url: 'ssh://git@git.example.com/a.git', hostKeys: [one.key] } }
    await expect(engine('remote-mirror-set').up({ project: 'acme/web', items })).rejects.toThrow(reason)
  })

  it('accepts the keys that another user has entered', async () => {
    await emulator.post('/projects/1/remote_mirrors', { url, auth_method: 'ssh_public_key', enabled: true })
    emulator.patch('remote_mirrors', 1, { host_keys: [`git.example.com ${one.key}`] })
    const stack = engine()
    const values = { ...declared, hostKeys: [one.key], onConflict: 'adopt' }
    await stack.up(values)
    expect(bodies()).toEqual([])
    expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
  })
})
