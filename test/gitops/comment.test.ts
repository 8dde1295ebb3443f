import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MergeRequest, serveMergeRequest } from '../support/comments'
import { runTemplateScript } from '../support/template-script'

const marker = '<!-- trueup preview -->'
const token = 'the-token-of-the-comments'

const changes = '### <code>acme</code>: deletes 36 labels in 4 projects · creates 2 labels\n'
const nothing = '### <code>platform</code>: no changes\n'

describe('the comment of a merge request', () => {
  let service: MergeRequest
  let folder: string

  beforeEach(async () => {
    service = await serveMergeRequest(token, 'trueup-bot')
    folder = await mkdtemp(join(tmpdir(), 'trueup-comment-'))
  })
  afterEach(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  const onGitLab = () => ({
    CI_API_V4_URL: `${service.url}/api/v4`,
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_IID: '7',
    CI_PIPELINE_URL: 'https://gitlab.example.com/acme/config/-/pipelines/5',
    TRUEUP_COMMENT_TOKEN: token,
  })
  const onGitHub = () => ({
    GITHUB_API_URL: service.url,
    GITHUB_REPOSITORY: 'acme/config',
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_RUN_ID: '5',
    GITHUB_TOKEN: token,
    PULL_REQUEST: '7',
  })

  /** Runs the script in a folder with these stacks. A stack without a summary is one whose preview failed. */
  const comment = async (summaries: Record<string, string | undefined>, env: Record<string, string> = onGitLab()) => {
    for (const [stack, text] of Object.entries(summaries)) {
      await writeFile(join(folder, `Pulumi.${stack}.yaml`), 'config: {}\n')
      if (text !== undefined) await writeFile(join(folder, `summary-${stack}.md`), text)
    }
    const { code, output } = await runTemplateScript('comment.js', { cwd: folder, env })
    expect(output).not.toContain(token)
    return { code, output }
  }

  it('writes a section for each stack with its planned changes', async () => {
    expect(await comment({ acme: changes, platform: nothing })).toMatchObject({ code: 0 })
    const [written] = service.comments
    expect(written!.body.startsWith(marker)).toBe(true)
    expect(written!.body).toContain(changes)
    expect(written!.body).toContain(nothing)
    expect(written!.body).toContain('[What ran](https://gitlab.example.com/acme/config/-/pipelines/5)')
  })

  it('updates its own comment in the next run, and no other comments', async () => {
    service.comments.push({ id: 1, author: 'someone', body: `${marker} mine` })
    await comment({ acme: changes })
    await comment({ acme: nothing })
    expect(service.comments).toHaveLength(2)
    expect(service.comments[0]!.body).toBe(`${marker} mine`)
    expect(service.comments[1]!.body).toContain(nothing)
  })

  it('finds its comment among hundreds of comments', async () => {
    for (let id = 1; id <= 250; id += 1) service.comments.push({ id, author: 'trueup-bot', body: 'something else' })
    service.comments[220]!.body = `${marker} of an earlier run`
    await comment({ acme: changes })
    expect(service.comments).toHaveLength(250)
    expect(service.comments[220]!.body).toContain('deletes 36 labels')
  })

  it('writes and updates a comment on GitHub', async () => {
    await service.close()
    service = await serveMergeRequest(token, 'github-actions[bot]')
    expect(await comment({ acme: changes }, onGitHub())).toMatchObject({ code: 0 })
    expect(await comment({ acme: nothing }, onGitHub())).toMatchObject({ code: 0 })
    expect(service.comments).toHaveLength(1)
    expect(service.comments[0]!.body).toContain('https://github.example.com/acme/config/actions/runs/5')
    expect(service.requests.at(-1)).toBe('PATCH /repos/acme/config/issues/comments/1')
  })

  it('writes that a preview failed', async () => {
    await comment({ acme: undefined, platform: nothing })
    expect(service.comments[0]!.body).toContain('### acme: the preview failed')
    expect(service.comments[0]!.body).toContain(nothing)
  })

  it('omits whole summaries that do not fit, and says how many', async () => {
    await comment({ a: changes, b: 'x'.repeat(60_000), c: 'y'.repeat(60_000), d: nothing })
    const { body } = service.comments[0]!
    expect(body.length).toBeLessThan(65_536)
    expect(body).toContain(changes)
    expect(body).toContain(nothing)
    expect(body).not.toContain('yy')
    expect(body).toContain('Not shown here: 1 more. See the logs of the jobs.')
  })

  it('does not write a comment without a token, and succeeds', async () => {
    const result = await comment({ acme: changes }, { ...onGitLab(), TRUEUP_COMMENT_TOKEN: '' })
    expect(result).toEqual({ code: 0, output: 'Skipped: TRUEUP_COMMENT_TOKEN is not set.\n' })
    expect(service.requests).toEqual([])
  })

  it('fails with the name of the token if the service rejects the comment', async () => {
    const { code, output } = await comment({ acme: changes }, { ...onGitLab(), TRUEUP_COMMENT_TOKEN: 'another' })
    expect(code).toBe(1)
    expect(output).toMatch(/401 Unauthorized.*TRUEUP_COMMENT_TOKEN/)
  })
})
