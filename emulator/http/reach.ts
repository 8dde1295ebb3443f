import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach a server that listens on the address. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** The address that an emulator listens on. */
export interface Place {
  /** The host as given in the options. */
  host: string
  /** Whether only this machine can reach the server. */
  loopback: boolean
}

/**
 * Why a request is refused: it comes from a page of another site (`Origin`), or from a site whose name resolves to this
 * machine (DNS rebinding). The page could read and change what a developer keeps in the emulator. Undefined for other
 * requests. An emulator that is open to a network can have any name there.
 */
export function complaintAboutSender({ origin, host }: IncomingHttpHeaders, place: Place): string | undefined {
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`) {
    return 'requests from pages of other sites are refused'
  }
  if (!place.loopback || host === undefined || isOwnName(host, place.host)) return undefined
  return 'the host must be localhost, an IP address, or the host that the emulator listens on'
}

function isOwnName(host: string, ownHost: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return (
    /^(.+\.)?localhost$/.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === ownHost.toLowerCase()
  )
}
