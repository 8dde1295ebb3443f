import type { Tier } from '../../emulator'
import type { Connection } from './connection'
import type { ScratchGroup } from './scratch-group'

/** What a server says of itself. */
export interface Server {
  version: string
  /** Whether it is the Enterprise Edition; null where it does not say. */
  enterprise: boolean | null
}

export async function askServer(connection: Connection): Promise<Server> {
  const metadata = await connection.attempt('GET', '/metadata')
  if (metadata.status === 200) {
    const { version, enterprise = null } = metadata.body as { version: string; enterprise?: boolean }
    return { version, enterprise }
  }
  // GitLab has /metadata since 15.2.
  const { version } = await connection.call<{ version: string }>('GET', '/version')
  return { version, enterprise: /-ee$/.test(version) || null }
}

/** The tier of the scratch group, by what a project shows and which of its endpoints are refused. */
export async function findTier(connection: Connection, scratch: ScratchGroup, { enterprise }: Server): Promise<Tier> {
  if (enterprise === false) return 'ce'
  const path = `/projects/${await scratch.probe()}`
  const project = await connection.call<object>('GET', path)
  if (!('mirror' in project) && !('approvals_before_merge' in project)) return 'free'
  const { status } = await connection.attempt('GET', `${path}/vulnerabilities`)
  return status === 200 ? 'ultimate' : 'premium'
}
