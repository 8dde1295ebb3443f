import { X509Certificate } from 'node:crypto'

const certificate = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs

/**
 * Returns the problem of a setting that contains a misplaced secret, which would be stored or displayed, or an unusable
 * value. Never contains the value.
 */
export function misplaced(name: string, value: unknown): string | undefined {
  const given = [value].flat().join('\n')
  if (given.trim() === '') return undefined
  if (name === 'baseUrl' || name === 'previousBaseUrls') {
    return /^(?:(?!:\/\/).)*:\/\/.*@/s.test(given)
      ? `${name} must not contain credentials: pass the access token as token`
      : undefined
  }
  if (name === 'tokenEnv' && !/^\s*[a-z_]\w*\s*$/i.test(given)) {
    return 'tokenEnv is not the name of an environment variable: set the name of the one that contains the access token'
  }
  return name === 'caCertificate' ? certificateProblem(given) : undefined
}

function certificateProblem(given: string): string | undefined {
  if (given.includes('PRIVATE KEY-----')) {
    return (
      'caCertificate contains a private key, which only the service may have: set the certificate of its authority. ' +
      'If the key was stored or shared, create a new one'
    )
  }
  const found = given.match(certificate)
  if (!found) {
    return (
      'caCertificate is not PEM: set the content of the file, which starts with "-----BEGIN CERTIFICATE-----", not its ' +
      'name'
    )
  }
  return found.every(isCertificate) ? undefined : 'caCertificate cannot be read: copy the whole certificate again'
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}
