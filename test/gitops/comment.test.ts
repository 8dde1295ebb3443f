import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MergeRequest, serveMergeRequest } from '../support/comments'
import { runTemplateScript } from '../support/template-script'

const marker = '<!-- trueup preview -->'
const token = 'the-token-of-the-comments'

const changes = `Previewing update (acme):
  + trueup:LabelSet: (create)
Resources:
    + 2 to create
    ~ 1 to update
    3 unchanged
`
const nothing = 'Previewing update (platform):\nResources:\n    4 unchanged\n'

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

  const comment = async (previews: Record<string, string>, env: Record<string, string> = onGitLab()) => {
    const files = Object.keys(previews).map((stack) => `preview-${stack}.txt`)
    await Promise.all(files.map((file, at) => writeFile(join(folder, file), Object.values(previews)[at]!)))
    const { code, output } = await runTemplateScript('comment.js', { args: files, cwd: folder, env })
    expect(output).not.toContain(token)
    return { code, output }
  }

  it('writes a section for each stack with its planned changes', async () => {
    expect(await comment({ acme: changes, platform: nothing })).toMatchObject({ code: 0 })
    const [written] = service.comments
    expect(written!.body.startsWith(marker)).toBe(true)
    expect(written!.body).toContain('<summary><b>acme</b>: 2 to create, 1 to update</summary>')
    expect(written!.body).toContain('<summary><b>platform</b>: no changes</summary>')
    expect(written!.body).toContain('+ trueup:LabelSet: (create)')
    expect(written!.body).toContain('[What ran](https://gitlab.example.com/acme/config/-/pipelines/5)')
  })

  it('updates its own comment in the next run, and no other comments', async () => {
    service.comments.push({ id: 1, author: 'someone', body: `${marker} mine` })
    await comment({ acme: changes })
    await comment({ acme: nothing })
    expect(service.comments).toHaveLength(2)
    expect(service.comments[0]!.body).toBe(`${marker} mine`)
    expect(service.comments[1]!.body).toContain('<b>acme</b>: no changes')
  })

  it('finds its comment among hundreds of comments', async () => {
    for (let id = 1; id <= 250; id += 1) service.comments.push({ id, author: 'trueup-bot', body: 'something else' })
    service.comments[220]!.body = `${marker} of an earlier run`
    await comment({ acme: changes })
    expect(service.comments).toHaveLength(250)
    expect(service.comments[220]!.body).toContain('2 to create')
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
    await comment({ acme: `${changes}error: preview failed\n` })
    expect(service.comments[0]!.body).toContain('<b>acme</b>: the preview failed')
  })

  it('keeps the output of a preview inside its code fence', async () => {
    const fence = '`'.repeat(4)
    await comment({ acme: `description: "${fence}\n</details> free"` })
    expect(service.comments[0]!.body).toContain(`\n${fence}\`text\n`)
  })

  it('truncates the start of long output, and stays below the limit of the service', async () => {
    await comment({ acme: `${'x'.repeat(500_000)}\n${changes}`, platform: 'y'.repeat(500_000) })
    const { body } = service.comments[0]!
    expect(body.length).toBeLessThan(65_536)
    expect(body).toContain('… the beginning is in the log of the job')
    expect(body).toContain('<b>acme</b>: 2 to create, 1 to update')
    expect(body).toContain('    + 2 to create')
    expect(body).toContain('<b>platform</b>')
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
