import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('the URL of a mirror on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const made = async (values: Json) => {
    const stack = new Engine('remote-mirror', { url: emulator.url })
    await stack.up({ project: 1, ...values })
    return stack
  }
  const stored = () => (emulator.state().collections.remote_mirrors?.records as unknown as { url: string }[]) ?? []

  it.each(['%2541', '100%25', '%FF', '%C3%BC%zz', '%252F', 'a%2Fb', 'ü%20%C3%BC'])(
    'shows no permanent diff for a URL with %p in its path',
    async (part) => {
      const url = `https://example.com/${part}/Web.git`
      const stack = await made({ url })
      expect(stored()).toMatchObject([{ url }])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview({ project: 1, url })).toEqual({ step: 'same', changed: [] })
    },
  )

  it.each([
    ['https://example.com/%2541', 'https://example.com/%41'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['ssh://git@example.com/web.git', 'ssh://example.com/web.git'],
  ])('treats %s and %s as different URLs', async (before, after) => {
    const stack = await made({ url: before })
    expect(await stack.up({ project: 1, url: after })).toEqual({ step: 'replace', changed: ['url'] })
    expect(stored()).toMatchObject([{ url: after }])
  })

  it.each(['https://example.com/%41%c3%bc', 'https://example.com/Aü', 'HTTPS://EXAMPLE.com:443/%41%C3%BC\n'])(
    'treats %p, which is only written in another way, as the same URL',
    async (url) => {
      const stack = await made({ url: 'https://example.com/A%C3%BC' })
      expect(await stack.up({ project: 1, url })).toEqual({ step: 'same', changed: [] })
    },
  )

  // The service treats everything before the last @ as credentials.
  it.each([
    ['https://example.com?to=A@other.example', 'https://example.com?to=A%40other.example'],
    ['https://example.com/@acme/web.git#a@b', 'https://example.com/%40acme/web.git#a%40b'],
  ])('keeps the host of %s, even with an @ after it', async (url, sent) => {
    const stack = await made({ url })
    expect(stored()).toMatchObject([{ url: sent }])
    expect(stack.state?.outputs).toMatchObject({ url })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ project: 1, url })).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview({ project: 1, url: sent })).toEqual({ step: 'same', changed: [] })
  })

  it('keeps the host of a URL with credentials that look like a host', async () => {
    await made({ url: 'https://example.com/scope@1/a.git', username: 'user', password: 'p@a/s?s#' })
    const url = 'https://user:p%40a%2Fs%3Fs%23@example.com/scope%401/a.git'
    expect(stored()).toMatchObject([{ url }])
    expect((await emulator.get('/projects/1/remote_mirrors/1')).body).toMatchObject({
      url: `https://*****:*****@example.com/scope${flavor === 'spec' ? '@' : '%40'}1/a.git`,
    })
  })

  it('rejects a URL whose port could be the start of a password', async () => {
    await expect(made({ url: 'https://user:12/geheim@example.com/x.git' })).rejects.toThrow(
      /url must not contain credentials: .*write @ in the path as %40$/,
    )
    expect(emulator.requests()).toEqual([])
  })

  it('rejects a URL with a backslash, which parsers treat in different ways', async () => {
    await expect(made({ url: 'https://example.com\\@other.example/x.git' })).rejects.toThrow(/must be a URL/)
    expect(emulator.requests()).toEqual([])
  })

  it('sends the password with a URL that contains the user', async () => {
    const values = { url: 'ssh://git@example.com/web.git', password: 'pass:word' }
    const stack = await made(values)
    expect(stored()).toMatchObject([{ url: 'ssh://git:pass%3Aword@example.com/web.git' }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ project: 1, ...values })).toEqual({ step: 'same', changed: [] })
  })

  it('rejects a branch expression of blanks, which the service treats as missing', async () => {
    await expect(made({ url: 'https://example.com/x.git', mirrorBranchRegex: ' ' })).rejects.toThrow(
      /mirrorBranchRegex must not be blank/,
    )
  })
})
