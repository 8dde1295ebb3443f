import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A received request. */
export interface Message {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The response to a forwarded request. */
export interface ForwardedResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Forwards a request over a connection of its own. */
export function forward(url: string, { method, path, headers, body }: Message): Promise<ForwardedResponse> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { method, headers, agent: false }, (response) => {
      bytesOf(response).then((bytes) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes })
      }, reject)
    })
      .on('error', reject)
      .end(body)
  })
}
