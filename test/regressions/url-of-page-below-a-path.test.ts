import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setAllConfig } from '@pulumi/pulumi/runtime/config'
import { fromYaml, getLabels, getProject, Provider } from '../../provider'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { valueOf } from '../support/output'

/** Services below a path, such as `https://example.com/gitlab`. Nothing is sent to these. */
const base = 'https://below.example.com/git/lab'
const page = `${base}/acme/web/-/labels`

describe('the URL of a page of a service below a path', () => {
  const emulator = useEmulator()
  const told = 'it must not be a URL: write "acme/web"'
  const refusal = (kind: string, args: Record<string, unknown>, url = base) =>
    new Engine(kind, { url }).up(args).then(
      () => 'accepted',
      (error: Error) => error.message,
    )

  it.each([base, `${base}/`, `${base}/api/v4`])(
    'writes the path of a project relative to the base URL %s',
    async (url) => {
      expect(await refusal('label', { project: page, name: 'bug', color: 'red' }, url)).toContain(told)
      expect(await refusal('label-set', { project: `${base}/acme/web.git`, items: {} }, url)).toContain(told)
    },
  )

  it('writes the path of a group', async () => {
    const group = `${base}/groups/acme/platform/-/group_members`
    const write = 'it must not be a URL: write "acme/platform"'
    expect(await refusal('group-label', { group, name: 'bug', color: 'red' })).toContain(write)
    const access = [{ group }]
    const entries = { project: 'acme/web', name: 'production', deployAccessLevels: access }
    expect(await refusal('protected-environment', entries)).toContain(`see entry 0, and ${write}`)
  })

  it.each([
    ['without a project', base, 'it must not be a URL'],
    ['of another service', 'https://other.example.com/git/lab/acme', 'write "git/lab/acme"'],
    ['of another port', 'https://below.example.com:8443/git/lab/acme', 'write "git/lab/acme"'],
    ['with a longer first name', `${base}oratory/web`, 'write "git/laboratory/web"'],
  ])('keeps the path of a URL %s', async (_what, project, write) => {
    expect(await refusal('label', { project, name: 'bug', color: 'red' })).toMatch(new RegExp(`${write}$`))
  })

  it('refuses the URL in functions before a request', async () => {
    setAllConfig({ 'trueup:baseUrl': `${emulator.url}/gitlab`, 'trueup:token': 'emulator-owner' })
    const project = `${emulator.url}/gitlab/acme/web`
    await expect(valueOf(getLabels({ project }))).rejects.toThrow(
      `project must be a numeric id or a full path: ${told}.`,
    )
    await expect(valueOf(getProject({ project }))).rejects.toThrow(told)
    expect(emulator.requests()).toEqual([])
  })

  it.each(['the configuration', 'a provider'])('writes the path in files, with the base URL of %s', (from) => {
    const url = `https://files.example.com/${from === 'a provider' ? 'own' : 'gitlab'}`
    setAllConfig(from === 'a provider' ? {} : { 'trueup:baseUrl': url })
    if (from === 'a provider') new Provider('own', { baseUrl: url })
    const cwd = mkdtempSync(join(tmpdir(), 'trueup-urls-'))
    writeFileSync(join(cwd, 'a.yaml'), `projects: { "${url}/acme/web": }\ngroups: { "${url}/groups/acme": }\n`)
    try {
      expect(() => fromYaml('a.yaml', { cwd })).toThrow(/write "acme\/web"\n.*write "acme"$/)
    } finally {
      rmSync(cwd, { recursive: true })
    }
  })
})
