import type { Json } from '../../provider/core/schema/json'
import { sampleOf } from '../samples'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useResponseProxy } from './support/response-proxy'

/** Arguments that a service may not know, with their names in responses. */
const unknown: [kind: string, arguments_: Record<string, string>][] = [
  ['label', { description: 'description', priority: 'priority' }],
  ['group-label', { description: 'description' }],
  ['freeze-period', { cronTimezone: 'cron_timezone' }],
  ['protected-environment', { approvalRules: 'approval_rules' }],
  ['trigger-token', { expiresAt: 'expires_at' }],
  ['remote-mirror', { onlyProtectedBranches: 'only_protected_branches', keepDivergentRefs: 'keep_divergent_refs' }],
  ['protected-tag', { allowedToCreate: 'create_access_levels' }],
  [
    'protected-branch',
    { allowedToPush: 'push_access_levels', codeOwnerApprovalRequired: 'code_owner_approval_required' },
  ],
  ['project-variable', { protected: 'protected', raw: 'raw', description: 'description' }],
  ['group-variable', { protected: 'protected', raw: 'raw', description: 'description' }],
  ['approval-rule', { appliesToAllProtectedBranches: 'applies_to_all_protected_branches' }],
  ['project-member', { expiresAt: 'expires_at' }],
  ['group-member', { expiresAt: 'expires_at' }],
  ['project-hook', { pushEventsBranchFilter: 'push_events_branch_filter', description: 'description' }],
]

describe('a service that ignores arguments which it does not know', () => {
  const emulator = useEmulator()
  const proxy = useResponseProxy(emulator)
  const engineOf = (kind: string) => new Engine(kind, { url: proxy.url, token: `emulator-${sampleOf(kind).as}` })
  const argumentsOf = (kind: string): Json =>
    JSON.parse(JSON.stringify(sampleOf(kind).args).replaceAll('<url>', emulator.url)) as Json
  /** Removes properties of objects from all responses. */
  const forget = (properties: string[]) =>
    proxy.mutate(
      (answer) => {
        const text = answer.body.toString()
        if (text === '') return answer
        const known = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
          properties.includes(name) ? undefined : value,
        )
        const headers = answer.headers.filter(([name]) => name !== 'content-length')
        return { ...answer, headers, body: Buffer.from(known) }
      },
      { times: 99 },
    )
  afterEach(() => void proxy.stop())

  it.each(unknown)('fails with the arguments for a new %s, and does not store them', async (kind, names) => {
    const [stack, args] = [engineOf(kind), argumentsOf(kind)]
    forget(Object.values(names))
    const failure = await stack.up(args).catch((error: unknown) => String(error))
    expect(failure).toMatch(/exists \(id .*\), but the service did not apply /)
    for (const name of Object.keys(names)) {
      expect(failure).toMatch(new RegExp(`(?:apply|;) ${name}: `))
      if (!name.startsWith('allowedTo')) expect(stack.state?.outputs[name]).not.toEqual(args[name])
    }
  })

  it.each(unknown)('fails with the arguments for a changed %s', async (kind, names) => {
    const [stack, args] = [engineOf(kind), argumentsOf(kind)]
    await stack.up(Object.fromEntries(Object.entries(args).filter(([name]) => !(name in names))))
    forget(Object.values(names))
    const failure = await stack.up(args).catch((error: unknown) => String(error))
    expect(failure).toMatch(/exists \(id .*\), but the service did not apply /)
  })

  it('only warns of the description of a token, because another token would have another secret', async () => {
    const [stack, args] = [engineOf('group-access-token'), argumentsOf('group-access-token')]
    forget(['description'])
    await stack.up(args)
    expect(stack.warnings).toEqual([
      expect.stringMatching(/did not apply description: .* \(this service has no descriptions of tokens\)/),
    ])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    await stack.refresh()
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })
})

describe('the branches of a push mirror on the Community Edition', () => {
  const emulator = useEmulator({ tier: 'ce' })
  const url = 'https://example.com/x.git'
  const args = { project: 'acme/web', url, enabled: true, mirrorBranchRegex: 'release/.*' }
  const engine = (kind = 'remote-mirror') => new Engine(kind, { url: emulator.url })
  const reason = /did not apply mirrorBranchRegex: .*GitLab Community Edition does not support branch patterns/

  it('fails instead of a mirror of all branches that the state describes as one of some', async () => {
    const stack = engine()
    await expect(stack.up(args)).rejects.toThrow(reason)
    expect(stack.state).toMatchObject({ id: '1/1', outputs: { mirrorBranchRegex: null } })
    await expect(stack.up(args)).rejects.toThrow(reason)
  })

  it('fails for an update, an adoption and an item of a set', async () => {
    const { mirrorBranchRegex, ...all } = args
    const stack = engine()
    await stack.up(all)
    await expect(stack.up(args)).rejects.toThrow(reason)
    await stack.up(all)
    await expect(engine().up({ ...args, onConflict: 'adopt' })).rejects.toThrow(reason)
    const items = { a: { url: 'https://example.com/a.git', mirrorBranchRegex } }
    await expect(engine('remote-mirror-set').up({ project: 'acme/web', items })).rejects.toThrow(reason)
  })

  it('reports a pattern in the state of an earlier release as drift', async () => {
    const { mirrorBranchRegex, ...all } = args
    const stack = engine()
    await stack.up(all)
    for (const values of [stack.state!.inputs, stack.state!.outputs]) Object.assign(values, { mirrorBranchRegex })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['mirrorBranchRegex'] })
  })
})
