/** The emulator cannot start, load a state, add a fault and so on. The message is for users. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
}
