import { type IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach what listens on the address. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Where an emulator listens. */
export interface Place {
  /** As it was told. */
  host: string
  /** Whether only this machine can reach it. */
  loopback: boolean
}

/**
 * Why the control endpoints refuse a request: it was sent by a page of another site, which a browser names in `Origin`,
 * or by one whose own name was made to lead here. Undefined for any other. Who opens the emulator to a network may give
 * it any name there.
 */
export function complaintAboutSender({ origin, host }: IncomingHttpHeaders, place: Place): string | undefined {
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`) {
    return 'the control endpoints are not for pages of other sites'
  }
  if (!place.loopback || host === undefined || isOwnName(host, place.host)) return undefined
  return 'the control endpoints answer to localhost, an IP address, or the host that the emulator was told to listen on'
}

function isOwnName(host: string, told: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return /^(.+\.)?localhost$/.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === told.toLowerCase()
}
