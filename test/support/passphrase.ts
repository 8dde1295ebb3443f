import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'

/** The passphrase of the stacks of tests. */
export const passphrase = 'a passphrase for tests'

/** Derives the key as Pulumi's passphrase provider does. `salt` is a stack's `encryptionsalt`. Takes some 0.3 s. */
export function keyOf(salt: string): Buffer {
  return pbkdf2Sync(passphrase, Buffer.from(salt.split(':')[1] ?? '', 'base64'), 1_000_000, 32, 'sha256')
}

/** Encrypts a value as Pulumi's passphrase provider does: AES-256-GCM, the tag at the end. */
export function encrypt(key: Buffer, value: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()])
  return ['v1', nonce.toString('base64'), sealed.toString('base64')].join(':')
}

/** The reverse of `encrypt`. */
export function decrypt(key: Buffer, ciphertext: string): string {
  const [nonce = Buffer.of(), sealed = Buffer.of()] = ciphertext
    .split(':')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64'))
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
}
