import type { Json } from '../../provider/core/schema/plain'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

// What another release wrote, or left out, was taken for a difference that an update had to mend.
describe.each(['spec', 'gitlab'] as const)('on flavor %s, a state of another release', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('is no difference in a set for what is not known of its items, or null', async () => {
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

  it('without the name of a run does not learn one that nobody declared', async () => {
    const stack = new Engine('pipeline-run', { url: emulator.url })
    const args = { project: 'acme/web', ref: 'main', wait: false }
    await stack.up({ ...args, name: 'By its CI file' })
    for (const values of [stack.state!.inputs, stack.state!.outputs]) delete values.name
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
  })

  it('of an issue link, an update of which is repeated, is not updated by what is only spelt another way', async () => {
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
