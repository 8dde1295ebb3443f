import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

// Values that another release wrote or left out were reported as differences.
describe.each(['spec', 'gitlab'] as const)('a state of another release on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('shows no diff in a set for unknown arguments of its items, or for null', async () => {
    const stack = new Engine('remote-mirror-set', { url: emulator.url })
    const args = { project: 'acme/web', items: { backup: { url: 'https://example.com/web.git' } } }
    await stack.up(args)
    for (const values of [stack.state!.inputs, stack.state!.outputs]) {
      const items = values.items as Record<string, Json>
      items.backup = { ...items.backup, keepDivergentRefs: null, newArgument: ['new'] }
    }
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  // A single resource treats a missing value as the default. An item of a set did not.
  it('shows no diff in a set for an argument that the state lacks', async () => {
    const stack = new Engine('label-set', { url: emulator.url })
    const args = { project: 'acme/web', items: { bug: { color: '#FF0000' } } }
    await stack.up(args)
    for (const values of [stack.state!.inputs, stack.state!.outputs]) {
      delete (values.items as Record<string, Record<string, unknown>>).bug!.priority
    }
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.preview({ ...args, items: { bug: { color: '#FF0000', priority: 1 } } })).toEqual({
      step: 'update',
      changed: ['items'],
    })
  })

  it('does not add an undeclared name of a pipeline run to a state without one', async () => {
    const stack = new Engine('pipeline-run', { url: emulator.url })
    const args = { project: 'acme/web', ref: 'main', wait: false }
    await stack.up({ ...args, name: 'By its CI file' })
    for (const values of [stack.state!.inputs, stack.state!.outputs]) delete values.name
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('sends nothing in a repeated update of an issue link that is only written in another way', async () => {
    const stack = new Engine('issue-link', { url: emulator.url })
    const args = { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2 }
    await stack.up(args)
    stack.state!.unfinished = true
    emulator.clearRequests()
    expect(await stack.up(args)).toEqual({ step: 'update', changed: [] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(stack.state).not.toHaveProperty('unfinished')
  })
})
