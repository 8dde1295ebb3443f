import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expectOk } from '../../support/pulumi'
import { costlyFronts } from '../support/fronts'
import { label, labelSet, provider, useHandOverStack } from '../support/hand-over-stack'

jest.setTimeout(180_000)

describe.each(costlyFronts('package'))('a ledger that is deleted during an update, with the front %s', (front) => {
  const used = useHandOverStack(front)

  it('keeps objects that others adopted from a process that only deletes', async () => {
    const [other, third] = [provider(used.emulator.url), provider(used.emulator.url, 'THIRD_TOKEN')]
    expectOk(await used.up({ third, bug: label('bug', { provider: 'third' }) }))
    const { bug } = await used.labels()
    const deleted = new Set<string>()
    used.onRequest = () => {
      for (const { file } of used.ledgers()) {
        deleted.add(file)
        rmSync(file)
      }
    }
    expectOk(await used.up({ other, third, all: labelSet(['bug', 'new'], { provider: 'other' }) }))
    expect(deleted.size).toBe(1)
    expect([...deleted].map((file) => dirname(file))).toEqual([expect.stringMatching(/^\/tmp\/trueup-\d+$/)])
    expect(await used.labels()).toMatchObject({ bug })
  })
})
