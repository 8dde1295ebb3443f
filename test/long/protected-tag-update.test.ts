import { type Emulator, startEmulator } from '../../emulator'
import { costlyProgramFronts, type Resources } from '../support/program-fronts'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

/** A protected tag for user 3 or 4, and a set with another one. */
const declared = (userId: number, more = {}): Resources => {
  const allowedToCreate = [{ userId }]
  return {
    tag: { type: 'ProtectedTag', args: { project: 'acme/web', name: 'v*', allowedToCreate, ...more } },
    set: { type: 'ProtectedTagSet', args: { project: 'acme/web', items: { stable: { allowedToCreate } }, ...more } },
  }
}

describe.each(costlyProgramFronts)('protected tags of %s', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack
  beforeAll(async () => {
    emulator = await startEmulator()
    stack = await PulumiStack.create({
      program: programOf(declared(3)),
      waitSpeed: 50,
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))

  it('updates protected tags after a warning in the preview, and does not replace them', async () => {
    expectOk(await stack.up())
    expect(said(expectOk(await stack.preview()))).not.toContain('in between')
    await stack.setProgram(programOf(declared(4)))
    const preview = said(expectOk(await stack.preview()))
    expect(preview).toMatch(
      /The update deletes protected tag "v\*" of acme\/web and creates it again.*in between, tags/,
    )
    expect(preview).toMatch(/The update deletes item stable of .*acme\/web and creates it again.*in between, tags/)
    expect(preview).toMatch(/2 to update/)
    expect(preview).not.toMatch(/replace/)
    emulator.clearRequests()
    expectOk(await stack.up())
    expect(writes().sort()).toEqual(['DELETE', 'DELETE', 'POST', 'POST'])
    expect(said(expectOk(await stack.preview({ refresh: true })))).not.toContain('in between')
  })

  it('adopts protected tags after a warning in the preview', async () => {
    expectOk(await stack.destroy())
    for (const name of ['v*', 'stable']) {
      await fetch(`${emulator.url}/api/v4/projects/1/protected_tags`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': 'emulator-root', 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
    }
    await stack.setProgram(programOf(declared(3, { onConflict: 'adopt' })))
    const preview = said(expectOk(await stack.preview()))
    for (const name of ['v*', 'stable']) {
      expect(preview).toContain(`The update deletes protected tag "${name}" of acme/web and creates it again`)
    }
    expect(said(expectOk(await stack.up()))).toMatch(/was adopted: .*it was deleted and created again/)
  })
})
