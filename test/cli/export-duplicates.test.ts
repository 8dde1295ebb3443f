import { useExport } from '../support/export'
import { useWarmCli } from '../support/warm-cli'

jest.setTimeout(60_000)

describe('the export of two trigger tokens with the same description', () => {
  const exported = useExport({ flavor: 'gitlab' })
  const { emulator, run, file, files } = exported
  const trueup = useWarmCli()

  const makeTwo = async () => {
    for (const description of ['nightly', 'nightly', 'weekly'])
      await emulator.post('/projects/1/triggers', { description })
    await emulator.post('/projects/2/triggers', { description: 'nightly' })
  }
  const textOf = () =>
    files()
      .filter((name) => /\.(ts|yaml)$/.test(name))
      .map(file)
      .join('\n')

  it.each([
    ['single resources', []],
    ['sets', ['--sets']],
    ['a program in YAML', ['--language', 'yaml']],
    ['projects as data', ['--language', 'projects']],
  ])('says in %s that the program declares several', async (_, options) => {
    await makeTwo()
    expect(await run('owner', '--project', 'acme/web', '--project', 'acme/api', ...options)).toMatchObject({ code: 0 })
    expect(textOf().match(/onConflict: ["']?create/g)).toHaveLength(2)
  })

  it('writes files that are valid', async () => {
    await makeTwo()
    await run('owner', '--project', 'acme/web', '--language', 'projects')
    const { PATH } = process.env
    const validation = trueup.in({ env: { PATH } })('validate', `${exported.folder}/projects/*.yaml`)
    expect({ code: await validation.ended, ...validation.output }).toMatchObject({ code: 0, stderr: '' })
  })
})
