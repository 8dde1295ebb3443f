import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { reportsOfPreview } from '../support/warnings-of-preview'

describe('the preview of a resource whose project is secret', () => {
  const emulator = useEmulator()
  const reports = (kind: string, args: Json, argument = 'project') =>
    reportsOfPreview(kind, { url: emulator.url, token: 'emulator-owner' }, {}, args, [[argument]])

  it.each([
    [
      'label',
      { project: 'acme/platform/infra', name: 'bug', color: 'red' },
      '/projects/3/labels',
      { name: 'bug', color: '#00FF00' },
    ],
    [
      'label',
      { project: 'acme/platform/infra', name: 'bug', color: 'red', onConflict: 'adopt' },
      '/projects/3/labels',
      { name: 'bug', color: '#00FF00' },
    ],
    [
      'protected-tag',
      { project: 'acme/platform/infra', name: 'v*', onConflict: 'adopt-if-equal' },
      '/projects/3/protected_tags',
      { name: 'v*', create_access_level: 30 },
    ],
  ])('does not show its path when a %s exists already', async (kind, args, path, object) => {
    expect((await emulator.post(path, object, { as: 'owner' })).status).toBe(201)
    const { warnings, information } = await reports(kind, args)
    const said = [...warnings, ...information].join('\n')
    expect(said).toMatch(/already exists/)
    expect(said).not.toContain('acme/platform/infra')
  })

  it.each([
    ['project', { project: 'acme/not-there-yet', description: 'x' }],
    ['project', { project: 'acme/not-there-yet', create: true, mergeTrainsEnabled: true, namespace: 'unknown/group' }],
  ])('does not show its path when a %s does not exist', async (kind, args) => {
    const { warnings, information } = await reports(kind, args)
    expect([...warnings, ...information].join('\n')).not.toContain('not-there-yet')
  })
})
