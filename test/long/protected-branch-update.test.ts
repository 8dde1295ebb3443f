import { type Emulator, startEmulator } from '../../emulator'
import { testRun } from '../shared/test-run'
import { costlyProgramFronts, type Resources } from '../support/program-fronts'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(240_000)

interface Role {
  accessLevel: string
}

/** The default branch of a project, which is protected already, and a set with another branch. */
const declared = (project: number, push: Role[], more = {}): Resources => ({
  main: {
    type: 'ProtectedBranch',
    args: { project, name: 'main', allowedToPush: push, onConflict: 'adopt', ...more },
  },
  set: { type: 'ProtectedBranchSet', args: { project, items: { stable: { allowedToPush: push, ...more } } } },
})

const editions: [edition: string, tier: 'ce' | 'ultimate', writes: string[]][] = [
  ['the Enterprise Edition', 'ultimate', ['PATCH', 'PATCH']],
  ['the Community Edition', 'ce', ['DELETE', 'DELETE', 'POST', 'POST']],
]

describe.each(costlyProgramFronts)('protected branches of %s', (front, programOf, options) => {
  // Usually, a program in JavaScript runs on one edition, and a program in YAML on the other.
  const some = editions.filter((_, at) => testRun.allCases || (at === 0) === front.includes('YAML'))
  it.each(some)('adopts the default branch, and then changes roles on %s', async (_edition, tier, sent) => {
    const emulator: Emulator = await startEmulator({ flavor: 'gitlab', tier })
    const writes = () => emulator.requests().flatMap(({ method }) => (method === 'GET' ? [] : [method]))
    const response = await fetch(`${emulator.url}/api/v4/projects`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': 'emulator-maintainer', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Fresh', initialize_with_readme: true }),
    })
    const { id } = (await response.json()) as { id: number }
    const stack = await PulumiStack.create({
      program: programOf(declared(id, [{ accessLevel: 'noOne' }])),
      waitSpeed: 50,
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    try {
      const adoption = said(expectOk(await stack.preview()))
      expect(adoption).toMatch(/"main" of \d+ .*already exists and would be adopted: allowedToPush/)
      expect(adoption.includes('creates it again')).toBe(tier === 'ce')
      expect(said(expectOk(await stack.up()))).toMatch(/was adopted: allowedToPush/)
      expect(said(expectOk(await stack.preview({ refresh: true })))).not.toMatch(/to update|in between/)

      await stack.setProgram(programOf(declared(id, [{ accessLevel: 'developer' }])))
      const preview = said(expectOk(await stack.preview()))
      expect(preview).toMatch(/2 to update/)
      expect(preview).not.toMatch(/replace/)
      for (const what of ['protected branch "main"', 'item stable']) {
        expect(preview.includes(`The update deletes ${what} of`)).toBe(tier === 'ce')
      }
      emulator.clearRequests()
      expectOk(await stack.up())
      expect(writes().sort()).toEqual(sent)

      await stack.setProgram(programOf(declared(id, [{ accessLevel: 'developer' }], { allowForcePush: true })))
      expect(said(expectOk(await stack.preview()))).not.toContain('in between')
      emulator.clearRequests()
      expectOk(await stack.up())
      expect(writes()).toEqual(['PATCH', 'PATCH'])
      expect(said(expectOk(await stack.preview({ refresh: true })))).not.toMatch(/to update/)
    } finally {
      await stack.close()
      await emulator.close()
    }
  })
})
