import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useWarmCli } from '../support/warm-cli'

const trueup = useWarmCli()
const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'
const secret = (ciphertext: string) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  ciphertext,
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trueup-plan-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes the resources of a plan, runs `trueup plan scrub`, and returns what the file contains then. */
async function scrub(resourcePlans: unknown) {
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify({ manifest: { version: 'v3.259.0' }, resourcePlans }))
  chmodSync(file, 0o640)
  const run = trueup('plan', 'scrub', file)
  const code = await run.ended
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('v1:')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  const content = JSON.parse(text) as { manifest: unknown; resourcePlans: Record<string, unknown> }
  expect(content.manifest).toEqual({ version: 'v3.259.0' })
  return { code, ...run.output, file, plans: content.resourcePlans }
}

const goal = { type: 'pulumi-nodejs:dynamic/trueup:RemoteMirror', name: 'a', custom: true }

describe('trueup plan scrub', () => {
  it('lets an update choose secrets that a plan adds, changes, keeps, deletes or does not know', async () => {
    const { code, stdout, file, plans } = await scrub({
      'urn::a': {
        goal: {
          ...goal,
          inputDiff: {
            adds: { items: { b: [{ value: secret('v1:1') }] }, url: 'https://a.example.com' },
            updates: { password: secret('v1:2'), enabled: true },
            deletes: ['username', 'keepDivergentRefs'],
          },
          additionalSecretOutputs: ['username', 'password', 'token'],
        },
        state: { publicKey: secret('v1:3'), url: 'https://a.example.com' },
      },
    })
    expect(code).toBe(0)
    expect(stdout).toBe(
      `${file} contains no secrets now. An update accepts any value for 3 properties:\n` +
        '  items of urn::a\n  password of urn::a\n  publicKey of urn::a\n',
    )
    expect(plans['urn::a']).toMatchObject({
      goal: {
        inputDiff: {
          adds: {
            items: unknown,
            password: unknown,
            publicKey: unknown,
            token: unknown,
            url: 'https://a.example.com',
          },
          updates: { username: unknown, enabled: true },
          deletes: ['keepDivergentRefs'],
        },
        outputDiff: { adds: {}, updates: {}, deletes: [] },
      },
      state: { publicKey: unknown, url: 'https://a.example.com' },
    })
  })

  it('lets an update choose the secret outputs of a stack, and the secret settings of each provider', async () => {
    const { plans } = await scrub({
      'urn::stack': {
        goal: {
          type: 'pulumi:pulumi:Stack',
          name: 'test',
          custom: false,
          outputDiff: { adds: { first: secret('v1:1') }, updates: { second: secret('v1:2') } },
        },
        state: { first: secret('v1:1'), second: secret('v1:2'), third: secret('v1:3'), plain: 1 },
      },
      'urn::dynamic': { goal: { ...goal, type: 'pulumi:providers:pulumi-nodejs' }, state: {} },
      'urn::plugin': { goal: { ...goal, type: 'pulumi:providers:trueup' } },
      'urn::deleted': { steps: ['delete'] },
    })
    expect(plans).toMatchObject({
      'urn::stack': {
        goal: {
          inputDiff: { adds: {} },
          outputDiff: { adds: { first: unknown, second: unknown, third: unknown }, updates: {} },
        },
        state: { first: unknown, second: unknown, third: unknown, plain: 1 },
      },
      'urn::dynamic': { goal: { inputDiff: { adds: { 'trueup:token': unknown, 'trueup:clientKey': unknown } } } },
      'urn::plugin': { goal: { inputDiff: { adds: { token: unknown, clientKey: unknown } } } },
      'urn::deleted': { steps: ['delete'] },
    })
  })

  it('says that a plan contained no secrets, and reports a file that is not a plan', async () => {
    const { stdout, file } = await scrub({ 'urn::a': { goal, state: { url: 'https://a.example.com' } } })
    expect(stdout).toBe(`${file} contained no secrets.\n`)
    writeFileSync(file, '{"steps":[]}')
    const run = trueup('plan', 'scrub', file)
    expect(await run.ended).toBe(1)
    expect(run.output.stderr).toBe(
      `trueup: ${file} is not a plan: write one with "pulumi preview --save-plan ${file}".\n`,
    )
  })
})
