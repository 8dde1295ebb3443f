import { connect } from 'node:net'

/** What happens to the connection once all is sent. */
export type Ending = 'end' | 'reset' | 'wait'

/**
 * Sends bytes as they are and gives what comes back until the connection closes: because we half-close it, reset it, or
 * `wait` for the server to close it.
 */
export const sendRaw = (port: number, bytes: string | Buffer, ending: Ending = 'end'): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let response = ''
    socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')))
    // A server may close while we still send.
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(response))
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    if (ending === 'end') socket.end(content)
    else socket.write(content, () => void (ending === 'reset' && socket.resetAndDestroy()))
  })
