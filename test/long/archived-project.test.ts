import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

const emulator = useEmulator()
let stack: PulumiStack | undefined
afterAll(() => stack?.close())

/** A project and a label that depends on it. */
const program = (archived: boolean, color: string) => `
import * as trueup from 'trueup'
const web = new trueup.Project('web', { project: 'acme/web', archived: ${archived} })
new trueup.Label('bug', { project: web.projectId, name: 'bug', color: '${color}' })
`
const labels = async () => (await emulator.get('/projects/1/labels')).body

it('unarchives a project before it changes its labels, and says that it archives it before them', async () => {
  stack = await PulumiStack.create({
    program: program(false, 'red'),
    env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
  })
  expectOk(await stack.up())
  await stack.setProgram(program(true, 'red'))
  expectOk(await stack.up())
  await stack.setProgram(program(false, 'lime'))
  expect(said(expectOk(await stack.up()))).not.toMatch(/archived, so|would fail/)
  expect(await labels()).toMatchObject([{ color: '#00FF00' }])
  await stack.setProgram(program(true, 'blue'))
  expect(said(expectOk(await stack.preview()))).toMatch(
    /it archives project acme\/web before it changes its labels\. Archive the project in a later update/,
  )
})
