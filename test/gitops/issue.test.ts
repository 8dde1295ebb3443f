import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MergeRequest, serveMergeRequest } from '../support/comments'
import { runTemplateScript } from '../support/template-script'

const token = 'the-token-of-the-issues'
const finding = (parent: string, subject: string, color: string) => ({
  difference: 'changed',
  parent,
  subject,
  message: `color is "${color}".`,
  properties: [{ path: 'color', declared: '#112233', live: color }],
})
const drifted = { findings: [finding('acme/web', 'label "bug"', '#123ABC')], failures: [] }
const clean = { findings: [], failures: [] }
const ignored = {
  findings: [{ fingerprint: '1', ignored: { reason: 'a campaign', until: '2027-01-31' } }],
  failures: [],
}
const failed = { findings: [], failures: [{ message: 'acme/web cannot be read' }] }

describe.each(['GitLab', 'GitHub'])('the issue for drift on %s', (where) => {
  let service: MergeRequest
  let folder: string

  beforeEach(async () => {
    service = await serveMergeRequest(token, where === 'GitLab' ? 'trueup-bot' : 'github-actions[bot]')
    folder = await mkdtemp(join(tmpdir(), 'trueup-issue-'))
    for (const stack of ['acme', 'platform']) await writeFile(join(folder, `Pulumi.${stack}.yaml`), 'config: {}\n')
  })
  afterEach(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  const env = (): Record<string, string> =>
    where === 'GitLab'
      ? {
          CI_API_V4_URL: `${service.url}/api/v4`,
          CI_PROJECT_ID: '1',
          CI_PIPELINE_URL: 'https://gitlab.example.com/acme/config/-/pipelines/5',
          TRUEUP_COMMENT_TOKEN: token,
        }
      : {
          GITHUB_API_URL: service.url,
          GITHUB_REPOSITORY: 'acme/config',
          GITHUB_SERVER_URL: 'https://github.example.com',
          GITHUB_RUN_ID: '5',
          GITHUB_TOKEN: token,
        }

  /** What a schedule does: the reports of stacks, without one of a stack whose job failed. */
  const schedule = async (reports: Record<string, object>, variables = env()) => {
    for (const stack of ['acme', 'platform']) await rm(join(folder, `drift-${stack}.json`), { force: true })
    for (const [stack, report] of Object.entries(reports)) {
      await writeFile(join(folder, `drift-${stack}.json`), JSON.stringify(report))
    }
    const { code, output } = await runTemplateScript('issue.js', { cwd: folder, env: variables })
    expect(output).not.toContain(token)
    return { code, output }
  }

  it('opens an issue for drift, updates it, and closes it when there is no more drift', async () => {
    expect(await schedule({ acme: drifted, platform: clean })).toEqual({ code: 0, output: 'The issue was opened.\n' })
    expect(service.issues).toMatchObject([
      { title: 'Drift of the project configuration', isOpen: true, confidential: where === 'GitLab' },
    ])
    expect(service.issues[0]!.text).toContain('## Stack acme: 1 changed')
    expect(service.issues[0]!.text).not.toContain('Stack platform')

    expect(await schedule({ acme: drifted, platform: drifted })).toMatchObject({ output: 'The issue is up to date.\n' })
    expect(service.issues).toHaveLength(1)
    expect(service.issues[0]!.text).toContain('## Stack platform: 1 changed')

    expect(await schedule({ acme: clean, platform: ignored })).toMatchObject({
      code: 0,
      output: 'No more drift: the issue was closed.\n',
    })
    expect(service.issues[0]!.isOpen).toBe(false)

    await schedule({ acme: drifted, platform: clean })
    expect(service.issues.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  it('does not open an issue without drift, and does not close it if a stack could not be compared', async () => {
    expect(await schedule({ acme: clean, platform: clean })).toEqual({ code: 0, output: 'No drift.\n' })
    expect(await schedule({ acme: clean })).toEqual({
      code: 0,
      output: 'No drift found, but not every stack could be read.\n',
    })
    expect(service.issues).toEqual([])
    await schedule({ acme: drifted, platform: clean })
    await schedule({ acme: clean })
    expect(service.issues).toMatchObject([
      { isOpen: true, text: expect.stringContaining('Stack platform\n\nThe stack could not') },
    ])
    await schedule({ acme: clean, platform: failed })
    expect(service.issues).toMatchObject([{ isOpen: true, text: expect.stringContaining('acme/web cannot be read') }])
  })

  it('begins with the counts and the commonest changes of two stacks with many differences', async () => {
    const findings = Array.from({ length: 122 }, (_, at) =>
      at < 15
        ? {
            difference: 'deleted',
            parent: `acme/p${at}`,
            subject: 'protected environment "production"',
            message: 'is gone.',
          }
        : finding(`acme/p${at}`, 'label "feature"', '#123ABC'),
    )
    const report = { findings, failures: [] }
    await schedule({ acme: report, platform: report })
    const [{ text } = { text: '' }] = service.issues
    expect(text).toContain('**30 deleted, 214 changed**')
    expect(text).toContain('214 × label "feature": color "#112233" → "#123ABC"')
    expect(text).toContain('30 × protected environment "production" is gone.')
    expect(text).toContain('## Stack platform: 15 deleted, 107 changed')
    expect(text).toContain('acme/p121\n')
  })

  it('omits whole projects that do not fit, says how many, and keeps text inside its block', async () => {
    const long = 'x'.repeat(300)
    const findings = Array.from({ length: 400 }, (_, at) =>
      finding(`acme/p${at}`, `label "${long} @all ${'`'.repeat(3)}"`, '#123ABC'),
    )
    await schedule({ acme: { findings, failures: [] }, platform: clean })
    const [{ text } = { text: '' }] = service.issues
    expect(text.length).toBeLessThan(65_536)
    expect(text).toMatch(/Not listed here: \d+ projects or groups\./)
    const [, ...blocks] = text.split('````')
    expect(blocks).toHaveLength(4)
    expect(text.replace(/````text[^]*?````/g, '')).not.toMatch(/@all|xxx/)
  })

  it('does not change the issues of other users', async () => {
    const text = '<!-- trueup drift issue -->\n\nmine'
    service.issues.push({ iid: 1, author: 'someone', title: 'x', text, isOpen: true, confidential: false })
    await schedule({ acme: drifted, platform: clean })
    expect(service.issues).toMatchObject([{ text, isOpen: true }, { isOpen: true }])
    await schedule({ acme: clean, platform: clean })
    expect(service.issues).toMatchObject([{ text, isOpen: true }, { isOpen: false }])
  })

  it('does not write an issue without a token, and names a token that is rejected', async () => {
    const variable = where === 'GitLab' ? 'TRUEUP_COMMENT_TOKEN' : 'GITHUB_TOKEN'
    expect(await schedule({ acme: drifted }, { ...env(), [variable]: '' })).toEqual({
      code: 0,
      output: `Skipped: ${variable} is not set.\n`,
    })
    const { code, output } = await schedule({ acme: drifted }, { ...env(), [variable]: 'another' })
    expect(code).toBe(1)
    expect(output).toContain(`401 Unauthorized. Check that the token in ${variable} can write comments and issues.`)
  })
})
