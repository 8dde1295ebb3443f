import { useExport } from '../support/export'

jest.setTimeout(60_000)

describe.each(['18.9', '19.3'] as const)('the export of archived labels from GitLab %s', (release) => {
  const isNewer = release === '19.3'
  const { emulator, run, file, imported } = useExport({ release })

  it('exports an archived label as it is', async () => {
    await emulator.post('/projects/1/labels', { name: 'bug', color: '#DC143C', archived: true })
    await emulator.post('/projects/1/labels', { name: 'chore', color: '#DC143C', priority: 2 })
    expect(await run('owner', '--project', 'acme/web')).toMatchObject({ code: 0 })
    expect(file('index.ts').match(/archived: \w+/g)).toEqual(isNewer ? ['archived: true'] : null)
    const labels = imported().filter(({ type }) => type.endsWith(':Label'))
    expect(labels.map(({ inputs }) => [inputs.name, inputs.archived ?? false, inputs.priority ?? null])).toEqual([
      ['bug', isNewer, null],
      ['chore', false, 2],
    ])
  })
})

describe('the export of an archived project', () => {
  const { emulator, run, file, imported } = useExport()

  it('declares that it is archived, and others do not say', async () => {
    await emulator.post('/projects/1/archive', {}, { as: 'root' })
    expect(await run('owner', '--project', 'acme/web', '--project', 'acme/api')).toMatchObject({ code: 0 })
    expect(file('index.ts').match(/^.*archived.*$/gm)).toEqual([expect.stringMatching(/archived: true/)])
    expect(imported().filter(({ inputs }) => 'archived' in inputs)).toMatchObject([{ inputs: { project: 'acme/web' } }])
  })
})
