import { startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { fronts } from '../e2e/support/fronts'
import { label, labelSet, provider, useHandOverStack } from '../e2e/support/hand-over-stack'
import { expectOk, said } from '../support/pulumi'

jest.setTimeout(180_000)

describe.each(fronts)('one service with two host names, with the front %s', (front) => {
  const used = useHandOverStack(front)

  it.each(['acme/web', 1])('keeps labels of project %s that move to a provider with another name', async (project) => {
    const other = provider(used.emulator.url.replace('127.0.0.1', 'localhost'))
    const [single, set] = [label('bug'), labelSet(['bug', 'own'], { provider: 'other' })]
    Object.assign(single.args!, { project })
    Object.assign(set.args!, { project })
    expectOk(await used.up({ other, bug: single }))
    const { bug } = await used.labels()
    const result = expectOk(await used.up({ other, all: set }))
    expect(said(result)).toMatch(/label "bug" of \S+ \(id 1\/\d+\) is kept: LabelSet "all" owns it/)
    expect(await used.labels()).toMatchObject({ bug })
    // In a program in YAML, the set must wait until the single resource is registered.
    const rest = { ...set, dependsOn: ['bug'], args: { ...set.args, items: { own: { color: 'red' } } } }
    expectOk(await used.up({ other, bug: single, all: rest }))
    expect(await used.labels()).toMatchObject({ bug })
  })
})

describe.each(fronts)('two services whose objects have the same ids, with the front %s', (front) => {
  const used = useHandOverStack(front)

  it('deletes labels of another service that has labels with the same ids, if their names differ', async () => {
    const another = await startEmulator({ flavor: 'gitlab' })
    const api = new Client({ baseUrl: another.url, token: 'emulator-root' })
    try {
      const other = provider(another.url)
      const kept = { other, bug: label('bug'), help: label('help', { dependsOn: ['bug'] }) }
      const twin = label('bug', { provider: 'other' })
      const one = label('one', { provider: 'other', dependsOn: ['twin'] })
      expectOk(await used.up({ ...kept, twin, one }))
      const idsOf = async () => (await api.labels.list(1).all()).map(({ id }) => id).sort()
      expect(await idsOf()).toEqual(Object.values(await used.labels()).sort())
      // The provider of a resource that does not change sends no request, so it does not know the name of its service.
      const refused = await used.up(kept)
      expect(said(refused)).toMatch(
        /label "bug" .* was not deleted: Label "bug" owns an object with this id on \S+, which can be the same service as \S+, so another resource of the program could own it\. If they are one service, list \S+ in previousBaseUrls of this provider\. To delete it in any case, set TRUEUP_DELETE_UNVERIFIED=true/,
      )
      expect((await api.labels.list(1).all()).map(({ name }) => name)).toEqual(['bug'])
      used.stack.setEnv({ TRUEUP_DELETE_UNVERIFIED: 'true' })
      expectOk(await used.up(kept))
      expect(await idsOf()).toEqual([])
      expect(Object.keys(await used.labels())).toHaveLength(2)
    } finally {
      used.stack.setEnv({ TRUEUP_DELETE_UNVERIFIED: '' })
      await api.close()
      await another.close()
    }
  })
})
