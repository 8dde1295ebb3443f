import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../provider/core/schema/json'
import { label } from '../../provider/resources/label'
import { Client } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type Declared, ProgramEngine } from '../support/program-engine'

conforms(label, {
  spellings: {
    project: [1, '1', '/acme/web/', 'ACME/Web'],
    name: ['  bug ', 'bug\n'],
    color: ['#DC143C', '#dc143c', 'Crimson', ' CRIMSON '],
  },
  skipped: { archived: 'test/resources/label-archived.test.ts' },
  refused: [
    ['project', 'web', /full path.*\(got "web"\): the group is missing/],
    ['project', 'https://gitlab.com/acme/web', /must not be a URL/],
    ['project', 'acme/../web', /full path/],
    ['project', 0, /an integer of at least 1 or a string/],
    ['project', true, /an integer of at least 1 or a string \(got true\)/],
    ['name', '', /must not be empty/],
    ['name', '  ', /must not be empty/],
    ['name', '\u00a0\u2003', /must not be empty/],
    ['name', 'a,b', /comma/],
    ['name', 'x'.repeat(256), /at most 255 characters, not 256/],
    ['name', 5, /must be a string \(got 5\)/],
    ['color', 'reddish', /must be a CSS color .*got "reddish"/],
    ['color', '#12345', /must be a CSS color/],
    ['color', 'd73a4a', /must be a CSS color .*\(got "d73a4a"\): write "#d73a4a"$/],
    ['color', ' FEE ', /\(got " FEE "\): write "#FEE"$/],
    ['color', 255, /must be a string/],
    ['color', 53190000000, /must be a string \(got 53190000000\): write it in quotes, such as "#5319e7"$/],
    ['color', 123456, /must be a string \(got 123456\): write "#123456", in quotes$/],
    ['archived', 'yes', /archived must be true or false \(got "yes"\)/],
    ['description', 'x'.repeat(512 * 1024 + 1), /at most 512 KiB/],
    ['priority', -1, /an integer of at least 0 or null \(got -1\)/],
    ['priority', 1.5, /an integer/],
    ['priority', '1', /an integer of at least 0 or null \(got "1"\)/],
    ['onConflict', 'overwrite', /one of "fail", "adopt", "adopt-if-equal"/],
  ],
})

describe.each(['spec', 'gitlab'] as const)('a label on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = { project: 'acme/web', name: 'bug', color: '#FF0000' }
  const made = async (values: Json = args) => {
    const stack = new Engine('label', { url: emulator.url })
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  let api: Client

  beforeEach(() => {
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
  })
  afterEach(() => api.close())

  it('keeps a label that was promoted to its group', async () => {
    const stack = await made()
    const { state } = stack
    await api.labels.promote(1, 'bug')
    emulator.clearRequests()
    for (const attempt of [() => stack.refresh(), () => stack.up({ ...args, color: 'blue' })]) {
      await expect(attempt()).rejects.toThrow(/label "bug" of acme\/web was promoted to a label of the group/)
    }
    expect(stack.state).toEqual(state)
    await stack.destroy()
    expect(stack.warnings.join()).toMatch(/was promoted to a label of the group.* It was not changed\./)
    expect(writes()).toEqual([])
  })

  it('does not confuse the id of a label with the title of another one', async () => {
    const stack = await made()
    const id = Number(stack.state?.outputs.labelId)
    await api.labels.create(1, { name: String(id), color: '#123456' })
    await api.labels.delete(1, id)
    emulator.clearRequests()
    await expect(stack.as({}).up({ ...args, color: 'blue' })).rejects.toThrow(/does not exist on .*pulumi up --refresh/)
    await stack.as({}).destroy()
    expect(await stack.refresh()).toEqual({ gone: true, drifted: [] })
    expect(writes()).toEqual([])
    expect((await api.labels.list(1).all()).map(({ name, color }) => [name, color])).toEqual([[String(id), '#123456']])
  })

  it('does not treat a label as deleted while its project hides all labels', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { issues_enabled: false, merge_requests_enabled: false })
    await expect(stack.refresh()).rejects.toThrow(
      /issues and merge requests of the project are disabled.*The state of the object was not changed/,
    )
    emulator.patch('projects', 1, { issues_enabled: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('drops a label from state after TRUEUP_GONE_PARENTS confirms that its project was deleted', async () => {
    const stack = await made({ ...args, project: 'acme/platform/infra' })
    const orphan = stack.as({ token: 'emulator-outsider' })
    await expect(orphan.refresh()).rejects.toThrow(/TRUEUP_GONE_PARENTS=acme\/platform\/infra/)
    process.env.TRUEUP_GONE_PARENTS = 'acme/web, acme/platform/infra'
    try {
      expect(await orphan.refresh()).toEqual({ gone: true, drifted: [] })
    } finally {
      delete process.env.TRUEUP_GONE_PARENTS
    }
  })

  it('follows a project that was moved, with a warning', async () => {
    const stack = await made({ ...args, project: 'acme/old-name' })
    expect(stack.state?.id).toMatch(/^1\//)
    expect(stack.warnings.join()).toMatch(/project acme\/old-name has moved to acme\/web/)
    expect(await stack.preview({ ...args, project: 'acme/web' })).toMatchObject({ step: 'same' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not write a label when its path now names another project', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { path: 'renamed', path_with_namespace: 'acme/renamed' })
    emulator.patch('projects', 2, { path: 'web', path_with_namespace: 'acme/web' })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(
      /belongs to project 1, but acme\/web now names project 2.*It was not changed/,
    )
    expect(writes()).toEqual([])
  })

  it('explains that a parent group already has the label', async () => {
    await api.labels.create(2, { name: 'bug', color: '#000000' })
    await api.labels.promote(2, 'bug')
    const stack = new Engine('label', { url: emulator.url })
    await expect(stack.up({ ...args, onConflict: 'adopt' })).rejects.toThrow(
      /409 .*A parent group has a label with this name/,
    )
    expect(stack.state).toBeUndefined()
  })

  it('fails if the service stored other values than requested, and keeps the label in state', async () => {
    const stack = new Engine('label', { url: emulator.url })
    await stack.up(args)
    const id = Number(stack.state?.outputs.labelId)
    emulator.fault({ method: 'PUT', status: 200, body: { ...(await api.labels.get(1, id)), color: '#FF0000' } })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(
      /did not apply color: requested "#0000FF", got "#FF0000"/,
    )
    expect(stack.state?.outputs.color).toBe('#FF0000')
    await stack.up({ ...args, color: 'blue' })
    expect((await api.labels.get(1, id)).color).toBe('#0000FF')
  })

  it('reads a label of an archived project, and names the reason when a write is refused', async () => {
    const stack = await made()
    emulator.patch('projects', 1, { archived: true })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await expect(stack.up({ ...args, color: 'blue' })).rejects.toThrow(/403 .*The project acme\/web is archived/)
  })

  it('manages a label with any title that the service accepts', async () => {
    const titles = [
      'a/b',
      '100%',
      '%2F',
      '..',
      '.',
      'ü ✓ 😀',
      '?x=1&y#z',
      'a+b',
      '17',
      'promote',
      "' or 1=1",
      '\\',
      '{}',
    ]
    for (const name of titles) {
      const stack = await made({ ...args, name })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.up({ ...args, name, color: 'green' })
    }
    expect((await api.labels.list(1).all()).map(({ name }) => name).sort()).toEqual(titles.sort())
  })

  it.each(['developer', 'reporter'])('manages a label with the token of a %s', async (username) => {
    const stack = new Engine('label', { url: emulator.url, token: `emulator-${username}` })
    await stack.up(args)
    await stack.destroy()
  })

  it('names the required role when a guest is refused', async () => {
    const stack = new Engine('label', { url: emulator.url, token: 'emulator-guest' })
    await expect(stack.up(args)).rejects.toThrow(/403 .*Reporter role or higher/)
  })

  it('deletes an adopted label that the program no longer declares, also with "up --refresh"', async () => {
    await api.labels.create(1, { name: 'bug', color: '#00FF00' })
    const stack = await made({ ...args, onConflict: 'adopt' })
    // With --refresh one process reads and compares everything, then runs the program, which has no label any more.
    const host = stack.process()
    expect(await stack.refresh(host)).toEqual({ gone: false, drifted: [] })
    await stack.destroy(host)
    expect(await api.labels.list(1).all()).toEqual([])
  })

  it('keeps an adopted label that another resource of the program now declares', async () => {
    await api.labels.create(1, { name: 'bug', color: '#00FF00' })
    const adopting = { ...args, onConflict: 'adopt' }
    const before = await made(adopting)
    const after = await made(adopting)
    const host = before.process()
    await before.refresh(host)
    expect(await after.up(adopting, host)).toMatchObject({ step: 'same' })
    await before.destroy(host)
    expect(await api.labels.list(1).all()).toHaveLength(1)
  })

  it('recognizes an object whose create response was lost if the list shows it only later', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    emulator.fault({ method: 'GET', path: /labels\?/, status: 200, body: [] })
    expect((await made({ ...args, project: 1 })).state?.id).toMatch(/^1\//)
  })

  it('recognizes an object whose create response was lost if the service refuses the second request for any reason', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    emulator.fault({ method: 'GET', path: /labels\?/, status: 200, body: [] })
    emulator.fault({ method: 'POST', status: 400, body: { message: 'Label is being created' } })
    expect((await made({ ...args, project: 1 })).state?.id).toMatch(/^1\//)
  })

  it('does not report an adoption after a create whose response was lost', async () => {
    emulator.fault({ method: 'POST', drop: 'after' })
    emulator.fault({ method: 'GET', path: /labels\?/, status: 200, body: [] })
    const stack = await made({ ...args, project: 1, onConflict: 'adopt' })
    expect(stack.state?.outputs.adopted).toBeUndefined()
  })

  it('previews a replacement if the same update creates the project', async () => {
    const stack = await made()
    const host = stack.process()
    const created = { project: 'acme/brand-new', create: true }
    await stack.sharing(host, 'project').check!({}, { ...created, __declaration: { name: 'Project::p', ledger: '' } })
    expect(await stack.preview({ ...args, project: 'acme/brand-new' }, host)).toMatchObject({ step: 'replace' })
  })

  it('previews no replacement if its new project does not exist, and the update fails and keeps it', async () => {
    const stack = await made()
    const misspelled = { ...args, project: 'acme/misspelled' }
    expect(await stack.preview(misspelled)).toMatchObject({ step: 'update' })
    await expect(stack.up(misspelled)).rejects.toThrow(
      /label "bug" of acme\/misspelled was not updated\. GET .*404 .*Either it does not exist/,
    )
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('normalizes previousBaseUrls before it compares them', async () => {
    const stack = await made()
    stack.state = { ...stack.state!, outputs: { ...stack.state!.outputs, instance: 'https://old.example.com' } }
    const renamed = stack.as({ config: { 'trueup:previousBaseUrls': 'https://Old.Example.com:443/' } })
    expect(await renamed.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not adopt with a misspelled onConflict of the provider', async () => {
    await made({ ...args, project: 1 })
    const stack = new Engine('label', { url: emulator.url, config: { 'trueup:onConflict': 'Fail' } })
    await expect(stack.up({ ...args, project: 1, color: '#00FF00' })).rejects.toThrow()
  })

  it('does not say that nothing was changed if another resource has adopted and changed the object', async () => {
    const declared = (name: string, more = {}): Declared => ({ type: 'Label', args: { ...args, name, ...more } })
    const colors = async () =>
      Object.fromEntries((await api.labels.list(1).all()).map(({ name, color }) => [name, color]))
    const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
    await engine.up({ a: declared('x') })
    // The engine looks at the new resource first, so it cannot know that the other one owns the object.
    const program = { a: declared('y'), c: declared('x', { color: '#0000FF', onConflict: 'adopt' }) }
    const adopted = async () => {
      while ((await colors()).x === '#FF0000') await sleep(10)
    }
    const { errors } = await engine.up(program, { before: { a: adopted } })
    expect(await colors()).toEqual({ x: '#0000FF' })
    expect(errors).toEqual([
      expect.stringMatching(
        /^a: label "y" .* is owned by two resources, Label "a" and Label "c"\. Remove one of them from the program\./,
      ),
    ])
  })
})
