import type { ApprovalSettings } from '../../sdk'

/** The settings with an id, which is that of their project. */
export interface Live extends ApprovalSettings {
  id: number
}

/** Values that are not objects are returned unchanged, and are not valid. */
export const ofProject = (id: number, settings: ApprovalSettings): Live =>
  typeof settings === 'object' && settings !== null ? { ...settings, id } : (settings as never)
