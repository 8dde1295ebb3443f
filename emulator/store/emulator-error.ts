/** The emulator cannot do what it was asked to: start, take over a state, arm a fault. The message is for that person. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
}
