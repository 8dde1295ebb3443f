import { provider } from '../../provider'
import { Connection } from '../../provider/core/service/connection'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'

/** Messages while a resource adopts an object, with arguments that the program marked as secret. */
describe('secret arguments', () => {
  const emulator = useEmulator({ flavor: 'spec' })
  const said: string[] = []
  const log = { warn: (text: string) => said.push(text), inform: (text: string) => said.push(text), status: () => {} }

  beforeEach(async () => {
    said.length = 0
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-maintainer'
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    await api.labels.create(1, { name: 'hidden-bug', color: '#FF0000', description: 'formerly-hidden' })
    await api.close()
  })
  afterAll(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  const make = async (kind: string, args: Record<string, unknown>, secrets: string[][]) => {
    let connection: Connection | undefined
    const host = provider(kind, (settings) => (connection ??= new Connection(settings, log)))
    const intent = { name: `trueup:Thing::${kind}`, ledger: '', secrets }
    const { inputs, failures } = await host.check!({}, { ...args, __declaration: intent })
    if (failures?.length) throw new Error(failures.map(({ reason }) => reason).join())
    await host.create(inputs as Record<string, unknown>)
  }
  const label = { name: 'hidden-bug', color: 'blue', description: 'hidden-text' }

  it('does not show secret arguments when it adopts an object', async () => {
    await make('label', { ...label, project: 1, onConflict: 'adopt' }, [['description'], ['name']])
    expect(said).toEqual([
      expect.stringMatching(
        /^label \[secret\] of 1 already existed .*: color "#FF0000" → "#0000FF", description \[secret\]\.$/,
      ),
    ])
  })

  it('does not show secret arguments when a set adopts an object', async () => {
    const set = { project: 1, items: { a: label }, onConflict: 'adopt' }
    await make('label-set', set, [
      ['items', 'a', 'description'],
      ['items', 'a', 'name'],
    ])
    expect(said).toEqual([expect.stringMatching(/^label \[secret\] of 1 .*description \[secret\]\.$/)])
  })

  it('does not show an item that is secret as a whole', async () => {
    await make('label-set', { project: 1, items: { a: label }, onConflict: 'adopt' }, [['items']])
    expect(said).toEqual([
      expect.stringMatching(/^label \[secret\] of .*: color \[secret\], description \[secret\]\.$/),
    ])
  })

  it('does not show secret arguments in a conflict error', async () => {
    const made = make('label', { ...label, project: 1 }, [['description'], ['name']])
    await expect(made).rejects.toThrow(/^label \[secret\] of 1 already exists .*description \[secret\]\.$/)
  })

  it('does not show the value of an invalid secret argument', async () => {
    const wrong = { ...label, color: 'hidden-color', priority: -5 }
    const made = make('label', { ...wrong, project: 1 }, [['color']])
    await expect(made).rejects.toThrow(/^priority must be .*got -5\),color must be a CSS color(?!.*hidden)/)
    const inSet = make('label-set', { project: 1, items: { a: wrong } }, [['items', 'a', 'color']])
    await expect(inSet).rejects.not.toThrow(/hidden/)
  })

  it('does not show secret arguments in an error of the service', async () => {
    emulator.fault({ method: 'POST', path: 'labels', status: 400, body: { message: 'hidden-text is wrong' } })
    const made = make('label', { ...label, name: 'other', project: 1 }, [['description']])
    await expect(made).rejects.toThrow(/^label "other" of 1 was not created\..*\[redacted\] is wrong/)
  })
})
