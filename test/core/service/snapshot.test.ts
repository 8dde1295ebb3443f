import { Client } from '../../../sdk'
import { useEmulator } from '../../support/emulator'
import { Engine } from '../../support/engine'

/** A label in the emulator's state. */
interface Stored {
  id: number
  title: string
}

describe.each(['spec', 'gitlab'] as const)('concurrent reads on flavor %s', (flavor) => {
  let onRequest: (path: string) => void = () => {}
  const emulator = useEmulator({ flavor, onRequest: ({ path }) => onRequest(path) })
  afterEach(() => (onRequest = () => {}))

  const firstPages = () => emulator.requests().filter(({ path }) => /\/labels\?(?!.*[?&]page=[^1])/.test(path)).length

  /** Copies the only label in the state until there are `count` labels: requests for all of them would take seconds. */
  function copyLabel(count: number, nameOf: (index: number) => string) {
    const state = emulator.state()
    const labels = state.collections['labels']!
    const [label] = labels.records
    for (let index = 1; index < count; index++) {
      labels.records.push({ ...label!, ...{ id: labels.next++, title: nameOf(index) } })
    }
    emulator.setState(state)
  }

  /** Declares the first `declared` of `there` labels of a project, and refreshes them together in one process. */
  async function refresh(there: number, declared: number) {
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    const stacks: Engine[] = []
    const nameOf = (index: number) => `label ${String(index).padStart(4, '0')}`
    await api.labels.create(1, { name: nameOf(0), color: '#FF0000' })
    copyLabel(there, nameOf)
    const labels = await api.labels.list(1).all()
    expect(labels).toHaveLength(there)
    await api.close()
    // From the last page backwards, which is the worst case for a search that starts with the first page.
    for (const { id, name } of labels.reverse().slice(0, declared)) {
      const stack = new Engine('label', { url: emulator.url })
      const inputs = { project: 1, name, color: '#FF0000', description: null, priority: null }
      stack.state = { id: `1/${id}`, inputs, outputs: { ...inputs, labelId: id, projectId: 1, instance: emulator.url } }
      stacks.push(stack)
    }
    emulator.clearRequests()
    const host = new Engine('label', { url: emulator.url }).process()
    const found = await Promise.all(stacks.map((stack) => stack.refresh(host)))
    expect(found).toEqual(stacks.map(() => ({ gone: false, drifted: [] })))
    return emulator.requests().length
  }

  it.each([
    [1, 1, 1],
    [100, 100, 1],
    [101, 1, 2],
    [101, 101, 2],
    [150, 150, 3],
    [250, 3, 5],
    [250, 250, 5],
    [1000, 4, 5],
    [1000, 1000, 19],
  ])('sends, for %p existing and %p declared labels, at most %p requests', async (there, declared, most) => {
    const requests = await refresh(there, declared)
    const pages = Math.ceil(there / 100)
    expect(requests).toBeLessThanOrEqual(2 * Math.min(declared, pages) + 1)
    expect(requests).toBeLessThanOrEqual(most)
  })

  it('fetches the first page only once when all pages are needed', async () => {
    await refresh(150, 150)
    expect(firstPages()).toBe(1)
  })

  it.each([
    ['is added', (labels: Stored[]) => [{ ...labels[0]!, id: 999, title: 'a' }, ...labels]],
    [
      'is added and another one is removed',
      (labels: Stored[]) => [{ ...labels[0]!, id: 999, title: 'a' }, ...labels.filter((_label, at) => at !== 105)],
    ],
    ['is removed', (labels: Stored[]) => labels.filter((_label, at) => at !== 40)],
  ])('reads all pages again when a label %s after the first page was read', async (_what, change) => {
    onRequest = (path) => {
      if (!/[?&]page=1\b/.test(path)) return
      onRequest = () => {}
      const state = emulator.state()
      const labels = state.collections['labels']!
      labels.records = change(labels.records as Stored[])
      emulator.setState(state)
    }
    await refresh(150, 40)
    expect(firstPages()).toBe(2)
  })

  it('reports a deleted object after one request for it alone', async () => {
    const stacks = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const stack = new Engine('label', { url: emulator.url })
        await stack.up({ project: 1, name, color: 'red' })
        return stack
      }),
    )
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    await api.labels.delete(1, 'b')
    await api.close()
    emulator.clearRequests()
    const host = new Engine('label', { url: emulator.url }).process()
    const found = await Promise.all(stacks.map((stack) => stack.refresh(host)))
    expect(found.map(({ gone }) => gone)).toEqual([false, true, false])
    expect(emulator.requests()).toHaveLength(2)
  })

  it('reads what the same process has written', async () => {
    const stack = new Engine('label', { url: emulator.url })
    const host = stack.process()
    await stack.up({ project: 1, name: 'a', color: 'red' }, host)
    expect(await stack.refresh(host)).toEqual({ gone: false, drifted: [] })
    await stack.up({ project: 1, name: 'a', color: 'blue' }, host)
    expect(await stack.refresh(host)).toEqual({ gone: false, drifted: [] })
    expect(stack.state?.outputs.color).toBe('#0000FF')
  })

  // Objects without an endpoint of their own are read from a list, which must be newer than the last write.
  it.each([
    ['issue-link', { project: 'acme/web', issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2 }],
    ['label-subscription', { project: 'acme/web', label: 1 }],
  ] as const)('creates, refreshes and deletes a %s several times in one provider process', async (kind, args) => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: 'red' }, { as: 'owner' })
    const stack = new Engine(kind, { url: emulator.url, token: 'emulator-maintainer' })
    const host = stack.process()
    for (let round = 0; round < 3; round++) {
      await stack.up(args, host)
      expect(await stack.refresh(host)).toEqual({ gone: false, drifted: [] })
      await stack.destroy(host)
    }
  })
})
