import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { useTestNow } from '../support/test-now'

describe('a garbled response', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  useTestNow()

  const cases: [kind: string, args: Json, path: RegExp, wrong: Json, outputs: string[]][] = [
    ['label', { project: 1, name: 'bug', color: 'red' }, /labels/, { text_color: 5 }, ['textColor']],
    ['trigger-token', { project: 1, description: 'x' }, /triggers/, { owner: { username: 5 } }, ['ownerUsername']],
    [
      'group-access-token',
      { group: 10, name: 'deploy', scopes: ['read_api'], expiresAt: '2026-12-31' },
      /access_tokens/,
      { user_id: 'x', active: 'yes', expires_at: '2026-12-31' },
      ['userId', 'active'],
    ],
    [
      'protected-environment',
      { project: 1, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] },
      /protected_environments/,
      { deploy_access_levels: [{ id: 'x', access_level: 40, group_inheritance_type: 0 }] },
      ['deployAccessLevelIds'],
    ],
  ]

  it.each(cases)(
    'treats a garbled output of a %s as missing and keeps its value in state',
    async (kind, args, path, wrong, outputs) => {
      const stack = new Engine(kind, { url: emulator.url, token: 'emulator-owner' })
      await stack.up(args)
      const before = stack.state!.outputs
      for (const name of outputs) expect(before).toHaveProperty(name)
      const { body } = await emulator.get(listOf[kind]!, { as: 'owner' })
      const garbled = (body as Json[]).map((one) => ({ ...one, ...wrong }))
      emulator.fault({ method: 'GET', path, status: 200, body: garbled, times: 5 })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      expect(stack.state!.outputs).toEqual(before)
      emulator.clearFaults()
      expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    },
  )

  const listOf: Record<string, string> = {
    label: '/projects/1/labels',
    'trigger-token': '/projects/1/triggers',
    'group-access-token': '/groups/10/access_tokens',
    'protected-environment': '/projects/1/protected_environments',
  }

  it('leaves a garbled output of a new object out until the service returns a valid value', async () => {
    const stack = new Engine('label', { url: emulator.url })
    const live = { id: 1, name: 'bug', color: '#FF0000', description: null, priority: null, is_project_label: true }
    emulator.fault({ method: 'POST', work: true, status: 201, body: { ...live, text_color: {} } })
    await stack.up({ project: 1, name: 'bug', color: 'red' })
    expect(stack.state?.outputs.textColor ?? null).toBeNull()
    await stack.refresh()
    expect(stack.state?.outputs.textColor).toMatch(/^#/)
  })

  it('fails the refresh of a running pipeline with a garbled output and keeps the state', async () => {
    emulator.advanceClock(0)
    const stack = new Engine('pipeline-run', { url: emulator.url })
    await stack.up({ project: 1, ref: 'main', wait: false })
    const { state } = stack
    const path = new RegExp(`pipelines/${String(state?.outputs.pipelineId)}$`)
    emulator.fault({ method: 'GET', path, status: 200, body: { id: 4001, status: 5, web_url: 'x' }, times: 5 })
    await expect(stack.refresh()).rejects.toThrow(/does not identify the object/)
    expect(stack.state).toBe(state)
  })
})
