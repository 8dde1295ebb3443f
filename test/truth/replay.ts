import { Agent, type IncomingMessage, request as send } from 'node:http'
import { startEmulator, type Tier } from '../../emulator'
import { type Answer, recordedAt, type RecordedRequest, type Scenario } from './recordings'

/** An answer, with the ETag for later requests. */
interface Got extends Answer {
  etag: string | undefined
}

/** The URL of the recorded server. */
const recordedUrl = 'http://127.0.0.1:8080'

/** Sends the requests of a scenario to a new emulator. Replaces its URL in answers by that of the recorded server. */
export async function replay({ requests }: Scenario, tier: Tier): Promise<Answer[]> {
  const emulator = await startEmulator({ flavor: 'gitlab', tier, now: recordedAt })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Got[] = []
  try {
    for (const request of requests) {
      const response = await ask(emulator.url, agent, fillIn(request, answers))
      answers.push(response)
      // On the recorded server, time passed between requests.
      emulator.advanceClock(0.01)
    }
  } finally {
    agent.destroy()
    await emulator.close()
  }
  return answers
}

/** Fills values of earlier answers into the request. */
function fillIn(request: RecordedRequest, answers: readonly Got[]): RecordedRequest {
  const text = (one: string): string =>
    one.replace(/\{\{(\d+)\.([^}+]+)(?:\+(\d+))?\}\}/g, (_, at: string, path: string, plus?: string) => {
      const value = look(answers, at, path)
      return plus === undefined ? String(value) : String(Number(value) + Number(plus))
    })
  const json = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return one.map(json)
    if (typeof one !== 'object' || one === null) return one
    const { $from, plus = 0 } = one as { $from?: string; plus?: number }
    if ($from === undefined) return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, json(value)]))
    const [at = '', ...path] = $from.split('.')
    const value = look(answers, at, path.join('.'))
    return plus === 0 ? value : Number(value) + plus
  }
  return {
    ...request,
    ...(request.who !== undefined && { who: text(request.who) }),
    ...(request.text !== undefined && { text: text(request.text) }),
    ...(request.json !== undefined && { json: json(request.json) }),
    ...(request.headers && { headers: json(request.headers) as Record<string, string> }),
    path: text(request.path),
  }
}

/** A value of an answer; 0, which is never an id, if the answer does not have it. */
function look(answers: readonly Got[], at: string, path: string): unknown {
  const answer = answers[Number(at)]
  if (path === '$etag') return /"(.*)"/.exec(answer?.etag ?? '')?.[1] ?? 'none'
  let value = answer?.body
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return value ?? 0
}

async function ask(url: string, agent: Agent, request: RecordedRequest): Promise<Got> {
  const { who, method, path, headers = {}, json, text } = request
  const content = json === undefined ? text : JSON.stringify(json)
  const type = json === undefined ? request.type : 'application/json'
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(new URL(url + path), {
      method,
      agent,
      headers: {
        ...(who !== undefined && { 'private-token': who.includes('-') ? who : `emulator-${who}` }),
        ...headers,
        ...(content !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
      },
    })
    sent.on('response', resolve).on('error', reject)
    sent.end(content)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  const whole = Buffer.concat(chunks).toString().replaceAll(url, recordedUrl)
  const { etag, ...rest } = response.headers as Record<string, string>
  const body = parse(whole)
  return { status: response.statusCode ?? 0, etag, headers: { ...rest, ...(etag && { etag }) }, body }
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return { $text: text.slice(0, 400) }
  }
}
