import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

/** A response of a proxy in front of the service. */
const strange = { status: 200, body: { status: 'ok' } }

describe.each(['spec', 'gitlab'] as const)('a response that is not from the service, on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  useTestNow()
  const engine = (kind: string, as = 'owner') => new Engine(kind, { url: emulator.url, token: `emulator-${as}` })
  const label = { project: 'acme/web', name: 'bug', color: '#FF0000' }
  const works = async (token: unknown) =>
    (await emulator.get('/projects/1', { as: null, headers: { 'PRIVATE-TOKEN': String(token) } })).status === 200

  it.each([true, false])('does not take the id of a new object from a foreign response (created: %p)', async (work) => {
    const stack = engine('label')
    emulator.fault({ method: 'POST', ...strange, work })
    await stack.up(label)
    expect(stack.state?.id).toMatch(/^1\/\d+$/)
    expect((await emulator.get('/projects/1/labels')).body).toHaveLength(1)
  })

  it('does not take a foreign response for a completed update', async () => {
    const stack = engine('freeze-period')
    const args = { project: 1, freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1' }
    await stack.up(args)
    emulator.fault({ method: 'PUT', ...strange })
    await stack.up({ ...args, freezeStart: '0 1 * * 6' })
    expect((await emulator.get('/projects/1/freeze_periods')).body).toMatchObject([{ freeze_start: '0 1 * * 6' }])
  })

  it('does not keep the old secret in state when a token was rotated', async () => {
    const stack = engine('group-access-token')
    const args = { group: 'acme', name: 'deploy', scopes: ['read_api'], expiresAt: '2026-12-31' }
    await stack.up(args)
    emulator.fault({ method: 'POST', path: /rotate/, ...strange, work: true })
    await stack.up({ ...args, expiresAt: '2027-01-31' })
    expect(await works(stack.state?.outputs.token)).toBe(true)
    expect((await emulator.get('/groups/10/access_tokens?state=active', { as: 'owner' })).body).toHaveLength(1)
  })

  it.each(['label', 'issue-link', 'label-subscription'])(
    'does not take a foreign response for a deletion: %s',
    async (kind) => {
      await emulator.post('/projects/1/labels', { name: 'chore', color: '#00FF00' })
      const args: Record<string, Json> = {
        label,
        'issue-link': { project: 1, issueIid: 1, targetProject: 2, targetIssueIid: 2 },
        'label-subscription': { project: 1, label: 1 },
      }
      const stack = engine(kind)
      await stack.up(args[kind]!)
      const { state } = stack
      emulator.fault({ method: kind === 'label-subscription' ? 'POST' : 'DELETE', ...strange })
      await expect(stack.destroy()).rejects.toThrow(
        /was not deleted\. The response reports success, but does not identify the object/,
      )
      expect(stack.state).toBe(state)
      await stack.destroy()
    },
  )

  it.each(['cancel', 'delete'])(
    'does not take a foreign response for the end of a pipeline with onDelete %s',
    async (onDelete) => {
      const stack = engine('pipeline-run')
      await stack.up({ project: 1, ref: 'main', wait: false, onDelete })
      emulator.fault({ path: /cancel|pipelines\/\d+$/, ...strange })
      await expect(stack.destroy()).rejects.toThrow(/does not identify the object/)
    },
  )

  it('reports a foreign response to the request for a project', async () => {
    emulator.fault({ method: 'GET', path: /projects\/acme%2Fweb$/, ...strange })
    await expect(engine('label').up(label)).rejects.toThrow(
      /was not created\. The response reports success, but does not identify the object/,
    )
    emulator.fault({ method: 'GET', path: /groups\/acme(\?|$)/, ...strange })
    const token = { group: 'acme', name: 'deploy', scopes: ['read_api'], expiresAt: '2026-12-31' }
    await expect(engine('group-access-token').up(token)).rejects.toThrow(
      /reports success, but does not identify the object/,
    )
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('does not store a mirror without its public key', async () => {
    const args = { project: 1, url: 'ssh://git@example.com/x.git', authMethod: 'ssh_public_key' }
    const stack = engine('remote-mirror')
    emulator.fault({ path: /public_key/, ...strange })
    await expect(stack.up(args)).rejects.toThrow(/does not identify the object/)
    await stack.up(args)
    expect(stack.state?.outputs.publicKey).toMatch(/^ssh-rsa /)
  })

  it('does not take a foreign response for the status of a pipeline', async () => {
    const stack = engine('pipeline-run')
    await stack.up({ project: 1, ref: 'main', wait: false })
    const { state } = stack
    emulator.fault({ path: /pipelines\/\d+$/, ...strange })
    await expect(stack.refresh()).rejects.toThrow(/does not identify the object/)
    expect(stack.state).toBe(state)
  })

  it('finds out whether an issue link was created after a foreign response to the list', async () => {
    const stack = engine('issue-link')
    emulator.fault({ method: 'GET', path: /links/, ...strange })
    await stack.up({ project: 1, issueIid: 1, targetProject: 2, targetIssueIid: 2 })
    expect(stack.state?.id).toMatch(/^1\/1\/\d+$/)
  })
})
