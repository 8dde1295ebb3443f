import { useEmulator } from '../support/emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

describe.each(['trueup', 'trueup/native'])('a preview of a provider whose token is not known yet, with %s', (from) => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  it('warns of an object that exists, which a resource of another provider declares', async () => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: 'red' }, { as: 'owner' })
    const stack = await PulumiStack.create({
      program: `
const trueup = require('${from}')
const issuer = new trueup.GroupAccessToken('issuer', {
  group: 'acme', name: 'issuer', scopes: ['api'], expiresAt: '2026-12-31',
})
const provider = new trueup.Provider('later', { baseUrl: '${emulator.url}', token: issuer.token })
new trueup.Label('later', { project: 'acme/web', name: 'later', color: 'red' }, { provider })
new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' })`,
      plugins,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner', TRUEUP_TEST_NOW: '2026-06-15T12:00:00Z' },
    })
    try {
      const { steps = [], diagnostics = [] } = expectOk(await stack.preview({ json: true })).json
      expect(steps.filter(({ op }) => op === 'create')).toHaveLength(5)
      expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(
        /The update would fail, unless another resource changes this before: label "bug" of acme\/web already exists/,
      )
    } finally {
      await stack.close()
    }
  })
})
