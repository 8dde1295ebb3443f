import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, said } from '../support/pulumi'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(300_000)

const emulator = useEmulator({ flavor: 'gitlab' })
const trueup = useWarmCli()
let api: Client
let stack: PulumiStack

/** Secrets in an argument, in an item of a set, in a map, and in an output of the stack. */
const program = (description: string) => `
  const trueup = require('trueup')
  const pulumi = require('@pulumi/pulumi')
  const project = 'acme/web'
  const secret = pulumi.secret(process.env.SECRET)
  new trueup.RemoteMirror('backup', {
    project, url: 'https://backup.example.com/web.git', username: 'web', password: secret,
  })
  new trueup.ProjectVariableSet('variables', { project, items: {
    FIXED: { key: 'FIXED', value: 'the-fixed-secret' },
    OTHER: { key: 'OTHER', value: secret, description: ${JSON.stringify(description)} },
  } })
  new trueup.ProjectHook('hook', {
    project, url: 'https://hooks.example.com/', pushEvents: true, customHeaders: { 'X-Key': secret },
  })
  exports.secret = secret`

beforeAll(async () => {
  api = new Client({ baseUrl: emulator.url, token: 'emulator-owner' })
  const env = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', SECRET: 'secret-of-the-preview' }
  stack = await PulumiStack.create({ program: program('one'), env })
})
afterAll(async () => {
  await stack?.close()
  await api.close()
})

/** Saves a plan with the first secret, and applies it with the second. */
async function applyWith(before: string, after: string, { scrubbed }: { scrubbed: boolean }) {
  stack.setEnv({ SECRET: before })
  expectOk(await stack.run('preview', '--refresh', '--save-plan', 'plan.json'))
  if (scrubbed) expect(await trueup.in(stack.place)('plan', 'scrub', 'plan.json').ended).toBe(0)
  stack.setEnv({ SECRET: after })
  return stack.run('up', '--refresh', '--yes', '--skip-preview', '--plan', 'plan.json')
}

const values = async () =>
  (await api.projectVariables.list('acme/web').all()).map(({ key, value }) => `${key} ${value}`)
const anySecret = /secret-of|the-fixed-secret/

it('applies planned changes with other secrets than the preview had, rejects unplanned ones, and prints no secret', async () => {
  const unscrubbed = await applyWith('secret-of-the-preview', 'secret-of-the-update', { scrubbed: false })
  // Pulumi 3.259 prints both values in this error, and 3.276 neither of them.
  expect(said(unscrubbed)).toContain('violates plan: ')
  const created = await applyWith('secret-of-the-preview', 'secret-of-the-update', { scrubbed: true })
  expectOk(created)
  expect(said(created)).not.toMatch(anySecret)
  expect(await values()).toEqual(['FIXED the-fixed-secret', 'OTHER secret-of-the-update'])
  await stack.setProgram(program('two'))
  const changed = await applyWith('secret-of-another-preview', 'secret-of-another-update', { scrubbed: true })
  expectOk(changed)
  expect(said(changed)).not.toMatch(anySecret)
  expect(await values()).toEqual(['FIXED the-fixed-secret', 'OTHER secret-of-another-update'])
  // The plan says that the mirror stays as it is.
  const rotated = await applyWith('secret-of-another-update', 'secret-of-the-rotation', { scrubbed: true })
  expect(rotated.code).not.toBe(0)
  expect(said(rotated)).toMatch(/violates plan|not allowed by the plan/)
  expect(said(rotated)).not.toMatch(anySecret)
})
