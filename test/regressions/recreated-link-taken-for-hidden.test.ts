import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const emulator = useEmulator({ flavor: 'gitlab' })

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
