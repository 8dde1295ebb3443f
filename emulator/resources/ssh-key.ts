import { generatePrimeSync } from 'node:crypto'

/**
 * A new RSA-4096 public key in OpenSSH form. A search for its large primes would take seconds, so two of the three are
 * known to all (Mersenne's): enough to look and work like a key, and nothing that the emulator has needs one to be safe.
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

/** Big-endian with a leading zero bit: without it the number would be negative. */
function integer(value: bigint): Buffer {
  const digits = value.toString(16)
  return Buffer.from('0'.repeat(2 - (digits.length % 2)) + digits, 'hex')
}
