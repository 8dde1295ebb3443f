import type { Flavor } from '../../../emulator'
import { Client } from '../../../sdk'
import { type TestEmulator, useEmulator } from '../../support/emulator'

/** The service that the functions of a test ask. */
export interface Service {
  readonly flavor: Flavor
  readonly emulator: TestEmulator
  /** A client of an administrator, valid within tests. */
  readonly api: Client
  /** Lets functions ask in the name of this user; at first it is the maintainer. */
  as(user: string): void
  /** The requests of functions and of `api` since the start of the test or the last call. */
  asked(): string[]
}

/** Runs tests on each flavor; the environment names the service, as that of a program could. */
export function onBothFlavors(tests: (service: Service) => void): void {
  describe.each<Flavor>(['spec', 'gitlab'])('on flavor %s', (flavor) => {
    const emulator = useEmulator({ flavor })
    const as = (user: string) => void (process.env.TRUEUP_TOKEN = `emulator-${user}`)
    const service = {
      flavor,
      emulator,
      api: undefined as unknown as Client,
      as,
      asked: () => {
        const lines = emulator.requests().map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`)
        emulator.clearRequests()
        return lines
      },
    }
    beforeEach(() => {
      process.env.TRUEUP_BASE_URL = emulator.url
      as('maintainer')
      service.api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    })
    afterEach(() => service.api.close())
    afterAll(() => {
      delete process.env.TRUEUP_BASE_URL
      delete process.env.TRUEUP_TOKEN
    })
    tests(service)
  })
}
