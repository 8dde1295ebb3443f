import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testNow, useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useWarmCli } from '../support/warm-cli'

const project = 'acme/web'
const ofAny = { ruleType: 'anyApprover', approvalsRequired: 2 }

describe('the approval rule for any approver', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const trueup = useWarmCli()
  const engine = (kind: string) => new Engine(kind, { url: emulator.url, token: 'emulator-maintainer' })

  it.each(['everyone', 'All Members'])('needs no name in a set, under the key %s', async (key) => {
    const args = { project, items: { [key]: ofAny } }
    const stack = engine('approval-rule-set')
    await stack.up(args)
    expect(stack.state?.outputs).toMatchObject({ items: { [key]: { name: 'All Members', approvalsRequired: 2 } } })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('gets a name from an export that the program accepts', async () => {
    await engine('approval-rule').up({ project, ...ofAny })
    const folder = mkdtempSync(join(tmpdir(), 'trueup-any-approver-'))
    try {
      const env = {
        PATH: process.env.PATH,
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: 'emulator-owner',
        TRUEUP_TEST_NOW: testNow,
      }
      const run = async (...args: string[]) => {
        const running = trueup.in({ env, cwd: folder })(...args)
        return { code: await running.ended, ...running.output }
      }
      const exported = await run('export', '--project', project, '--language', 'projects', '--out', folder)
      expect(exported.code).toBe(0)
      const files = readdirSync(join(folder, 'projects'), { recursive: true, encoding: 'utf8' })
      const [yaml = ''] = files.filter((name) => name.endsWith('.yaml'))
      expect(readFileSync(join(folder, 'projects', yaml), 'utf8')).toMatch(/\bAll Members:/)
      expect(await run('validate')).toMatchObject({ code: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
