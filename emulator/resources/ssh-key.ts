import { generatePrimeSync } from 'node:crypto'

/**
 * A new RSA-4096 public key in OpenSSH format. Searching large primes would take seconds. Therefore, two of the three
 * primes are well-known Mersenne primes: the key is valid but not secure, which the emulator does not need.
 */
export function newPublicKey(): string {
  const modulus = (2n ** 3217n - 1n) * (2n ** 607n - 1n) * generatePrimeSync(272, { bigint: true })
  const blob = Buffer.concat([field(Buffer.from('ssh-rsa')), field(integer(65_537n)), field(integer(modulus))])
  return `ssh-rsa ${blob.toString('base64')}`
}

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Big-endian with a leading zero bit, without which the number would be negative. */
function integer(value: bigint): Buffer {
  const digits = value.toString(16)
  return Buffer.from('0'.repeat(2 - (digits.length % 2)) + digits, 'hex')
}
