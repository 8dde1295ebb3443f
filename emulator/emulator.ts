import { type Fault } from './http/faults'
import { type RequestRecord } from './http/request-log'
import { type AlertIntegration, type AlertIntegrationSettings } from './resources/alert-integration'
import { type EmulatorState } from './store/store'
import { type WorldSettings } from './world/declaration'

/** A running emulator. */
export interface Emulator {
  /** Where it listens, such as `http://127.0.0.1:8080`; the API is below `/api/v4`. */
  readonly url: string
  /** The requests so far, in the order of arrival. */
  requests(): RequestRecord[]
  clearRequests(): void
  /** Arms a fault for a later request. @throws EmulatorError when its path is no regular expression. */
  fault(fault: Fault): void
  clearFaults(): void
  /** Sets the time; the clock then stands still but for `advanceClock`. @throws EmulatorError when it is no time. */
  setClock(now: Date | string): void
  advanceClock(seconds: number): void
  now(): Date
  /** Makes an endpoint for alerts, or changes the project's of that name. @throws EmulatorError when it makes no sense. */
  putAlertIntegration(settings: AlertIntegrationSettings): AlertIntegration
  /** Changes the given settings of the instance, such as maintenance mode. @throws EmulatorError for an invalid setting. */
  changeSettings(settings: WorldSettings): void
  /** A copy of everything that is remembered. */
  state(): EmulatorState
  /** Forgets everything and remembers this instead. @throws EmulatorError when it is no such state. */
  setState(state: EmulatorState): void
  /** Ends all connections; the data file is then complete. */
  close(): Promise<void>
}
