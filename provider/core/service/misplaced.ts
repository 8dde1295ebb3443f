import { createPrivateKey, X509Certificate } from 'node:crypto'

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
  if ((name === 'tokenEnv' || name === 'clientKeyEnv') && !/^\s*[a-z_]\w*\s*$/i.test(given)) {
    const what = name === 'tokenEnv' ? 'access token' : 'key'
    return `${name} is not the name of an environment variable: set the name of the one that contains the ${what}`
  }
  if (name === 'clientKey') return keyProblem(given)
  return name === 'caCertificate' || name === 'clientCertificate' ? certificateProblem(name, given) : undefined
}

/** Returns the problem of settings that are only valid together. Never contains their values. */
export function mismatched({ clientCertificate, clientKey }: ClientIdentity): string | undefined {
  if (clientCertificate === undefined && clientKey === undefined) return undefined
  if (clientKey === undefined)
    return 'clientCertificate requires its key: set clientKey, or clientKeyEnv and its variable'
  if (clientCertificate === undefined) return 'clientKey requires its certificate: set clientCertificate'
  // The first certificate is that of the client. Those of authorities follow.
  const [own = ''] = clientCertificate.match(certificate) ?? []
  return new X509Certificate(own).checkPrivateKey(createPrivateKey(clientKey))
    ? undefined
    : 'clientKey is not the key of the first certificate in clientCertificate'
}

interface ClientIdentity {
  readonly clientCertificate: string | undefined
  readonly clientKey: string | undefined
}

function certificateProblem(name: 'caCertificate' | 'clientCertificate', given: string): string | undefined {
  if (given.includes('PRIVATE KEY-----')) {
    return name === 'caCertificate'
      ? 'caCertificate contains a private key, which only the service may have: set the certificate of its authority. ' +
          'If the key was stored or shared, create a new one'
      : 'clientCertificate contains a private key, which the state would store in plain text: set only the certificates, ' +
          'and the key as clientKey. If the key was stored or shared, create a new one'
  }
  const found = given.match(certificate)
  if (!found) {
    return (
      `${name} is not PEM: set the content of the file, which starts with "-----BEGIN CERTIFICATE-----", not its ` +
      'name'
    )
  }
  return found.every(isCertificate) ? undefined : `${name} cannot be read: copy the whole certificate again`
}

function keyProblem(given: string): string | undefined {
  if (!given.includes('PRIVATE KEY-----')) {
    return 'clientKey is not PEM: set the content of the file, which starts with "-----BEGIN PRIVATE KEY-----", not its name'
  }
  if (/ENCRYPTED/.test(given)) {
    return 'clientKey is encrypted with a passphrase: set what "openssl pkey -in client.key" prints, as a secret'
  }
  return isKey(given) ? undefined : 'clientKey cannot be read: copy the whole key again'
}

function isKey(pem: string): boolean {
  try {
    return Boolean(createPrivateKey(pem))
  } catch {
    return false
  }
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}
