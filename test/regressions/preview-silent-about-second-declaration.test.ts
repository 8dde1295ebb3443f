import { useEmulator } from '../support/emulator'
import { type NewResource, previewOfProgram } from '../support/program-preview'

describe.each(['dynamic', 'native'] as const)('a preview of objects that two resources declare, %s', (front) => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const preview = async (...resources: NewResource[]) => {
    const { warnings } = await previewOfProgram(resources, { url: emulator.url, token: 'emulator-owner', front })
    // The plugin previews several resources at a time, and prints equal warnings once.
    return [...new Set(warnings)]
  }
  const label = (project: number | string, name = 'bug'): NewResource => ['label', { project, name, color: '#FF0000' }]
  const failing = (noun: string, places: string, parent = 'project') =>
    `The update would fail: ${noun} is declared twice, by ${places}, which are the same ${parent}: keep one of them.`

  it.each([
    ['the path, then the id', ['acme/web', 1]],
    ['the id, then the path', [1, 'Acme/Web']],
  ] as const)('names both resources if one has %s of the project', async (_, [first, second]) => {
    const places = [`Label "new-0" in ${first}`, `Label "new-1" in ${second}`].sort().join(' and ')
    expect(await preview(label(first), label(second))).toEqual([failing('label "bug"', places)])
  })

  it('names a set with the object', async () => {
    const set: NewResource = ['label-set', { project: 1, items: { bug: { color: 'red' }, other: { color: 'red' } } }]
    const places = 'Label "new-0" in acme/web and LabelSet "new-1" in 1'
    expect(await preview(label('acme/web'), set)).toEqual([failing('label "bug"', places)])
    const reversed = 'Label "new-1" in acme/web and LabelSet "new-0" in 1'
    expect(await preview(set, label('acme/web'))).toEqual([failing('label "bug"', reversed)])
  })

  it('names the resources of a group', async () => {
    const member = (group: number | string): NewResource => [
      'group-member',
      { group, user: 'outsider', accessLevel: 30 },
    ]
    const places = 'GroupMember "new-0" in acme and GroupMember "new-1" in 10'
    expect(await preview(member('acme'), member(10))).toEqual([failing('group member "outsider"', places, 'group')])
  })

  const trigger = (project: number | string, more = {}): NewResource => [
    'trigger-token',
    { project, description: 'nightly', ...more },
  ]

  it('names the other resource of objects that can be alike, if the program does not say that it wants both', async () => {
    const warnings = await preview(trigger('acme/web'), trigger(1))
    expect(warnings).toContain(
      'The update would fail: trigger token "nightly" of 1 is also declared by TriggerToken "new-0": keep one of them. ' +
        'If you need both, set onConflict: "create" on each of them.',
    )
  })

  it('accepts objects of the same name in different projects, and objects that the program wants to be alike', async () => {
    const alike = [trigger('acme/web', { onConflict: 'create' }), trigger(1, { onConflict: 'create' })]
    const resources = [label('acme/web'), label(2), label('acme/api', 'other'), ...alike]
    expect(await preview(...resources)).toEqual([])
    expect(emulator.requests().filter(({ path }) => path === '/api/v4/projects/acme%2Fweb')).toHaveLength(1)
  })
})
