import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTemplateScript } from '../support/template-script'

const block = (name: string, color: string) =>
  `    ~ trueup:Label: (update)\n        [id=1/17]\n        [urn=urn:pulumi:acme::config::trueup:Label::${name}]\n      ~ color: ${color}\n`
const saved =
  "Update plan written to 'plan-acme.json'\nRun `pulumi up --plan='plan-acme.json'` to constrain the update\n"

describe('the comparison with the reviewed preview', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-same-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const compare = async (reviewed: string, now: string) => {
    await writeFile(join(folder, 'reviewed.txt'), reviewed)
    await writeFile(join(folder, 'now.txt'), now)
    return runTemplateScript('same.js', { args: ['reviewed.txt', 'now.txt'], cwd: folder, env: {} })
  }

  it('accepts the same changes in any order', async () => {
    const [one, other] = [block('one', 'red'), block('other', 'green')]
    const progress = 'still running...\n@ previewing update....\n'
    expect(await compare(one + other + saved, progress + other + one)).toMatchObject({ code: 0 })
    const warning = (pid: number) => `    (node:${pid}) [DEP0040] DeprecationWarning: punycode is deprecated\n`
    expect(await compare(one + warning(17), one + warning(42))).toMatchObject({ code: 0 })
  })

  it('rejects an additional change, a missing change and a different change', async () => {
    const one = block('one', 'red')
    expect(await compare(one, one + block('other', 'green'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/since the review, for trueup:Label other:\n(.*\n)*  \+       ~ color: green\n/),
    })
    expect(await compare(one + one, one)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/for trueup:Label one:\n(.*\n)*  -       ~ color: red\n/),
    })
    const { code, output } = await compare(one, block('one', 'blue'))
    expect(code).toBe(1)
    expect(output).toContain('trueup:Label one:\n  -       ~ color: red\n  +       ~ color: blue\nNothing was changed.')
  })
  it('rejects two previews that fail with the same error', async () => {
    for (const failed of [
      'error: no access token\n',
      '  pulumi:pulumi:Stack (config-acme): error: no access token\n',
    ]) {
      expect(await compare(failed, failed)).toMatchObject({
        code: 1,
        output: expect.stringContaining('The preview failed.'),
      })
    }
  })
})
