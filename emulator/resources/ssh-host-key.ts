import { createHash } from 'node:crypto'
import { failed } from '../http/errors'

/** A key in a line of a file `known_hosts`, with or without the names of hosts before it. */
const key = /(?:^|\s)((?:ssh|ecdsa|sk)-[\w@.-]+)\s+([\w+/]+={0,2})(?:\s|$)/

const mostKeys = 10

/** The host keys without empty lines. @throws HttpError 400 if one is invalid. */
export function hostKeys(lines: readonly string[]): string[] {
  if (lines.length > mostKeys) throw failed(400, `Invalid SSH host key(s): too many host keys (maximum is ${mostKeys})`)
  const found = lines.map((line) => line.trim()).filter((line) => line !== '')
  const invalid = found.filter((line) => bytesOf(line) === undefined)
  if (invalid.length > 0) throw failed(400, `Invalid SSH host key(s): ${invalid.join(', ')}`)
  return found
}

export const presentHostKeys = (lines: readonly string[]) =>
  lines.map((line) => {
    const hash = createHash('sha256')
      .update(bytesOf(line) ?? '')
      .digest('base64')
    return { fingerprint_sha256: `SHA256:${hash.replaceAll('=', '')}` }
  })

/** The key in binary form, which starts with the name of its type; undefined if the line has none. */
function bytesOf(line: string): Buffer | undefined {
  const [, type = '', text = ''] = key.exec(line) ?? []
  const bytes = Buffer.from(text, 'base64')
  const isOfType = type !== '' && bytes.length > 4 + type.length && bytes.readUInt32BE(0) === type.length
  return isOfType && bytes.toString('latin1', 4, 4 + type.length) === type ? bytes : undefined
}
