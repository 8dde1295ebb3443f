import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A comment of a merge request, or of a pull request. */
export interface Comment {
  id: number
  author: string
  body: string
}

/** An issue on the service. */
export interface Issue {
  iid: number
  author: string
  title: string
  text: string
  isOpen: boolean
  confidential: boolean
}

/** The comments of a merge request, and issues. The emulator's API cannot write either of them. */
export interface MergeRequest {
  readonly url: string
  /** Oldest first. Tests can add comments. */
  readonly comments: Comment[]
  readonly issues: Issue[]
  /** Method and path of each request, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

/** Merge request 7 of project 1 as GitLab serves it, and pull request 7 of acme/config as GitHub does. */
const listPaths = ['/api/v4/projects/1/merge_requests/7/notes', '/repos/acme/config/issues/7/comments']
const onePath = /^(?:\/api\/v4\/projects\/1\/merge_requests\/7\/notes|\/repos\/acme\/config\/issues\/comments)\/(\d+)$/

const issuesPath = /^(?:\/api\/v4\/projects\/1|\/repos\/acme\/config)\/issues(?:\/(\d+))?$/

/** The properties of an issue that can be sent, with GitLab's names first and GitHub's after them. */
interface IssueBody {
  title?: string
  description?: string
  body?: string
  confidential?: boolean
  state_event?: 'close'
  state?: 'closed'
}

/** Serves a merge request on loopback. The token is the one of `author`, who can only change their own comments. */
export async function serveMergeRequest(token: string, author: string): Promise<MergeRequest> {
  const comments: Comment[] = []
  const issues: Issue[] = []
  const requests: string[] = []
  const shownIssue = ({ iid, author, title, text }: Issue) => ({
    ...{ iid, number: iid, title, description: text, body: text },
    ...{ author: { username: author }, user: { login: author } },
  })
  const respondForIssue = (
    method: string | undefined,
    iid: string | undefined,
    sent: IssueBody,
    query: URLSearchParams,
  ): [status: number, body: unknown] => {
    if (method === 'GET') {
      const by = query.get('author_username') ?? query.get('creator')
      return [200, issues.filter((issue) => issue.isOpen && issue.author === by).map(shownIssue)]
    }
    const issue = issues.find((one) => one.iid === Number(iid))
    const text = sent.description ?? sent.body ?? ''
    if (issue) {
      Object.assign(issue, { text, isOpen: sent.state_event !== 'close' && sent.state !== 'closed' })
      return [200, shownIssue(issue)]
    }
    const { title = '', confidential = false } = sent
    issues.push({ iid: issues.length + 1, author, title, text, isOpen: true, confidential })
    return [201, shownIssue(issues.at(-1)!)]
  }
  const shown = ({ id, author, body }: Comment) => ({ id, body, author: { username: author }, user: { login: author } })

  const respond = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${request.method} ${pathname}`)
    const { authorization, 'private-token': given } = request.headers
    if (given !== token && authorization !== `Bearer ${token}`) return [401, { message: '401 Unauthorized' }]
    if (pathname === '/api/v4/user') return [200, { username: author }]
    const sent = JSON.parse((await textOf(request)) || '{}') as IssueBody
    const issue = issuesPath.exec(pathname)
    if (issue) return respondForIssue(request.method, issue[1], sent, searchParams)
    const { body = '' } = sent
    if (listPaths.includes(pathname)) {
      if (request.method === 'POST') {
        const comment = { id: comments.length + 1, author, body }
        comments.push(comment)
        return [201, shown(comment)]
      }
      const [page, size] = ['page', 'per_page'].map((name) => Number(searchParams.get(name))) as [number, number]
      return [200, comments.slice((page - 1) * size, page * size).map(shown)]
    }
    const comment = comments.find(({ id }) => id === Number(onePath.exec(pathname)?.[1]))
    if (!comment) return [404, { message: '404 Not Found' }]
    if (comment.author !== author) return [403, { message: '403 Forbidden' }]
    comment.body = body
    return [200, shown(comment)]
  }

  const server = createServer((request, response) => {
    void respond(request).then(([status, body]) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    issues,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
