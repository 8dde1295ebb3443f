import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

const trueup = useCli()

const urls = {
  ci: 'https://ci:opensesame-1@ci.example.com/hook?key=opensesame-2',
  chat: 'https://chat.example.com/services/opensesame-3',
}

const forms = [
  { as: 'single resources', release: '19.3', options: [] },
  { as: 'sets', release: '18.9', options: ['--sets'] },
] as const

/** The secrets of the configuration for the two URLs. */
const keys = { ci: 'acmeWebCiUrl', chat: 'acmeWebChatUrl' } as const

describe.each(forms)('hooks that are exported from GitLab $release as $as', ({ options, release }) => {
  let emulator: Emulator
  let stack: PulumiStack
  let output: string

  beforeAll(async () => {
    emulator = await startEmulator({ release })
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    await api.projectHooks.create(1, { url: urls.ci, name: 'ci', token: 'opensesame-4', push_events: false })
    await api.projectHooks.create(1, { url: urls.chat, name: 'chat', issues_events: true })
    const custom_headers = [{ key: 'X-Key', value: 'opensesame-5' }]
    await api.projectHooks.create(1, { url: 'https://headers.example.com', name: 'headers', custom_headers })
    const url_variables = [{ key: 'key', value: 'opensesame-6' }]
    await api.projectHooks.create(1, { url: 'https://variables.example.com/{key}', name: 'variables', url_variables })
    await api.close()
    const env = {
      TRUEUP_BASE_URL: emulator.url,
      TRUEUP_TOKEN: 'emulator-maintainer',
      PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
    }
    stack = await PulumiStack.create({ program: '', typescript: true, env })
    emulator.clearRequests()
    const args = ['--project', 'acme/web', '--out', stack.folder, '--force', ...options]
    const run = trueup.in(stack.place)('export', ...args)
    expect({ code: await run.ended, stderr: run.output.stderr }).toEqual({ code: 0, stderr: '' })
    output = run.output.stdout
    expectOk(await stack.run('stack', 'init', 'test'))
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('leaves out hooks with headers or variables, with the reason', () => {
    expect(output).toContain('hook "headers": the service does not show the values of its customHeaders')
    expect(output).toContain('hook "variables": the service does not show the values of its urlVariables')
    expect(readFileSync(join(stack.folder, 'index.ts'), 'utf8')).not.toMatch(/headers|variables/)
  })

  it('names the URLs as secrets of the configuration, and writes none of them into a file', () => {
    for (const key of Object.values(keys)) {
      expect(output).toContain(`pulumi config set --secret ${key}`)
      expect(readFileSync(join(stack.folder, 'index.ts'), 'utf8')).toContain(`config.requireSecret('${key}')`)
    }
    const files = readdirSync(stack.folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { name } of files) {
      expect(readFileSync(join(stack.folder, name), 'utf8')).not.toMatch(/opensesame|(?:ci|chat)\.example/)
    }
  })

  it('imports the hooks, after which only a token can differ, and their tokens and URLs stay', async () => {
    expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
    expect(JSON.stringify(await stack.export({ showSecrets: true }))).not.toMatch(/opensesame|(?:ci|chat)\.example/)
    const drift = trueup.in(stack.place)('drift')
    expect({ code: await drift.ended, stderr: drift.output.stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['ci', 'chat'] as const) {
      expectOk(await stack.run('config', 'set', '--secret', keys[name], urls[name]))
    }
    // GitLab 19.3 tells that the hook has a token, but not which one, so that the update sends the declared one.
    const sends = release === '19.3'
    if (sends) expectOk(await stack.run('config', 'set', '--secret', 'acmeWebCiToken', 'opensesame-4'))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: !sends }))
    const up = expectOk(await stack.up({ refresh: true }))
    expect(said(up)).not.toContain('opensesame')
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(
      sends ? ['PUT /api/v4/projects/1/hooks/1'] : [],
    )
    expect(JSON.stringify(await stack.export())).not.toContain('opensesame')
    expectOk(await stack.preview({ expectNoChanges: true }))
    const stored = emulator.state().collections.project_hooks?.records as unknown as Record<'url' | 'token', unknown>[]
    expect(stored.slice(0, 2).map(({ url, token }) => [url, token])).toEqual([
      [urls.ci, 'opensesame-4'],
      [urls.chat, null],
    ])
  })
})
