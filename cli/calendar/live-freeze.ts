/** A freeze period of a project, as the service has it. */
export interface LiveFreeze {
  project: string
  freezeStart: string
  freezeEnd: string
  cronTimezone: string
}
