import type { ApprovalSettings } from '../../sdk'

/** The settings with an id, which is that of their project. */
export interface Live extends ApprovalSettings {
  id: number
}

/** Only settings get an id. Other responses are returned unchanged, and are not valid. */
export const ofProject = (id: number, settings: ApprovalSettings): Live =>
  isSettings(settings) ? { ...settings, id } : (settings as never)

const isSettings = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'merge_requests_author_approval' in response
