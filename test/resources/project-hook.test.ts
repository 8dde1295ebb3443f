import type { Json } from '../../provider/core/schema/json'
import { projectHook } from '../../provider/resources/project-hook'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { ProgramEngine } from '../support/program-engine'

const otherEvents = [
  ...['issuesEvents', 'confidentialIssuesEvents', 'mergeRequestsEvents', 'noteEvents', 'confidentialNoteEvents'],
  ...['jobEvents', 'pipelineEvents', 'wikiPageEvents', 'deploymentEvents', 'featureFlagEvents', 'releasesEvents'],
  ...['milestoneEvents', 'emojiEvents', 'resourceAccessTokenEvents', 'vulnerabilityEvents'],
]
const hookEvents = ['tagPushEvents', ...otherEvents]

conforms(projectHook, {
  spellings: {
    project: [1, '/acme/web'],
    url: [' https://hook:opensesame-3@example.com/ci '],
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['url', 'https://example.com:70000/x', /must have a port of at most 65535/],
    ['url', 'ftp://example.com', /url must be a URL that starts with https:\/\/ or http:\/\/$/],
    ['url', 'https://example.com/\n/x', /must not contain control characters/],
    ['url', 'https://example.com/{one}', /urlVariables must contain one, as the url does$/],
    ['name', 'x'.repeat(256), /must have at most 255 characters/],
    ['description', 'x'.repeat(2_049), /must have at most 2048 characters/],
    ['token', 'a\nb', /token must have one line$/],
    ['customHeaders', { 'X Key': 'a' }, /customHeaders must have names of letters/],
    ['customHeaders', { 'X-Key': ' a' }, /customHeaders must have values of one line/],
    ['customHeaders', { 'X-Key': 5 }, /must be a string/],
    ['urlVariables', { one: '' }, /urlVariables must have values of one line/],
    ['enableSslVerification', 'yes', /must be true or false/],
    ['pushEvents', 'yes', /must be true or false/],
    ['pushEventsBranchFilter', 5, /must be a string/],
    ['branchFilterStrategy', 'allBranches', /cannot be combined with branchFilterStrategy "allBranches"/],
    ['customWebhookTemplate', 'x'.repeat(4_097), /must have at most 4096 characters/],
  ],
  // A token and headers that the program does not declare are not sent.
  sends: { url: ['url'] },
  skipped: {
    customHeaders: 'their changes send several requests: see below',
    urlVariables: 'their changes send several requests: see below',
    token: 'no response contains it: see below',
    signingToken: 'test/resources/project-hook-secrets.test.ts',
    resourceDeployTokenEvents: 'test/resources/project-hook-secrets.test.ts',
    ...Object.fromEntries(otherEvents.map((name) => [name, 'like tagPushEvents'])),
  },
})

interface Stored {
  url: string
  token: string | null
  custom_headers: Json
  url_variables: Json
}

describe('a hook of a project', () => {
  const emulator = useEmulator()
  const engine = (kind = 'project-hook') => new Engine(kind, { url: emulator.url })
  /** The requests below the project, without query. */
  const requests = () =>
    emulator.requests().map(({ method, path }) => `${method} ${path.slice(18).replace(/\?.*/, '')}`)
  const writes = () => requests().filter((request) => !request.startsWith('GET'))
  /** The id of the only hook of a resource, or of the item with the key. */
  const idOf = ({ state }: Engine, key = 'hook') =>
    String(state?.outputs.hookId ?? (state?.outputs.ids as Json | undefined)?.[key])
  const pathOf = (stack: Engine) => `/projects/1/hooks/${idOf(stack)}`
  const stored = () => emulator.state().collections.project_hooks?.records as unknown as (Stored & Json)[]
  const url = 'https://hook:opensesame-1@example.com/ci'
  const args = { project: 'acme/web', url, name: 'ci' }
  const secret = { ...args, token: 'opensesame-2', customHeaders: { 'X-Key': 'opensesame-3', 'X-Other': 'other' } }
  const plain = { project: 'acme/web', url: 'https://example.com/hook' }
  async function deployed(declared: Json = args, kind?: string): Promise<Engine> {
    const stack = engine(kind)
    await stack.up(declared)
    emulator.clearRequests()
    return stack
  }
  const messageOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'no error',
      ({ message }: Error) => message,
    )
  const asSet = (values: Json) => {
    const { project, onConflict, ...item } = values
    return { project, onConflict, items: { hook: item } }
  }

  it('sends all events', async () => {
    const all = Object.fromEntries(hookEvents.map((event) => [event, true]))
    const stack = await deployed({ ...args, ...all })
    expect(Object.values(stored()[0]!).filter((value) => value === true)).toHaveLength(hookEvents.length + 2)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    await stack.up(args)
    expect(Object.values(stored()[0]!).filter((value) => value === true)).toHaveLength(2)
  })

  it.each([['project-hook'], ['project-hook-set']])(
    'sends the token and headers again after a new URL, which removes them: %s',
    async (kind) => {
      const declared = (values: Json) => (kind.endsWith('-set') ? asSet(values) : values)
      const stack = await deployed(declared(secret), kind)
      await stack.up(declared({ ...secret, url: plain.url }))
      expect(writes()).toEqual([
        `PUT /hooks/${idOf(stack)}`,
        `PUT /hooks/${idOf(stack)}/custom_headers/X-Key`,
        `PUT /hooks/${idOf(stack)}/custom_headers/X-Other`,
      ])
      const { token, customHeaders } = secret
      expect(stored()).toMatchObject([{ url: plain.url, token, custom_headers: customHeaders }])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(await stack.preview(declared({ ...secret, url: plain.url }))).toEqual({ step: 'same', changed: [] })
    },
  )

  it.each([[false], [true]])(
    'says that headers are missing after a new URL, and completes the update, after a refresh: %s',
    async (refreshes) => {
      const stack = await deployed(secret)
      const changed = { ...secret, url: plain.url }
      emulator.fault({ method: 'PUT', path: /X-Other$/, status: 422, body: { error: 'opensesame-3 is illegal' } })
      const message = await messageOf(stack.up(changed))
      expect(message).toMatch(
        /hook "ci" of acme\/web was not updated\. The hook has its new URL, which removed its headers, but .*set the header X-Other.*Run "pulumi up" again/,
      )
      expect(message).not.toContain('opensesame')
      expect(stored()[0]?.custom_headers).toEqual({ 'X-Key': 'opensesame-3' })
      if (refreshes) await stack.refresh()
      await stack.up(changed)
      expect(stored()[0]).toMatchObject({ token: secret.token, custom_headers: secret.customHeaders })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    },
  )

  it('sends secrets again if the response to an update was lost', async () => {
    const stack = await deployed(secret)
    emulator.fault({ method: 'PUT', path: /hooks\/1$/, drop: 'after', times: 5 })
    await stack.up({ ...secret, url: plain.url })
    expect(stored()).toMatchObject([{ url: plain.url, token: secret.token, custom_headers: secret.customHeaders }])
  })

  it('changes, adds and removes headers, and only sends what is necessary', async () => {
    const stack = await deployed(secret)
    await stack.up({ ...secret, customHeaders: { 'X-Key': 'changed', 'X-New': 'new' } })
    expect(writes()).toEqual([`PUT /hooks/${idOf(stack)}`, `DELETE /hooks/${idOf(stack)}/custom_headers/X-Other`])
    expect(stored()[0]?.custom_headers).toEqual({ 'X-Key': 'changed', 'X-New': 'new' })
    emulator.clearRequests()
    await stack.up({ ...secret, customHeaders: {} })
    expect(writes()).toEqual([
      `DELETE /hooks/${idOf(stack)}/custom_headers/X-Key`,
      `DELETE /hooks/${idOf(stack)}/custom_headers/X-New`,
    ])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('reports headers that another user added or removed, and repairs them', async () => {
    const stack = await deployed(secret)
    await emulator.put(`${pathOf(stack)}/custom_headers/X-Foreign`, { value: 'a' })
    await emulator.delete(`${pathOf(stack)}/custom_headers/X-Key`)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['customHeaders'] })
    await stack.up(secret)
    expect(stored()[0]?.custom_headers).toEqual({ 'X-Other': 'other', 'X-Key': 'opensesame-3' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('does not report changes of a token by another user, and sends a new one', async () => {
    const stack = await deployed(secret)
    await emulator.put(pathOf(stack), { token: 'of another user' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.up({ ...secret, token: 'new' })).toEqual({ step: 'update', changed: ['token'] })
    expect(stored()[0]?.token).toBe('new')
    await stack.up({ ...secret, token: null })
    expect(stored()[0]?.token).toBeNull()
  })

  it('reads hooks one by one only if they declare headers or variables', async () => {
    const items = { plain: { url: plain.url }, secret: asSet(secret).items.hook }
    const stack = await deployed({ project: 'acme/web', items }, 'project-hook-set')
    await stack.refresh()
    const reads = requests().filter((request) => request.includes('/hooks'))
    expect(reads.sort()).toEqual(['GET /hooks', `GET /hooks/${idOf(stack, 'secret')}`])
  })

  describe('with variables in its URL', () => {
    const template = { ...args, url: 'https://{user}@example.com/ci', urlVariables: { user: 'a:b', spare: 'c' } }
    const inUse =
      /cannot change the URL of a hook that has URL variables, or the value .*\(user\)\. Replace the hook: run "pulumi up" with --replace/

    it.each([
      ['a new value', { ...template, urlVariables: { user: 'new' } }],
      ['another URL with variables', { ...template, url: 'https://{user}@example.com/other' }],
    ])('refuses %s before it sends anything, and warns in a preview', async (_, changed) => {
      const stack = await deployed(template)
      await stack.preview(changed)
      expect(stack.warnings.join()).toMatch(inUse)
      const message = await messageOf(stack.up(changed))
      expect(message).toMatch(inUse)
      expect(message).not.toContain('a:b')
      expect(writes()).toEqual([])
    })

    it('changes variables that the URL does not contain, and removes all with a new URL', async () => {
      const stack = await deployed(template)
      await stack.up({ ...template, urlVariables: { user: 'a:b', other: 'd' } })
      expect(stored()[0]?.url_variables).toEqual({ user: 'a:b', other: 'd' })
      await stack.up({ ...plain, urlVariables: { kept: 'e' } })
      expect(stored()[0]?.url_variables).toEqual({ kept: 'e' })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })

    it('names the remedy if the service refuses a value, because the former one is not known', async () => {
      await emulator.post('/projects/1/hooks', { url: template.url, url_variables: [{ key: 'user', value: 'x' }] })
      const message = await messageOf(engine().up({ ...template, onConflict: 'adopt' }))
      expect(message).toMatch(/422.*Invalid url given.*Replace the hook/)
    })
  })

  it('adopts the only hook with its URL, and sends its secrets', async () => {
    await emulator.post('/projects/1/hooks', { url, name: 'ci' })
    expect(await messageOf(engine().up(args))).toMatch(/already exists \(id 1\/\d+\).*onConflict: "adopt"/)
    await deployed({ ...secret, onConflict: 'adopt' })
    expect(stored()).toMatchObject([{ token: secret.token, custom_headers: secret.customHeaders }])
  })

  it('asks for an id if several hooks have its URL, without showing it', async () => {
    const post = async () => ((await emulator.post('/projects/1/hooks', { url })).body as { id: number }).id
    const [first, second] = [await post(), await post()]
    const message = await messageOf(engine().up({ ...args, onConflict: 'adopt' }))
    expect(message).toMatch(new RegExp(`2 already exist \\(id ${second}, ${first}\\).*set adoptId`))
    expect(message).not.toMatch(/opensesame|example\.com/)
    await deployed({ ...args, adoptId: second })
    expect(stored().map(({ name }) => name)).toEqual([null, 'ci'])
  })

  it('declares several hooks with one URL', async () => {
    const items = { one: { url }, other: { url } }
    await deployed({ project: 'acme/web', onConflict: 'create', items }, 'project-hook-set')
    expect(stored().map((hook) => hook.url)).toEqual([url, url])
  })

  it('shows no secret in errors, also if the service repeats it', async () => {
    const repeated = `${url} with ${secret.token} and opensesame-3 is invalid`
    emulator.fault({ method: 'POST', status: 422, body: { error: repeated } })
    const message = await messageOf(engine().up(secret))
    expect(message).toContain('is invalid')
    expect(message).not.toMatch(/opensesame|example\.com/)
  })

  it.each([['project-hook'], ['project-hook-set']])('warns if the service disables a hook: %s', async (kind) => {
    const declared = kind.endsWith('-set') ? asSet(args) : args
    const stack = await deployed(declared, kind)
    const until = '2026-06-16T12:00:00.000Z'
    emulator.patch('project_hooks', 1, { alert_status: 'temporarily_disabled', disabled_until: until })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.patch('project_hooks', 1, { alert_status: 'disabled', disabled_until: null })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.warnings).toEqual([
      expect.stringMatching(
        /^project hook "ci" of acme\/web \(id 1\/1\) was disabled by the service until 2026-06-16T/,
      ),
      expect.stringMatching(/was disabled by the service, because calls failed\. Check its URL, and test the hook/),
    ])
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
  })

  it('keeps a token that the program does not declare if the state lacks the URL, as after an export', async () => {
    const stack = await deployed()
    await emulator.put(pathOf(stack), { token: 'kept' })
    delete stack.state!.outputs.url
    delete stack.state!.inputs.url
    expect(await stack.up(args)).toEqual({ step: 'update', changed: ['url'] })
    expect(stored()).toMatchObject([{ token: 'kept' }])
  })

  describe.each([['ProjectHook'], ['ProjectHookSet']])('a %s whose state lacks the URL, as after an import', (type) => {
    const other = { url: 'https://example.com/other', name: 'other' }
    const own = { project: 'acme/web' }
    const config = (): Json => ({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
    async function imported(): Promise<ProgramEngine> {
      const program = new ProgramEngine(config(), { pollDelayMs: 0 })
      const { project: _, ...item } = args
      const declared = type === 'ProjectHook' ? args : { ...own, items: { former: item } }
      expect(await program.up({ former: { type, args: declared } })).toMatchObject({ errors: [] })
      const { inputs, outputs } = program.held.get('former')!
      for (const all of [inputs, outputs]) {
        for (const values of type === 'ProjectHook' ? [all] : Object.values(all.items as Json))
          delete (values as Json).url
      }
      emulator.clearRequests()
      return program
    }
    const urls = () => stored().map((hook) => hook.url)

    it('deletes a hook that leaves the program, which declares another hook', async () => {
      const program = await imported()
      const updated = await program.up({ other: { type: 'ProjectHook', args: { ...own, ...other } } })
      expect(updated).toEqual({ steps: { other: 'create', former: 'delete' }, errors: [] })
      expect(urls()).toEqual([other.url])
    })

    it('leaves the state without an error if its hook does not exist, and the program declares another hook', async () => {
      const program = await imported()
      await emulator.delete('/projects/1/hooks/1')
      await program.up(
        { former: program.held.get('former')!, other: { type: 'ProjectHook', args: { ...own, ...other } } },
        { target: 'other' },
      )
      const updated = await program.up({ other: { type: 'ProjectHook', args: { ...own, ...other } } })
      expect(updated).toEqual({ steps: { former: 'delete' }, errors: [] })
      expect(urls()).toEqual([other.url])
    })

    it('hands a hook to a set of another name', async () => {
      const program = await imported()
      const items = { kept: { url: args.url, name: 'ci' }, other }
      const set = { type: 'ProjectHookSet', args: { ...own, onConflict: 'adopt', items } }
      expect(await program.up({ set })).toEqual({ steps: { set: 'create', former: 'delete' }, errors: [] })
      expect(urls().sort()).toEqual([args.url, other.url].sort())
      expect(writes().filter((request) => request.startsWith('DELETE'))).toEqual([])
      expect(program.held.get('set')?.outputs.ids).toMatchObject({ kept: 1 })
    })

    it('keeps a hook if another resource declares its URL and is not updated', async () => {
      const program = await imported()
      const next = { type: 'ProjectHook', args: { ...own, url: args.url, onConflict: 'adopt' } }
      const { errors } = await program.up({ next }, { target: 'former' })
      expect(errors).toEqual([expect.stringMatching(/was not deleted: ProjectHook "next" also declares it/)])
      expect(urls()).toEqual([args.url])
    })
  })
})
