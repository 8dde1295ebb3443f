import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNow, useEmulator } from '../support/emulator'
import { useWarmCli } from '../support/warm-cli'

const trueup = useWarmCli()
const signing_token = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const isSecret = /opensesame|whsec_|not declared/
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-export-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.each(['18.9', '19.3'] as const)('an export of hooks of GitLab %s', (release) => {
  const emulator = useEmulator({ release })
  const isNewer = release === '19.3'

  it.each([[[]], [['--sets']]])(
    'reads the tokens that the service says are set from the configuration, with options %j',
    async (options) => {
      const url = 'https://example.com/opensesame-1'
      const secrets = { token: 'opensesame-2', signing_token }
      await emulator.post('/projects/1/hooks', { url, name: 'ci', ...secrets, resource_deploy_token_events: true })
      await emulator.post('/projects/1/hooks', { url, name: 'plain' })
      const { PATH } = process.env
      const env = {
        ...{ PATH, TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
        TRUEUP_TEST_NOW: testNow,
      }
      const run = trueup.in({ env })('export', '--out', folder, '--project', 'acme/web', ...options)
      expect({ code: await run.ended, stdout: run.output.stdout }).toMatchObject({ code: 0 })
      const program = readFileSync(join(folder, 'index.ts'), 'utf8')
      const declared = program.match(/\w+(?=: config\.requireSecret)/g)
      expect(declared).toEqual(isNewer ? ['url', 'token', 'signingToken', 'url'] : ['url', 'url'])
      expect(program.match(/resourceDeployTokenEvents: true/g) ?? []).toHaveLength(isNewer ? 1 : 0)
      for (const key of program.match(/(?<=requireSecret\(')\w+/g) ?? [])
        expect(run.output.stdout).toContain(`pulumi config set --secret ${key}`)
      for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()))
        expect(readFileSync(join(folder, file.name), 'utf8')).not.toMatch(isSecret)
    },
  )
})
