import { Connection } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { configurationOf } from '../../provider/native/configuration'

const baseUrl = 'https://new.example.com'
const reporter = { warn: () => {}, status: () => {} }

/** The error for an object of another service, with the provider of this name. */
function errorOf(provider: string): string {
  const connection = new Connection(settings({ get: configurationOf(provider, { baseUrl, token: 'x' }) }, {}), reporter)
  try {
    connection.verifyInstance('https://old.example.com', 'label "bug" of acme/web')
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

it.each([
  ['default', 'in trueup:previousBaseUrls.'],
  ['other', 'in its previousBaseUrls.'],
])('names the setting of the provider "%s" for a service that was renamed', (provider, setting) => {
  expect(errorOf(provider)).toContain(`If the service was renamed, list its old URL ${setting}`)
})
