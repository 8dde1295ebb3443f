import { HttpError } from '../http/errors'
import { EmulatorError } from '../store/emulator-error'

/** A mistake in a world, and the path of the value. */
export interface Problem {
  path: (string | number)[]
  text: string
}

/** Collects the mistakes in a world. */
export class Problems {
  readonly list: Problem[] = []

  add(path: Problem['path'], text: string): void {
    this.list.push({ path, text })
  }

  /** Calls `work`. If it throws an EmulatorError or HttpError, adds the message for the path. */
  try(path: Problem['path'], work: () => unknown): void {
    try {
      work()
    } catch (error) {
      if (error instanceof EmulatorError) this.add(path, error.message)
      else if (error instanceof HttpError) this.add(path, messageOf(error))
      else throw error
    }
  }
}

/** The message of an error response, in one line. */
function messageOf({ body }: HttpError): string {
  const { message } = body as { message: string | string[] | Record<string, string[]> }
  if (typeof message === 'string') return message
  if (Array.isArray(message)) return message.join('; ')
  const names = Object.keys(message).filter((name) => !name.startsWith('project_namespace.'))
  return names.map((name) => `${name} ${message[name]!.join(', ')}`).join('; ')
}
