import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runTemplateScript } from '../support/template-script'

const shared = 's3://shared'

describe('the script that selects the stack of a job that only reads', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-stack-script-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Runs the script with a CLI that fails to select a stack with this error, and records its commands. */
  async function select(error: string, initError = '') {
    const fail = (text: string) => (text === '' ? '' : `echo "error: ${text}" >&2; exit 1`)
    const cli = `#!/bin/sh
echo "$* $PULUMI_BACKEND_URL" >> "${join(folder, 'commands')}"
case "$*" in 'stack select'*) ${fail(error)} ;; 'stack init'*) ${fail(initError)} ;; esac
`
    await writeFile(join(folder, 'pulumi'), cli)
    await chmod(join(folder, 'pulumi'), 0o755)
    const PATH = `${folder}${delimiter}${process.env['PATH']}`
    const env = { PATH, STACK: 'prod', PULUMI_BACKEND_URL: shared, RUNNER_TEMP: folder }
    const { code, stdout, output } = await runTemplateScript('stack.js', { cwd: folder, env })
    const commands = (await readFile(join(folder, 'commands'), 'utf8')).trimEnd().split('\n')
    return { code, stdout, output, commands }
  }

  it('selects a stack that exists, and changes no variable', async () => {
    expect(await select('')).toEqual({ code: 0, stdout: '', output: '', commands: [`stack select prod ${shared}`] })
  })

  it('creates a new stack in a backend of the job, and not in the shared one', async () => {
    const { code, stdout, output, commands } = await select("no stack named 'prod' found")
    const [, backend] = /^export PULUMI_BACKEND_URL='(file:\/\/.*)'\n$/.exec(stdout) ?? []
    expect({ code, commands }).toEqual({
      code: 0,
      commands: [`stack select prod ${shared}`, `stack init prod ${backend}`],
    })
    expect(backend).toContain(folder)
    expect(output).toContain('The backend has no stack prod yet.')
  })

  it.each([
    ['the backend cannot be read', 'could not list bucket: AccessDenied', ''],
    ['the stack cannot be created', "no stack named 'prod' found", 'passphrase must be set'],
  ])('fails if %s, instead of a preview that creates everything', async (_, error, initError) => {
    const { code, stdout, output } = await select(error, initError)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(output).toMatch(new RegExp(`^ci/stack.js: pulumi stack \\w+: error: ${initError || error}\n$`))
  })
})
