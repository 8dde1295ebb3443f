import { expectOk } from '../../support/pulumi'
import { label, labelSet, provider, useHandOverStack } from '../support/hand-over-stack'

jest.setTimeout(180_000)

// In programs of Node.js, the program begins the ledger, and an update ends with its program.
describe('a provider process that is killed after it began the ledger of a program in YAML', () => {
  const used = useHandOverStack('yaml')

  /** Kills the processes that began ledgers, once, after the first write of a user. */
  const killBeginnerAfterWriteOf = (actor: string) => {
    const killed: number[] = []
    used.onRequest = (record) => {
      if (record.method === 'GET' || record.actor !== actor || killed.length > 0) return
      killed.push(...used.ledgers().map(({ pid }) => pid))
      killed.forEach((pid) => process.kill(pid, 'SIGKILL'))
    }
    return killed
  }

  it('does not let a process that only deletes take the objects that others adopted', async () => {
    const [other, third] = [provider(used.emulator.url), provider(used.emulator.url, 'THIRD_TOKEN')]
    expectOk(await used.up({ third, bug: label('bug', { provider: 'third' }) }))
    const { bug } = await used.labels()
    const killed = killBeginnerAfterWriteOf('owner')
    const result = await used.up({
      other,
      third,
      first: label('first'),
      all: labelSet(['bug', 'new'], { provider: 'other', dependsOn: ['first'] }),
    })
    expect(killed).toHaveLength(1)
    expectOk(result)
    expect(await used.labels()).toMatchObject({ bug })
  })

  it('does not let an exclusive set delete what the killed process adopted', async () => {
    const [other, third] = [provider(used.emulator.url), provider(used.emulator.url, 'THIRD_TOKEN')]
    const own = labelSet(['own'], { provider: 'other' }, { exclusive: true })
    expectOk(await used.up({ other, third, all: own }))
    const { id } = await used.api.labels.create(1, { name: 'bug', color: '#FF0000' })
    expectOk(await used.stack.refresh())
    const killed = killBeginnerAfterWriteOf('root')
    const result = await used.up({
      other,
      third,
      bug: label('bug'),
      between: label('between', { provider: 'third', dependsOn: ['bug'] }),
      all: { ...own, dependsOn: ['between'] },
    })
    expect(killed).toHaveLength(1)
    expectOk(result)
    expect(await used.labels()).toMatchObject({ bug: id })
  })
})
