import type { Client } from '../../sdk'

/** The client, with a note of what is called last, by the name under which a program finds it: `labels.create`. */
export function recorder(client: Client): { api: Client; called: () => string } {
  let last = ''
  const api = new Proxy(client, {
    get: (_client, noun) => {
      const resource: unknown = Reflect.get(client, noun)
      return typeof resource === 'object' && resource !== null ? recorded(resource, String(noun)) : resource
    },
  })
  const recorded = (resource: object, noun: string): object =>
    new Proxy(resource, {
      get: (_resource, verb) => {
        const method: unknown = Reflect.get(resource, verb)
        const name = `${noun}.${String(verb)}`
        if (typeof method !== 'function') throw new Error(`the client has no ${name}`)
        return (...args: unknown[]): unknown => {
          last = name
          return method.apply(resource, args)
        }
      },
    })
  return { api, called: () => last }
}
