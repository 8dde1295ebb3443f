import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A request, byte by byte. */
export interface Sent {
  method: string
  target: string
  /** Header lines, the names in lower case. */
  headers: [name: string, value: string][]
}

/** A server that only splits requests, so that no parser loses or repairs anything. */
export interface Wire {
  url: string
  /** The requests since the last call. */
  sent(): Sent[]
  close(): Promise<void>
}

const response = [
  'HTTP/1.1 404 Not Found',
  'Content-Type: application/json',
  'Content-Length: 27',
  '',
  '{"message":"404 Not found"}',
].join('\r\n')

export async function listenOnWire(): Promise<Wire> {
  let sent: Sent[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const one = headOf(text.slice(0, end))
        const length = Number(one.headers.find(([name]) => name === 'content-length')?.[1] ?? 0)
        if (text.length < end + 4 + length) return
        sent.push(one)
        text = text.slice(end + 4 + length)
        socket.write(response)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => {
      const all = sent
      sent = []
      return all
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function headOf(text: string): Sent {
  const [line = '', ...lines] = text.split(/\r\n|\r|\n/)
  const [, method = '', target = ''] = /^([A-Z]+) ([!-~]+) HTTP\/1\.1$/.exec(line) ?? []
  if (method === '') throw new Error(`not a request line: ${JSON.stringify(line)}`)
  return {
    method,
    target,
    headers: lines.map((one) => {
      const at = one.indexOf(':')
      return [one.slice(0, at).toLowerCase(), one.slice(at + 1).trim()]
    }),
  }
}
