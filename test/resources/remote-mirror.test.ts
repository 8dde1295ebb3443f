import type { Json } from '../../provider/core/schema/json'
import { remoteMirror } from '../../provider/resources/remote-mirror'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

conforms(remoteMirror, {
  skipped: { hostKeys: 'test/resources/remote-mirror-host-keys.test.ts' },
  spellings: {
    project: [1, '/acme/web'],
    url: ['HTTPS://Example.com/acme/web.git', 'https://example.com:443/acme/web.git'],
  },
  refused: [
    ['url', 'https://user:geheim@example.com/x.git', /must not contain credentials/],
    ['url', 'git@example.com:acme/web.git', /write it as "ssh:\/\/git@example\.com\/acme\/web\.git"/],
    ['url', 'ftp://example.com/x', /must be a URL that starts with/],
    ['url', 'example.com/x', /must be a URL/],
    ['authMethod', 'none', /one of "password", "ssh_public_key"/],
    ['authMethod', 'ssh_public_key', /requires a url that starts with ssh:\/\//],
    ['mirrorBranchRegex', 'main', /cannot be combined/],
    ['username', null, /password requires a username/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a remote mirror on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const secrets = ['t0p+secr/et:1', 't0p%2Bsecr%2Fet%3A1', 'mirror-user']
  const args = { project: 1, url: 'https://example.com/a%20b/Web.git', username: secrets[2], password: secrets[0] }
  const engine = () => new Engine('remote-mirror', { url: emulator.url })
  const made = async (values: Json = args) => {
    const stack = engine()
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const stored = () => emulator.state().collections.remote_mirrors?.records as unknown as { url: string }[]

  it('sends credentials in the URL, and stores none from responses', async () => {
    const stack = await made()
    expect(stored()[0]?.url).toBe('https://mirror-user:t0p%2Bsecr%2Fet%3A1@example.com/a%20b/Web.git')
    // GitLab returns a URL as it was sent. Other services can return it without escapes.
    const path = flavor === 'spec' ? 'a b' : 'a%20b'
    expect(stack.state?.outputs).toMatchObject({
      ...args,
      maskedUrl: `https://*****:*****@example.com/${path}/Web.git`,
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs).toMatchObject(args)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('deletes the old mirror before it creates a new one when the password changes', async () => {
    const stack = await made()
    expect(await stack.up({ ...args, password: 'another' })).toEqual({ step: 'replace', changed: ['password'] })
    expect(emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))).toEqual(['DELETE', 'POST'])
    expect(stored().map(({ url }) => url)).toEqual(['https://mirror-user:another@example.com/a%20b/Web.git'])
  })

  it.each([
    ['protected branches', { onlyProtectedBranches: true }, 'a regex', { mirrorBranchRegex: 'main' }],
    ['a regex', { mirrorBranchRegex: 'main' }, 'protected branches', { onlyProtectedBranches: true }],
    ['a regex', { mirrorBranchRegex: 'main' }, 'all branches', {}],
    ['protected branches', { onlyProtectedBranches: true }, 'all branches', {}],
  ])('changes from %s to %s with one field', async (_, before, __, after) => {
    const stack = await made({ ...args, ...before })
    await stack.up({ ...args, ...after })
    expect(Object.keys(emulator.requests().find(({ method }) => method === 'PUT')?.body as Json)).toHaveLength(1)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, ...after })).toEqual({ step: 'same', changed: [] })
  })

  it('mirrors all branches again after another user restricted them with a blank expression', async () => {
    const stack = await made()
    emulator.patch('remote_mirrors', 1, { only_protected_branches: true, mirror_branch_regex: ' ' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['onlyProtectedBranches'] })
    await stack.up(args)
    expect(emulator.requests().find(({ method }) => method === 'PUT')?.body).toEqual({ only_protected_branches: false })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('returns the public key that the target must accept', async () => {
    const stack = await made({ project: 1, url: 'ssh://git@example.com/web.git', authMethod: 'ssh_public_key' })
    expect(stack.state?.outputs.publicKey).toMatch(/^ssh-rsa [\w+/=]+/)
    expect((await made()).state?.outputs.publicKey).toBeNull()
  })

  it('keeps a mirror in state if only the request for its public key failed', async () => {
    const stack = engine()
    const values = { project: 1, url: 'ssh://git@example.com/web.git', authMethod: 'ssh_public_key' }
    emulator.fault({ path: /public_key/, status: 403 })
    await expect(stack.up(values)).rejects.toThrow(/public_key: 403/)
    expect(stack.state?.id).toBe('1/1')
    await stack.up(values)
    expect(stack.state?.outputs.publicKey).toMatch(/^ssh-rsa /)
    expect(stored()).toHaveLength(1)
  })

  it('has no public key if the service has no endpoint for it', async () => {
    const values = { project: 1, url: 'ssh://git@example.com/web.git', authMethod: 'ssh_public_key' }
    emulator.fault({ path: /public_key/, status: 404, body: { error: '404 Not Found' }, times: 5 })
    const stack = await made(values)
    expect(stack.state).toMatchObject({ id: '1/1', outputs: { publicKey: null } })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
  })

  it('names the likely reasons if the service leaves a mirror disabled', async () => {
    emulator.patch('settings', 1, { silent_mode_enabled: true })
    const stack = engine()
    await expect(stack.up({ ...args, enabled: true })).rejects.toThrow(
      /enabled: requested true, got false .*silent mode/,
    )
    expect(stack.state?.id).toBe('1/1')
  })

  it('never shows credentials in an error, whatever the service returns', async () => {
    const echo = `url https://mirror-user:t0p%2Bsecr%2Fet%3A1@example.com is blocked, and so is ${secrets[0]}`
    emulator.fault({ method: 'POST', status: 400, body: { message: { url: [echo] } } })
    const failing: unknown = await made().catch((error: unknown) => error)
    const refused: unknown = await made({ ...args, url: `https://mirror-user:${secrets[1]}@example.com/` }).catch(
      (error: unknown) => error,
    )
    expect(String(failing)).toMatch(/is blocked/)
    expect(String(refused)).toMatch(/must not contain credentials/)
    for (const secret of secrets.slice(0, 2)) expect(String(failing) + String(refused)).not.toContain(secret)
  })

  it('names the required role when a developer is refused', async () => {
    const stack = new Engine('remote-mirror', { url: emulator.url, token: 'emulator-developer' })
    await expect(stack.up(args)).rejects.toThrow(/401 .*Managing remote mirrors requires the Maintainer role/)
  })

  it.each(['enabled', 'authMethod'])('treats null like an omitted %s', async (name) => {
    await engine().checked({}, { project: 1, url: 'https://example.com/x.git', [name]: null })
  })

  it.each([
    'https://user:geheim@example.com/x.git',
    'https://user:ge@heim@example.com/x.git',
    'https://user:ge/heim@example.com/x.git',
    'https:user:geheim@example.com/x.git',
    'https:/user:geheim@example.com/x.git',
    'user:geheim@example.com/x.git',
    'https://user:ge heim@example.com/x.git',
    'https://user:ge"heim@example.com/x.git',
    'ftp://user:ge/heim@example.com/x.git',
    ' https://user:geheim@example.com/x.git',
    'https:\\\\user:geheim@example.com/x.git',
  ])('shows no part of the password of a URL in an error: %p', async (url) => {
    let said = ''
    let inputs: unknown
    try {
      inputs = await engine().checked({}, { project: 1, url })
    } catch (error) {
      said = String(error)
    }
    expect(said).not.toMatch(/heim/)
    expect(inputs).toBeUndefined()
  })

  it('counts an emoji in an expression as one character', async () => {
    await engine().up({ project: 1, url: 'https://example.com/x.git', mirrorBranchRegex: '😀'.repeat(255) })
  })

  it('does not take an @ in the path for a second user', async () => {
    await engine().up({ project: 1, url: 'https://example.com/@acme/web.git', username: 'u', password: 'secret-one' })
  })

  it('does not take an @ in the path for the user that a password requires', async () => {
    await expect(
      engine().checked({}, { project: 1, url: 'https://example.com/@acme/web.git', password: 'secret-one' }),
    ).rejects.toThrow(/requires a username/)
  })

  it('accepts a mirror URL with a trailing newline', async () => {
    const stack = engine()
    const args = { project: 1, url: 'https://example.com/x.git\n' }
    await stack.up(args).catch(() => stack.up(args))
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })
})
