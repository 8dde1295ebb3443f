import { Agent, type IncomingMessage, request as send } from 'node:http'
import { startEmulator, type Tier } from '../..'
import { fillIn, type Got, parseBody } from './fill-in'
import { recordedAt, type RecordedRequest, type RecordedResponse, type Scenario } from './recordings'

/** The URL of the recorded server. */
export const recordedUrl = 'http://127.0.0.1:8080'
const recordedHost = new URL(recordedUrl).host

/** Sends the requests of a scenario to a new emulator. Replaces its URL by that of the recorded server, in requests and responses. */
export async function replay({ requests, release }: Scenario, tier: Tier): Promise<RecordedResponse[]> {
  const emulator = await startEmulator({ flavor: 'gitlab', tier, release, cors: true, now: recordedAt[release] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const responses: Got[] = []
  try {
    for (const request of requests) {
      const response = await ask(emulator.url, agent, fillIn(request, responses))
      responses.push(response)
      // On the recorded server, time passed between requests.
      emulator.advanceClock(0.01)
    }
  } finally {
    agent.destroy()
    await emulator.close()
  }
  return responses
}

async function ask(url: string, agent: Agent, request: RecordedRequest): Promise<Got> {
  const { who, method, path, headers = {}, json, text } = request
  const content = (json === undefined ? text : JSON.stringify(json))?.replaceAll(recordedHost, new URL(url).host)
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
  const body = parseBody(whole)
  return { status: response.statusCode ?? 0, etag, headers: { ...rest, ...(etag && { etag }) }, body }
}
