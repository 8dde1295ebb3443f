import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { useCli } from '../shared/cli'
import { expectOk, PulumiStack } from '../support/pulumi'
import { terraformState } from '../support/terraform-state'

jest.setTimeout(240_000)

const trueup = useCli()

it('takes objects over from Terraform without a request that writes, also mirrors with credentials', async () => {
  const emulator = await startEmulator({ flavor: 'gitlab' })
  const api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
  const credentials = { username: 'mirror', password: 's3cret' }
  const { id: labelId } = await api.labels.create(1, { name: 'bug', color: '#DC143C' })
  const target = 'backup.example.com/web.git'
  const url = `https://${credentials.username}:${credentials.password}@${target}`
  const { id: mirrorId } = await api.remoteMirrors.create(1, { url, enabled: true })
  const { id: plainId } = await api.remoteMirrors.create(1, { url: `https://other.example.com/web.git` })
  const state = terraformState([
    { type: 'gitlab_project_label', name: 'bug', attributes: { id: `1:bug`, label_id: labelId, project: '1' } },
    { type: 'gitlab_project_mirror', name: 'backup', attributes: { id: `1:${mirrorId}`, project: '1', url } },
    {
      type: 'gitlab_project_mirror',
      name: 'other',
      attributes: { id: `1:${plainId}`, project: '1', url: 'https://other.example.com/web.git' },
    },
  ])
  const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', PULUMI_NODEJS_TRANSPILE_ONLY: 'true' }
  const stack = await PulumiStack.create({ program: '', typescript: true, env })
  try {
    writeFileSync(join(stack.folder, 'old.tfstate'), JSON.stringify(state))
    emulator.clearRequests()
    const args = ['--from-terraform', join(stack.folder, 'old.tfstate'), '--out', stack.folder, '--force']
    const run = trueup.in(stack.place)('export', ...args)
    expect({ code: await run.ended, stderr: run.output.stderr }).toEqual({ code: 0, stderr: '' })
    expectOk(await stack.run('stack', 'init', 'test'))
    for (const [part, value] of Object.entries(credentials)) {
      const key = `backup${part.slice(0, 1).toUpperCase()}${part.slice(1)}`
      expectOk(await stack.run('config', 'set', '--secret', key, value))
    }
    expectOk(await stack.run('import', '--file', 'import.json', '--generate-code=false', '--yes'))
    const preview = expectOk(await stack.preview({ refresh: true }))
    expect(preview.stdout).toMatch(/^Resources:\n +\+ 1 to create\n +\d unchanged\n/m)
    expectOk(await stack.up({ refresh: true }))
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    const { resources = [] } = (await stack.export({ showSecrets: true })).deployment
    const mirror = resources.find(({ urn }) => urn.endsWith('::backup'))
    expect(mirror).toMatchObject({ id: `1/${mirrorId}` })
    expect(JSON.stringify(mirror)).toContain(credentials.password)
    expect(JSON.stringify(await stack.export())).not.toContain(credentials.password)
  } finally {
    await api.close()
    await stack.close()
    await emulator.close()
  }
})
