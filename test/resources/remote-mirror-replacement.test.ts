import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const a = 'https://example.com/a.git'
const b = 'https://example.com/b.git'
const c = 'https://example.com/c.git'
// The plugin hides secrets in messages, which contain the word mirror.
const credentials = { username: 'pusher', password: 'opensesame-1' }

describe.each(['18.9', '19.3'] as const)('the replacement of a push mirror on GitLab %s', (release) => {
  const isNewer = release === '19.3'
  const emulator = useEmulator({ release })
  const engine = (kind = 'remote-mirror') => new Engine(kind, { url: emulator.url })
  const declared = (values: Json = {}): Json => ({ project: 'acme/web', url: a, ...values })
  const made = async (values: Json = {}) => {
    const stack = engine()
    await stack.up(declared(values))
    return stack
  }
  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
  const urls = () =>
    Object.values(emulator.state().collections.remote_mirrors?.records as unknown as { id: number; url: string }[])
      .sort((one, other) => one.id - other.id)
      .map(({ url }) => url)
  const isSettled = async (stack: Engine, values: Json) => {
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(values)).toEqual({ step: 'same', changed: [] })
  }
  /** Creates a mirror with a request of another user. */
  const request = async (url: string, more: object = {}) =>
    ((await emulator.post('/projects/1/remote_mirrors', { url, ...more })).body as { id: number }).id

  it.each([
    ['password', { ...credentials, password: 'opensesame-2' }],
    ['username', { ...credentials, username: 'another' }],
  ])(
    'deletes the old mirror first if its %s changes, and says that nothing is pushed meanwhile',
    async (name, next) => {
      const stack = await made(credentials)
      emulator.clearRequests()
      expect(await stack.preview(declared(next))).toEqual({ step: 'replace', changed: [name] })
      expect(stack.statuses.concat(stack.warnings).join('\n')).not.toContain('opensesame')
      expect(writes()).toEqual([])
      await stack.up(declared(next))
      expect(writes()).toEqual(['DELETE', 'POST'])
      expect(urls()).toEqual([`https://${next.username}:${next.password}@example.com/a.git`])
      await isSettled(stack, declared(next))
    },
  )

  it('creates in the next update what was deleted, if the service refused the new mirror', async () => {
    const stack = await made(credentials)
    const next = declared({ ...credentials, password: 'opensesame-2' })
    emulator.fault({ method: 'POST', status: 400, body: { message: { url: ['is blocked'] } } })
    await expect(stack.up(next)).rejects.toThrow(/is blocked/)
    expect(urls()).toEqual([])
    await stack.up(next)
    expect(urls()).toEqual(['https://pusher:opensesame-2@example.com/a.git'])
    await isSettled(stack, next)
  })

  it('creates the new mirror once if the response to its creation was lost', async () => {
    const stack = await made(credentials)
    emulator.fault({ method: 'POST', drop: 'after' })
    await stack.up(declared({ ...credentials, password: 'opensesame-2' }))
    expect(urls()).toEqual(['https://pusher:opensesame-2@example.com/a.git'])
  })

  it('deletes nothing without the role that the new mirror requires', async () => {
    const stack = await made(credentials)
    const developer = stack.as({ token: 'emulator-developer' })
    await expect(developer.up(declared({ ...credentials, password: 'opensesame-2' }))).rejects.toThrow(/401/)
    expect(urls()).toHaveLength(1)
  })

  it('deletes nothing for a new password if another mirror has the same URL and the service accepts only one', async () => {
    const older = { ...credentials, onConflict: 'create' }
    const stack = await made(older)
    const id = Number(stack.state!.outputs.mirrorId)
    const twin = twinOf(id)
    const next = declared({ ...older, password: 'opensesame-2' })
    if (isNewer) {
      await expect(stack.up(next)).rejects.toThrow(`id 1/${twin}), and this service accepts only one`)
      expect(urls()).toHaveLength(2)
      expect(stack.state?.outputs.mirrorId).toBe(id)
      await emulator.delete(`/projects/1/remote_mirrors/${twin}`)
    }
    await stack.up(next)
    expect(urls()).toHaveLength(isNewer ? 1 : 2)
    await isSettled(stack, next)
  })

  /** Creates a mirror with the URL of another one, like an older release or a race. */
  const twinOf = (id: number): number => {
    const state = emulator.state()
    const { records } = state.collections.remote_mirrors as unknown as { records: { id: number }[] }
    const twin = { ...records.find((one) => one.id === id)!, id: 77 }
    records.push(twin)
    emulator.setState(state)
    return twin.id
  }

  it('leaves two mirrors with one URL alone, and changes each of them in place', async () => {
    const stack = await made({ onConflict: 'create' })
    twinOf(Number(stack.state!.outputs.mirrorId))
    emulator.clearRequests()
    await stack.up(declared({ onConflict: 'create', enabled: true }))
    expect(writes()).toEqual(['PUT'])
    await isSettled(stack, declared({ onConflict: 'create', enabled: true }))
  })

  it('creates the mirror with another URL before it deletes the old one', async () => {
    const stack = await made(credentials)
    emulator.clearRequests()
    await stack.up(declared({ ...credentials, url: b }))
    expect(writes()).toEqual(['POST', 'DELETE'])
    await isSettled(stack, declared({ ...credentials, url: b }))
  })

  it('swaps the URLs of two mirrors in one update', async () => {
    const [one, other] = [await made(credentials), await made({ url: b })]
    const next: [Json, Json] = [declared({ ...credentials, url: b }), declared()]
    const host = one.process()
    await one.preview(next[0], host)
    await other.preview(next[1], host)
    await Promise.all([one.up(next[0], host), other.up(next[1], host)])
    expect(urls().sort()).toEqual([a, 'https://pusher:opensesame-1@example.com/b.git'])
    await isSettled(one, next[0])
    await isSettled(other, next[1])
  })

  it('gives a URL on from one mirror to another in one update, in any order', async () => {
    const [one, other] = [await made(), await made({ url: b })]
    const next: [Json, Json] = [declared({ url: b }), declared({ url: c })]
    const host = one.process()
    await Promise.all([one.up(next[0], host), other.up(next[1], host)])
    expect(urls().sort()).toEqual([b, c])
    await isSettled(one, next[0])
    await isSettled(other, next[1])
  })

  it('names the mirror that has the URL of a new one', async () => {
    const id = await request(a)
    await expect(made()).rejects.toThrow(`already exists (id 1/${id}). To adopt it, add onConflict: "adopt"`)
    if (isNewer) {
      await expect(made({ onConflict: 'create' })).rejects.toThrow(
        `already exists (id 1/${id}), and this service accepts only one with the same url. To adopt it, set adoptId: ${id}.`,
      )
    } else await made({ onConflict: 'create' })
    expect(urls()).toHaveLength(isNewer ? 1 : 2)
  })

  it('names the resource that owns the mirror with the URL of a new one', async () => {
    const owner = await made({ onConflict: 'create' })
    const second = engine()
    const host = owner.process()
    await owner.preview(declared({ onConflict: 'create' }), host)
    const creation = second.up(declared({ onConflict: 'create' }), host)
    if (isNewer) await expect(creation).rejects.toThrow(/accepts only one with the same url. It is owned by/)
    else await creation
    expect(urls()).toHaveLength(isNewer ? 1 : 2)
  })

  it('adopts a mirror for a program with credentials only if the program names it, because it cannot send them', async () => {
    const id = await request('https://someone:else@example.com/a.git')
    const values = { ...credentials, onConflict: 'adopt' }
    await expect(made(values)).rejects.toThrow(`cannot be adopted: the credentials of a mirror cannot be changed`)
    await expect(made(values)).rejects.toThrow(`If they are as declared, set adoptId: ${id}.`)
    const named = await made({ ...credentials, adoptId: id })
    await isSettled(named, declared({ ...credentials, adoptId: id }))
    expect(urls()).toEqual(['https://someone:else@example.com/a.git'])
  })

  it('replaces an adopted mirror if the program declares credentials afterwards', async () => {
    await request('https://someone:else@example.com/a.git')
    const stack = await made({ onConflict: 'adopt' })
    const values = { ...credentials, onConflict: 'adopt' }
    await stack.up(declared(values))
    expect(urls()).toEqual(['https://pusher:opensesame-1@example.com/a.git'])
    await isSettled(stack, declared(values))
  })

  it('adopts no mirror without credentials for a program that declares some', async () => {
    const id = await request(a)
    await expect(made({ ...credentials, adoptId: id })).rejects.toThrow('this one has none')
  })

  it('says how to change the URL of one of ten enabled mirrors', async () => {
    const stack = await made({ enabled: true })
    for (let at = 1; at < 10; at++) await request(`https://example.com/${at}.git`, { enabled: true })
    const next = declared({ enabled: true, url: b })
    if (isNewer) {
      await expect(stack.up(next)).rejects.toThrow(/\(10\) exceeded .*deleteBeforeReplace: true/)
      expect(urls()).toHaveLength(10)
    } else {
      await stack.up(next)
      await isSettled(stack, next)
    }
  })

  it('deletes nothing for a new password if ten other mirrors are enabled', async () => {
    const stack = await made(credentials)
    for (let at = 1; at <= 10; at++) await request(`https://example.com/${at}.git`, { enabled: true })
    const next = declared({ ...credentials, password: 'opensesame-2', enabled: true })
    if (isNewer) {
      await expect(stack.up(next)).rejects.toThrow(/was not replaced: 10 other mirrors are enabled/)
      expect(stack.state).toBeDefined()
    } else await stack.up(next)
    expect(urls()).toHaveLength(11)
  })

  if (!isNewer) {
    it('distinguishes two mirrors of one URL if the responses to both creates were lost', async () => {
      const values = declared({ ...credentials, onConflict: 'create' })
      const [one, other] = [engine(), engine()]
      const host = one.process()
      emulator.fault({ method: 'POST', drop: 'after', times: 2 })
      await Promise.all([one.up({ ...values, username: 'a' }, host), other.up({ ...values, username: 'b' }, host)])
      expect(one.state!.id).not.toBe(other.state!.id)
    })
  }

  if (isNewer) {
    it('explains why a project cannot be mirrored to itself', async () => {
      await expect(made({ url: `${emulator.url}/acme/web.git` })).rejects.toThrow(/The url is that of acme\/web itself/)
    })
  }

  describe('in a set', () => {
    const set = (mirrors: Record<string, Json>): Json => ({ project: 'acme/web', items: mirrors })
    const madeSet = async (mirrors: Record<string, Json>) => {
      const stack = engine('remote-mirror-set')
      await stack.up(set(mirrors))
      emulator.clearRequests()
      return stack
    }

    it('swaps and gives on the URLs of items in one update', async () => {
      const stack = await madeSet({ one: { url: a, ...credentials }, two: { url: b }, three: { url: c } })
      const next = set({
        one: { url: b, ...credentials },
        two: { url: a },
        three: { url: 'https://example.com/d.git' },
      })
      await stack.up(next)
      expect(urls().sort()).toEqual([a, 'https://example.com/d.git', 'https://pusher:opensesame-1@example.com/b.git'])
      await isSettled(stack, next)
    })

    it('changes the password of an item', async () => {
      const stack = await madeSet({ one: { url: a, ...credentials }, two: { url: b } })
      const next = set({ one: { url: a, ...credentials, password: 'opensesame-2' }, two: { url: b } })
      await stack.up(next)
      expect(writes()).toEqual(['DELETE', 'POST'])
      await isSettled(stack, next)
    })

    it('gives an item another key, and a new item the URL of a removed one', async () => {
      const stack = await madeSet({ one: { url: a }, two: { url: b } })
      const next = set({ first: { url: a }, two: { url: b } })
      await stack.up(next)
      expect(urls().sort()).toEqual([a, b])
      await isSettled(stack, next)
    })
  })
})
