import type { Fault } from './http/faults'
import type { RequestRecord } from './http/request-log'
import type { AlertIntegration, AlertIntegrationSettings } from './resources/alert-integration'
import type { EmulatorState } from './store/store'
import type { WorldSettings } from './world/declaration'

/** A running emulator. */
export interface Emulator {
  /** Base URL, such as `http://127.0.0.1:8080`. The API is below `/api/v4`. */
  readonly url: string
  /** The log of the requests so far, in the order of arrival. */
  requests(): RequestRecord[]
  clearRequests(): void
  /** Adds a fault, which affects later requests. @throws EmulatorError for an invalid fault. */
  fault(fault: Fault): void
  clearFaults(): void
  /**
   * Sets the time and stops the clock. After that, only `advanceClock` changes the time. @throws EmulatorError for an
   * invalid time.
   */
  setClock(now: Date | string): void
  advanceClock(seconds: number): void
  now(): Date
  /**
   * Creates the alert integration with this name in the project, or updates it. @throws EmulatorError for invalid
   * settings.
   */
  putAlertIntegration(settings: AlertIntegrationSettings): AlertIntegration
  /**
   * Changes the given settings of the instance, such as maintenance mode. @throws EmulatorError for an invalid setting.
   */
  changeSettings(settings: WorldSettings): void
  /** A copy of the state. */
  state(): EmulatorState
  /** Replaces the state. @throws EmulatorError for an invalid state. */
  setState(state: EmulatorState): void
  /** Closes all connections and writes the data file. */
  close(): Promise<void>
}
