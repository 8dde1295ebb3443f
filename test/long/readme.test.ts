import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { page } from '../shared/markdown'
import { useEmulator } from '../support/emulator'
import { shareInsteadOfMembers } from '../support/export'
import { PulumiStack } from '../support/pulumi'

jest.setTimeout(240_000)

const repository = resolve(__dirname, '..', '..')

/** Lays the packages of this repository into the current folder, in place of the registry. */
const npm = `#!/bin/sh
set -e
test "$*" = install
grep -q '"trueup": "file:.*/trueup.tgz"' package.json
mkdir -p node_modules
ln -s '${repository}' node_modules/trueup
for name in @pulumi @types ts-node typescript; do ln -s "${repository}/node_modules/$name" "node_modules/$name"; done
`
const npx = `#!/bin/sh
test "$1" = trueup
shift
exec node '${join(repository, 'dist', 'cli', 'index.js')}' "$@"
`

describe('the first commands of the README', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-readme-'))
    shareInsteadOfMembers(emulator)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('turns a group into files whose first preview shows no difference, from an empty folder', async () => {
    const as = { as: 'owner' }
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#DC143C' }, as)
    await emulator.post('/projects/1/variables', { key: 'REGION', value: 'eu-west-1' }, as)
    await emulator.post('/projects/2/hooks', { url: 'https://example.com/hook' }, as)
    emulator.clearRequests()
    const [block] = page('README.md').blocks.filter(({ language }) => language === 'console')
    const [settings, ...commands] = block!.text.split('\n')
    expect(settings).toBe('export TRUEUP_BASE_URL=https://gitlab.example.com TRUEUP_TOKEN=…')
    const stack = await PulumiStack.create({ program: '', env: { PULUMI_NODEJS_TRANSPILE_ONLY: 'true' } })
    try {
      const { PULUMI_STACK: _, PATH = '', ...env } = stack.place.env
      const bin = join(folder, 'bin')
      await mkdir(bin)
      for (const [name, text] of Object.entries({ npm, npx })) {
        await writeFile(join(bin, name), text)
        await chmod(join(bin, name), 0o755)
      }
      const empty = join(folder, 'empty')
      await mkdir(empty)
      const service = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' }
      const { stdout } = await promisify(execFile)('bash', ['-e', '-c', commands.join('\n')], {
        cwd: empty,
        env: { ...env, ...service, PATH: [bin, PATH].join(delimiter) },
      })
      expect(stdout).toMatch(/\d+ unchanged/)
      expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
      const configured = await readFile(join(empty, 'acme', 'Pulumi.prod.yaml'), 'utf8')
      expect(configured.match(/secure:/g)).toHaveLength(2)
    } finally {
      await stack.close()
    }
  })
})
