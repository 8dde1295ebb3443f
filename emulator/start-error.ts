/** The emulator cannot start or take over a state as asked; the message is a sentence for the person who asked. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
