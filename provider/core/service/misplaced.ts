import { X509Certificate } from 'node:crypto'

const certificate = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs

/**
 * What is wrong with a setting that holds a secret which does not belong there, or what it cannot use: it would be
 * stored, shown or ignored. Never repeats the value.
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
    return 'tokenEnv is not the name of an environment variable: name the one that holds the access token'
  }
  return name === 'caCertificate' ? wrongCertificate(given) : undefined
}

function wrongCertificate(given: string): string | undefined {
  if (given.includes('PRIVATE KEY-----')) {
    return (
      'caCertificate holds a private key, which is for the service alone: give the certificate of its authority. ' +
      'If the key was stored or shared, make a new one'
    )
  }
  const found = given.match(certificate)
  if (!found) {
    return (
      'caCertificate is not PEM: give the text of the certificate, "-----BEGIN CERTIFICATE-----" and what follows, ' +
      'not the name of a file'
    )
  }
  return found.every(isCertificate)
    ? undefined
    : 'caCertificate cannot be read: copy the whole of the certificate again'
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}
