import { secretText } from '../core/schema/secret-text'

const prefix = 'whsec_'
const length = 32

/** Whether a text is the Base64 encoding of as many bytes as the service requires. */
function isEncodedKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text
}

/** The secret that signs the calls of a hook. A service that knows it tells whether there is one. */
export const signingToken = () =>
  secretText('signing_token_present', {
    ifMissing: null,
    problem: (token) =>
      token === '' || (token.startsWith(prefix) && isEncodedKey(token.slice(prefix.length)))
        ? undefined
        : `must be ${prefix} and the Base64 encoding of ${length} bytes`,
  })
