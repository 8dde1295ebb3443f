import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runTemplateScript } from '../support/template-script'

const identity = 'header.claims.signature'
const secrets = { TRUEUP_TOKEN: "it's a token", PULUMI_CONFIG_PASSPHRASE: 'two\nlines', PATH: '/evil' }

/** The bodies that Vault and GitHub's issuer of identity tokens return to requests with valid credentials. */
const bodyOf = (method: string, path: string, headers: NodeJS.Dict<string | string[]>, body: string): unknown => {
  if (path === '/github?api=1&audience=trueup' && headers['authorization'] === 'Bearer of-the-job')
    return { value: identity }
  if (method === 'POST' && path === '/v1/auth/jwt/login') {
    const { role, jwt } = JSON.parse(body) as { role: string; jwt: string }
    return role === 'trueup-preview' && jwt === identity ? { auth: { client_token: 'of-vault' } } : undefined
  }
  const mayRead = headers['x-vault-token'] === 'of-vault'
  if (path === '/v1/secret/data/trueup' && mayRead) return { data: { data: secrets, metadata: {} } }
  if (path === '/v1/kv/trueup' && mayRead) return { data: secrets }
  return undefined
}

describe('the login script, which exchanges the identity of a job', () => {
  let server: Server
  let url: string
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-login-'))
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const found = bodyOf(request.method ?? '', request.url ?? '', request.headers, body)
        response.writeHead(found ? 200 : 403).end(JSON.stringify(found ?? { errors: ['permission denied'] }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })

  const login = (env: Record<string, string>) =>
    runTemplateScript('login.js', { cwd: folder, env: { RUNNER_TEMP: folder, ...env } })

  /** What the variables are in the shell of a job of GitLab's afterwards. */
  const inShell = async (exports: string, ...names: string[]) => {
    const script = `eval "$EXPORTS"; node -p 'JSON.stringify(process.env)'`
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], {
      env: { PATH: process.env['PATH'], EXPORTS: exports },
    })
    const all = JSON.parse(stdout) as Record<string, string>
    return Object.fromEntries(names.map((name) => [name, all[name]]))
  }

  it('sends no request if the variables are stored', async () => {
    expect(await login({ TRUEUP_ID_TOKEN: identity })).toEqual({ code: 0, stdout: '', output: '' })
  })

  it.each([['secret/data/trueup'], ['kv/trueup']])(
    'reads the token and the passphrase from %s',
    async (VAULT_SECRET) => {
      const vault = { VAULT_ADDR: `${url}/`, VAULT_ROLE: 'trueup-preview', VAULT_SECRET }
      const { code, stdout } = await login({ TRUEUP_ID_TOKEN: identity, ...vault })
      expect(code).toBe(0)
      expect(await inShell(stdout, 'TRUEUP_TOKEN', 'PULUMI_CONFIG_PASSPHRASE')).toEqual({
        TRUEUP_TOKEN: secrets.TRUEUP_TOKEN,
        PULUMI_CONFIG_PASSPHRASE: secrets.PULUMI_CONFIG_PASSPHRASE,
      })
      // No more than what is known: a store that says PATH changes nothing else.
      expect(stdout).not.toContain('/evil')
    },
  )

  it('writes the identity to a file for the libraries of the clouds', async () => {
    const clouds = {
      AWS_ROLE_ARN: 'arn:aws:iam::1:role/trueup',
      AZURE_CLIENT_ID: '1',
      GCP_WORKLOAD_IDENTITY_PROVIDER: 'p',
    }
    const { stdout } = await login({ TRUEUP_ID_TOKEN: identity, ...clouds, GCP_SERVICE_ACCOUNT: 'a@b' })
    const names = ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AZURE_FEDERATED_TOKEN_FILE', 'GOOGLE_APPLICATION_CREDENTIALS']
    const files = Object.values(await inShell(stdout, ...names)) as string[]
    expect(await readFile(files[0]!, 'utf8')).toBe(identity)
    expect(files[1]).toBe(files[0])
    expect(JSON.parse(await readFile(files[2]!, 'utf8'))).toMatchObject({
      type: 'external_account',
      audience: '//iam.googleapis.com/p',
      credential_source: { file: files[0] },
    })
    for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0)
    expect(stdout).not.toContain(identity)
  })

  it('passes the masked secrets to the next steps on GitHub', async () => {
    const github = {
      GITHUB_ENV: join(folder, 'env'),
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/github?api=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    }
    await writeFile(github.GITHUB_ENV, '')
    const { code, stdout } = await login({
      ...github,
      VAULT_ADDR: url,
      VAULT_ROLE: 'trueup-preview',
      AWS_ROLE_ARN: 'arn',
    })
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toEqual(["::add-mask::it's a token", '::add-mask::two', '::add-mask::lines'])
    const written = await readFile(github.GITHUB_ENV, 'utf8')
    expect(written).toMatch(/^PULUMI_CONFIG_PASSPHRASE<<(\S+)\ntwo\nlines\n\1$/m)
    expect(written).toMatch(/^AWS_WEB_IDENTITY_TOKEN_FILE<</m)
  })

  it('fails the job if the login is rejected or the job has no identity', async () => {
    const refused = await login({ TRUEUP_ID_TOKEN: identity, VAULT_ADDR: url, VAULT_ROLE: 'another' })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      output: `ci/login.js: POST ${url}/v1/auth/jwt/login: 403 Forbidden\n`,
    })
    const without = await login({ VAULT_ADDR: url, VAULT_ROLE: 'trueup-preview' })
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('the job has no identity') })
  })
})
