import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

const emulator = useEmulator({ flavor: 'spec' })

it('finds the password of a mirror in the event log only in the messages of the SDK of Pulumi that SECURITY names', async () => {
  const password = 'a-password-of-a-mirror'
  const args = `{ project: 'acme/web', url: 'https://example.com/web.git', username: 'mirror', password: '${password}' }`
  const stack = await PulumiStack.create({
    program: `new (require('trueup').RemoteMirror)('backup', ${args})`,
    // The CLI only knows --event-log with this variable.
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer', PULUMI_DEBUG_COMMANDS: 'true' },
  })
  try {
    const file = join(stack.folder, 'up.events')
    const { stdout, stderr } = expectOk(await stack.run('up', '--yes', '--skip-preview', '--event-log', file))
    expect(stdout + stderr).not.toContain(password)
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes(password))
    expect(lines).not.toEqual([])
    for (const line of lines) {
      expect(line).toMatch(/"diagnosticEvent":\{"prefix":"debug: ","message":"RegisterResource RPC finished: /)
    }
    expect(await readFile(join(__dirname, '..', '..', 'SECURITY.md'), 'utf8')).toMatch(
      /`--event-log` contains these debug messages also without `--debug`/,
    )
  } finally {
    await stack.close()
  }
}, 120_000)
